import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { brands } from "../support/brands.ts";
import { linkTo } from "../support/browser.ts";
import { runCommand } from "../support/command.ts";
import { json } from "../support/fault-proxy.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { freePort } from "../support/free-port.ts";
import { sessionSecret } from "../support/portal.ts";
import { declaration, idOf, received, terminationsAt } from "../support/termination.ts";

const metricsPort = await freePort();
// So long that nothing is retried automatically in this file.
const DECLARATION_RETRY_MS = "600000";
const { portal, backend } = await faultyPortalForTests({
  DECLARATION_RETRY_MS,
  METRICS_PORT: String(metricsPort),
});

/** `npm run declarations`, next to the portal. */
const commandWith = (secret: string, ...args: string[]) =>
  runCommand("declarations", args, {
    API_BASE_URL: backend.origin,
    DECLARATION_RETRY_MS,
    LOG_LEVEL: "silent",
    DECLARATION_STORE: `sqlite:${join(portal.folder, "declarations.sqlite")}`,
    SESSION_SECRET: secret,
  });
const command = (...args: string[]) => commandWith(sessionSecret, ...args);

test.each(["forward", "constructor"])("the command says what it can do when asked to %s", (task) => {
  const { status, stderr } = command(task);
  expect([status, stderr]).toEqual([1, expect.stringContaining("npm run declarations -- resend ID|all")]);
});
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
  let id = "";

  test("is counted by readiness, which it does not change, and by metrics", async () => {
    expect(await metrics()).toMatch(/^portal_declarations_waiting 0$/m);
    backend.misbehave(/POST .*contracttermination/, "answers 503 without words");
    id = idOf(await portal.browser().post("/kuendigung", fields));
    const ready = async () => (await fetch(`${portal.origin}/health/ready`)).json();
    await expect
      .poll(ready)
      .toMatchObject({ status: "ready", sessions: "ok", declarations: { waiting: 1, refused: 0 } });
    expect(await metrics()).toMatch(/^portal_declarations_waiting 1$/m);
    expect(await metrics()).toMatch(/^portal_declarations_oldest_seconds \d+$/m);
  });

  test("is listed for operators, without personal data", () => {
    const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
    expect(listed()).toEqual([[id, "termination", "o2", "waiting", time, "1", time, "-", "-"]]);
  });

  test("is exported with consent only", () => {
    expect(command("export", id)).toMatchObject({ status: 1, stdout: "" });
    const { status, stdout } = command("export", id, "--yes");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      id,
      state: "waiting",
      kind: "termination",
      body: { customer: { lastName: "Unverwechselbar" } },
    });
  });

  test("is not changed by what is no command, or about no declaration, which says how it is meant", () => {
    const usage = expect.stringContaining("npm run declarations -- resend ID|all");
    for (const args of [
      ["export", randomUUID(), "--yes"],
      ["delete", id],
    ])
      expect(command(...args)).toMatchObject({ status: 1, stderr: usage });
    expect(listed()).toHaveLength(1);
  });

  test("is passed on by the portals at once when an operator says so, and then not listed", async () => {
    backend.behave();
    expect(await received(backend.origin)).toEqual([]);
    expect(command("resend", "all")).toMatchObject({ status: 0, stdout: "1 will be tried again now.\n" });
    await expect.poll(async () => (await terminationsAt(backend.origin, id)).length).toBe(1);
    await expect.poll(metrics).toMatch(/^portal_declarations_waiting 0$/m);
    expect(listed()).toEqual([]);
  });
});

