import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** Commits behind this one are held to the rule; some before it are longer. */
const since = "2a9b638";
const git = (...args: string[]) => spawnSync("git", args, { encoding: "utf8" });
// Sources without their history, as in an archive, have no commits to check.
const hasHistory = git("cat-file", "-e", since).status === 0;

test.runIf(hasHistory)("the subject of a commit has at most 72 characters and no full stop", () => {
  const subjects = git("log", "--no-merges", "--format=%s", `${since}..HEAD`).stdout.trim().split("\n");
  expect(subjects.filter((subject) => subject.length > 72 || subject.endsWith("."))).toEqual([]);
});
