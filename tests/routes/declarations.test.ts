import { spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { startHostileBackend } from "../support/hostile-backend.ts";
import { node, startPortal } from "../support/portal.ts";
import { declaration, idOf, received, terminationsAt } from "../support/termination.ts";

const backend = await startHostileBackend();
const metricsPort = await freePort();
// So long that nothing is tried again by itself within this file.
const settings = { API_BASE_URL: backend.origin, DECLARATION_RETRY_MS: "60000" };
const portal = await startPortal({ ...settings, METRICS_PORT: String(metricsPort) });
afterAll(async () => {
  await portal.stop();
  await backend.stop();
});

/** `npm run declarations`, beside the portal. */
function command(...words: string[]) {
  const env = {
    ...settings,
    LOG_LEVEL: "silent",
    BUILD_DIRECTORY: process.env.BUILD_DIRECTORY,
    SESSION_STORE: `sqlite:${join(portal.folder, "sessions.sqlite")}`,
    SESSION_SECRET: "the-tests-session-secret-of-32-characters-or-more",
  };
  const { status, stdout, stderr } = spawnSync(node, ["server/declarations.ts", ...words], {
    cwd: join(import.meta.dirname, "../.."),
    env,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}
/** The rows of its list, without the head. */
const listed = () =>
  command()
    .stdout.trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

describe("what waits for the provider", () => {
  const fields = declaration({ lastName: "Unverwechselbar" });
  const id = idOf(fields);

  test("is counted by readiness, which it does not change, and by metrics", async () => {
    expect(await metrics()).toMatch(/^portal_declarations_waiting 0$/m);
    backend.misbehave(/POST .*contracttermination/, "answers 503 without words");
    expect((await portal.browser().post("/kuendigung", fields)).status).toBe(303);
    const ready = async () => (await fetch(`${portal.origin}/health/ready`)).json();
    await expect
      .poll(ready)
      .toMatchObject({ status: "ready", sessions: "ok", declarations: { waiting: 1, refused: 0 } });
    expect(await metrics()).toMatch(/^portal_declarations_waiting 1$/m);
    expect(await metrics()).toMatch(/^portal_declarations_oldest_seconds \d+$/m);
  });

  test("is listed for operators, without anything of a person", () => {
    const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
    expect(listed()).toEqual([[id, "termination", "o2", "waiting", time, "1", time]]);
  });

  test("is exported with consent only", () => {
    const refused = command("export", id);
    expect([refused.status, refused.stdout]).toEqual([1, ""]);
    const { status, stdout } = command("export", id, "--yes");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      id,
      state: "waiting",
      kind: "termination",
      body: { customer: { lastName: "Unverwechselbar" } },
    });
  });

  test.each([[["resend", randomUUID()]], [["export", randomUUID(), "--yes"]], [["delete", id]]])(
    "%j changes nothing and says how it is meant",
    (words) => {
      const { status, stderr } = command(...words);
      expect([status, stderr]).toEqual([1, expect.stringContaining("npm run declarations -- resend ID|all")]);
      expect(listed()).toHaveLength(1);
    },
  );

  test("is passed on by the portals at once when an operator says so, and then not listed", async () => {
    backend.behave();
    expect(await received(backend.origin)).toEqual([]);
    expect(command("resend", "all")).toMatchObject({ status: 0, stdout: "1 will be tried again now.\n" });
    await expect.poll(async () => (await terminationsAt(backend.origin, id)).length).toBe(1);
    await expect.poll(listed).toEqual([]);
    expect(await metrics()).toMatch(/^portal_declarations_waiting 0$/m);
  });
});

test("nobody reads a receipt by guessing: neither its id nor another end of its address opens it", async () => {
  const fields = declaration();
  const own = await portal.browser().post("/kuendigung", fields);
  const address = new URL(own.location ?? "", portal.origin);
  const reference = address.searchParams.get("ref") ?? "";
  const at = (ref: string, path = address.pathname) =>
    portal.browser().get(`${path}?brand=o2&ref=${encodeURIComponent(ref)}`);
  expect((await at(reference)).status).toBe(200);
  const guesses = Array.from(
    { length: 60 },
    () => `${reference.slice(0, 22)}${randomBytes(16).toString("base64url").slice(1)}`,
  );
  for (const guess of [idOf(fields), "", ...guesses]) expect((await at(guess)).status, guess).toBe(404);
  const byId = await portal.browser().get(`${address.pathname}?brand=o2&id=${idOf(fields)}`);
  expect([byId.status, byId.location]).toEqual([302, expect.stringMatching(/^\/kuendigung(\?|$)/)]);
  expect((await at(reference, "/widerruf/bestaetigung")).status).toBe(404);
});