test("what a provider refused wrongly is listed with its end, and sent again all at once, since a time", async () => {
  const words = '{"code":"VALIDATION_FAILED","errors":[{"field":"customer","code":"INVALID"}]}';
  backend.misbehave(/POST .*contracttermination/, json(422, words));
  const ids: string[] = [];
  const second = () => Math.floor(Date.now() / 1000);
  for (const contractNumber of ["V-31", "V-32"]) {
    ids.push(idOf(await portal.browser().post("/kuendigung", declaration({ contractNumber }))));
    // What is received in one second has one time.
    const received = second();
    await expect.poll(second).toBeGreaterThan(received);
  }
  const refused = listed().filter(([, , , state]) => state === "refused");
  const day = 24 * 3600 * 1000;
  expect(refused.map(([id]) => id)).toEqual(ids);
  for (const row of refused) expect(Date.parse(row.at(-1) ?? "")).toBeGreaterThan(Date.now() + 29 * day);
  expect(await metrics()).toMatch(/^portal_declarations_refused_ending 0$/m);
  expect(await metrics()).toMatch(
    /^portal_journey_outcomes_total\{journey="termination",brand="o2",outcome="refused"\} 2$/m,
  );
  backend.behave();
  const tomorrow = new Date(Date.now() + day).toISOString();
  expect(command("resend", "refused", "--since", tomorrow).status).toBe(1);
  expect(command("resend", "refused", "--since", "yesterday").stderr).toContain("--since takes a time");
  const { stdout } = command("resend", "refused", "--since", refused[1]?.[4] ?? "");
  expect(stdout).toBe("1 will be tried again now.\n");
  expect(command("resend", "refused").stdout).toBe("1 will be tried again now.\n");
  for (const id of ids)
    await expect.poll(async () => (await terminationsAt(backend.origin, id)).length).toBe(1);
});

test.each(brands.map(({ slug }, at) => [slug, at % 2 ? "/kuendigung" : "/widerruf"]))(
  "a receipt of %s%s opens in a browser of another brand and language",
  async (brand, path) => {
    const typed = { ...declaration({ serviceType: undefined }), contractReference: "Handyvertrag" };
    const { location = "" } = await portal.browser().post(`${path}?brand=${brand}`, typed);
    const cookie = `brand=${brand === "blau" ? "o2" : "blau"}; locale=tr`;
    const stranger = portal.browser({ Cookie: cookie, "Accept-Language": "en" });
    const page = await stranger.get(location);
    expect(page).toMatchObject({ status: 200, brand, lang: "de" });
    const pdf = await stranger.get(linkTo(page, "Bestätigung als PDF"));
    expect([pdf.status, Buffer.from(pdf.body.slice(0, 5)).toString()]).toEqual([200, "%PDF-"]);
  },
);

test("one whose secret is missing waits, is listed and counted, and blocks no other", async () => {
  const next = "the-next-session-secret-of-32-characters-or-more";
  const lost = declaration({ contractNumber: "V-1" });
  const other = declaration({ contractNumber: "V-2" });
  backend.misbehave(/POST .*contracttermination/, "answers 503 without words");
  const lostId = idOf(await portal.browser().post("/kuendigung", lost));
  await portal.restart({ SESSION_SECRET: next, DECLARATION_RETRY_MS: "50" });
  const otherId = idOf(await portal.browser().post("/kuendigung", other));
  commandWith(next, "resend", "all");
  await expect.poll(metrics).toMatch(/^portal_declarations_unreadable_total [1-9]/m);
  backend.behave();
  commandWith(next, "resend", "all");
  await expect.poll(async () => (await terminationsAt(backend.origin, otherId)).length).toBe(1);
  expect(commandWith(next).stdout).toContain(`${lostId}\t(secret missing)\t\twaiting`);
  expect(commandWith(next, "export", lostId, "--yes").stderr).toContain("SESSION_SECRET is missing");
  await portal.restart({ SESSION_SECRET: `${next} ${sessionSecret}`, DECLARATION_RETRY_MS: "50" });
  commandWith(`${next} ${sessionSecret}`, "resend", "all");
  await expect.poll(async () => (await terminationsAt(backend.origin, lostId)).length).toBe(1);
  expect(idOf(await portal.browser().post("/kuendigung", lost)), "sent again").toBe(lostId);
});

test("one that waits behind another of its contract is submitted all the same, as analytics learns once", async () => {
  backend.misbehave(/POST .*contracttermination/, "answers 503 without words");
  for (const lastName of ["Eins", "Zwei"]) {
    const customer = portal.browser();
    const fields = declaration({ contractNumber: "V-12", lastName });
    const { location } = await customer.post("/kuendigung", fields);
    const seen = async () => (await customer.get(location ?? "")).html.includes("terminationSubmitted");
    expect([lastName, await seen(), await seen()]).toEqual([lastName, true, false]);
  }
});
