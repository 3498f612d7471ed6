import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../support/command.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { type Portal, sessionSecret, startPortal } from "../support/portal.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { declaration, idOf } from "../support/termination.ts";

const older = "an-older-session-secret-that-is-still-listed-1234";

/** As an operator runs it, beside the portal. The session store is away: the command does not need it. */
function command(settings: Record<string, string>, ...args: string[]) {
  const away = { SESSION_STORE: "redis://127.0.0.1:1" };
  const { status, stdout, stderr } = runCommand("person", args, { ...away, ...settings });
  const lines = stderr.trim().split("\n");
  const audited = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  return { status, stdout, stderr, audited };
}

// How each kind of store finds and removes entries: unit/declaration-queue.test.ts.
describe("what is kept of one person", () => {
  let store: Awaited<ReturnType<typeof startPostgres>>;
  let portal: Portal;
  let backend: Awaited<ReturnType<typeof startFaultProxy>>;
  /** Of Ada: a termination that the provider has, sealed with the older secret, and a withdrawal that waits. */
  const ids = { termination: "", withdrawal: "", others: "" };

  beforeAll(async () => {
    [backend, store] = await Promise.all([startFaultProxy(), startPostgres()]);
    const settings = {
      API_BASE_URL: backend.origin,
      DECLARATION_STORE: store.url,
      DECLARATION_RETRY_MS: "600000",
    };
    portal = await startPortal({ ...settings, SESSION_SECRET: older });
    const post = async (path: string, changes: Record<string, string>) =>
      idOf(await portal.browser().post(path, declaration(changes)));
    const ada = { email: "ada.person@example.com", lastName: "Unverwechselbar" };
    ids.termination = await post("/kuendigung", { ...ada, contractNumber: "V-471100" });
    await portal.restart({ SESSION_SECRET: `${sessionSecret} ${older}` });
    ids.others = await post("/kuendigung", { email: "berta@example.com", contractNumber: "V-1" });
    backend.misbehave(/POST .*withdrawal/, "answers 503 without words");
    ids.withdrawal = await post("/widerruf", { ...ada, contractReference: "Handy" });
  });
  afterAll(async () => {
    await portal.stop();
    await Promise.all([store.stop(), backend.stop()]);
  });

  const person = (SESSION_SECRET: string, ...args: string[]) =>
    command({ API_BASE_URL: backend.origin, DECLARATION_STORE: store.url, SESSION_SECRET }, ...args);
  const secrets = `${sessionSecret} ${older}`;
  const ada = "Ada.Person@example.com";
  const listed = (stdout: string) =>
    stdout
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split("\t").slice(0, 4));

  test("is said without personal data, and nothing is done unless told so", () => {
    const { status, stdout, stderr } = person(secrets, "export", ada);
    expect(listed(stdout)).toEqual([
      [ids.termination, "termination", "o2", "forwarded"],
      [ids.withdrawal, "withdrawal", "o2", "waiting"],
    ]);
    expect(status).toBe(0);
    expect(stderr).toBe("Nothing was done. To export these 2, add --by WHO --yes.\n");
    expect(stdout).not.toMatch(/Unverwechselbar|example/);
  });

  test("is exported as JSON alone, in full, with an audit line that names nobody", () => {
    const { status, stdout, stderr, audited } = person(secrets, ...["export", ada, "--by", "R-9", "--yes"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      declarations: [
        {
          id: ids.termination,
          keptUntil: expect.stringMatching(/^20/),
          body: { customer: { lastName: "Unverwechselbar" } },
          answered: { receipt: { id: ids.termination } },
        },
        { id: ids.withdrawal, state: "waiting", body: { email: "ada.person@example.com" } },
      ],
      unreadable: [],
    });
    expect(audited).toMatchObject([
      {
        audit: "person-export",
        by: "R-9",
        count: 2,
        undelivered: 1,
        unreadable: 0,
        time: expect.any(Number),
      },
    ]);
    expect(audited[0].references).toHaveLength(2);
    expect(stderr).not.toMatch(/Unverwechselbar|example/);
  });

  test("cannot be searched without its secret, which is said by number", () => {
    const { status, stdout, stderr } = person(sessionSecret, "export", ada, "--by", "R-9", "--yes");
    expect([status, stderr]).toEqual([1, expect.stringContaining(`SESSION_SECRET lacks the secret`)]);
    expect(stderr).toContain(ids.termination);
    expect(JSON.parse(stdout)).toMatchObject({
      declarations: [{ id: ids.withdrawal }],
      unreadable: [ids.termination],
    });
  });

  test("is not erased while the provider has not taken all of it", () => {
    const { status, stderr, audited } = person(secrets, "erase", ada, "--by", "R-9", "--yes");
    expect([status, stderr]).toEqual([1, expect.stringContaining(`not taken ${ids.withdrawal} (waiting)`)]);
    expect(audited).toEqual([]);
  });

  test("is erased, with an audit line; what is kept of others stays", () => {
    const first = person(secrets, "erase", "v471100", "--by", "R-9", "--yes");
    expect([first.status, first.stdout]).toEqual([0, ""]);
    expect(first.audited).toMatchObject([{ audit: "person-erase", by: "R-9", count: 1, undelivered: 0 }]);
    const rest = person(secrets, "erase", ada, "--by", "R-9", "--yes", "--undelivered");
    expect(rest.audited).toMatchObject([{ audit: "person-erase", count: 1, undelivered: 1 }]);
    const left = person(secrets, "export", ada, ids.termination, ids.withdrawal, ids.others);
    expect([left.status, left.stderr]).toEqual([0, expect.stringMatching(/^Nothing was done/)]);
    expect(listed(left.stdout)).toEqual([[ids.others, "termination", "o2", "forwarded"]]);
  });
});

test.each([
  ["", "Say whether to export or to erase"],
  ["forget V-4711", "Say whether to export or to erase"],
  ["erase", "at least four characters"],
  ["erase Muster --by R-9 --yes", "at least four characters"],
  ["erase V-4711 --yes", "Say with --by who does it"],
  ["erase V-4711 --force", "--force"],
])("'%s' does nothing and says how it is meant", (line, message) => {
  const settings = {
    API_BASE_URL: "http://127.0.0.1:9",
    DECLARATION_STORE: "postgres://portal@127.0.0.1:9/portal",
    SESSION_SECRET: sessionSecret,
  };
  const { status, stdout, stderr } = command(settings, ...line.split(" ").filter(Boolean));
  expect([status, stdout, stderr]).toEqual([1, "", expect.stringContaining(message)]);
  expect(stderr).not.toContain("    at ");
});
