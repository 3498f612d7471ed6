import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { pageTable } from "#app/page-table.server.ts";
import { openRedis } from "#app/session/redis.server.ts";
import { fieldsOf } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { type Portal, startPortal } from "../support/portal.ts";
import { startRedis } from "../support/redis-server.ts";
import { declaration } from "../support/termination.ts";

/** By hand: STRANGERS_POSTS=10000. */
const posts = Number(process.env.STRANGERS_POSTS ?? 500);
const portal = await startPortal();
afterAll(() => portal.stop());

function stored(of: Portal = portal) {
  const database = new DatabaseSync(join(of.folder, "sessions.sqlite"), { readOnly: true });
  // Probes write a session of their own, which has expired.
  const { sessions } = database
    .prepare("SELECT count(*) AS sessions FROM session WHERE id <> 'probe'")
    .get() as { sessions: number };
  const { bytes } = database.prepare("SELECT coalesce(sum(length(value)), 0) AS bytes FROM scope").get() as {
    bytes: number;
  };
  database.close();
  return { sessions, bytes };
}

/** Every address that takes a post, of something that does not exist. */
const addresses = () =>
  Object.values(pageTable).map(({ path }) => {
    const filled = path.replace(/:\w+/g, () => `nobody${randomUUID()}`);
    return path.includes(":") ? filled : `${filled}?token=${randomUUID()}&data=${randomUUID()}`;
  });
const typed = () => ({ street: "Weg 1", lastName: randomUUID().repeat(1600), submissionId: randomUUID() });

test("what strangers post to what they have not found fills no store, and others order and terminate", async () => {
  const all = addresses();
  const kept = new Map<string, unknown>();
  for (const address of all) {
    const before = stored();
    await portal.browser().post(address, typed());
    await portal.browser().get(address);
    const { sessions, bytes } = stored();
    if (sessions > before.sessions) kept.set(address.replaceAll(/nobody[\w-]+/g, ":"), bytes - before.bytes);
  }
  expect(Object.fromEntries(kept)).toEqual({});
  const before = stored();
  for (let sent = 0; sent < posts; sent += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        portal.browser().post(addresses()[(sent + at) % all.length] ?? "", typed()),
      ),
    );
  expect(stored()).toEqual(before);

  const stranger = portal.browser({ "X-Forwarded-For": "203.0.113.7" });
  const token = fresh();
  const ordered = await stranger.submit(await goToSummary(stranger, token), {});
  expect([ordered.status, ordered.location]).toEqual([303, `/angebot/${token}/danke`]);
  expect((await stranger.post("/kuendigung", declaration())).status).toBe(303);
});

test("with Redis neither", async () => {
  const redis = await startRedis();
  const shared = await startPortal({
    SESSION_STORE: redis.url,
    API_BASE_URL: portal.origin,
    RATE_LIMIT_PER_MINUTE: "0",
  });
  const client = openRedis(redis.url, () => {});
  onTestFinished(async () => {
    await shared.stop();
    client.close();
    await redis.stop();
  });
  const sessions = async () => (await client.send("session:", ["KEYS", "session:*"])) as string[];
  const usedBytes = async () =>
    Number(/used_memory:(\d+)/.exec(String(await client.send("x", ["INFO", "memory"])))?.[1]);
  await expect.poll(() => client.send("x", ["PING"]).catch(String)).toBe("PONG");
  const before = await usedBytes();
  const all = addresses();
  for (let sent = 0; sent < posts; sent += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        shared.browser().post(addresses()[(sent + at) % all.length] ?? "", typed()),
      ),
    );
  expect((await sessions()).filter((key) => !key.includes("probe"))).toEqual([]);
  expect((await usedBytes()) - before).toBeLessThan(16 * 1024 * 1024);
  const stranger = shared.browser({ "X-Forwarded-For": "203.0.113.7" });
  const token = fresh();
  const ordered = await stranger.submit(await goToSummary(stranger, token), {});
  expect([ordered.status, ordered.location]).toEqual([303, `/angebot/${token}/danke`]);
  expect((await stranger.post("/kuendigung", declaration())).status).toBe(303);
});

test("what a stranger typed goes along to the next page, for this browser alone", async () => {
  const customer = portal.browser();
  const other = portal.browser();
  const token = fresh();
  const posted = await customer.post(`/angebot/${token}/meine-daten`, entered.personalData);
  expect([posted.status, posted.location]).toEqual([
    303,
    expect.stringContaining(`/angebot/${token}?entwurf=`),
  ]);
  const sealed = new URL(posted.location ?? "", portal.origin).searchParams.get("entwurf") ?? "";
  const asText = Buffer.from(sealed, "base64url").toString("latin1");
  const cookies = posted.headers.getSetCookie().filter((cookie) => !cookie.startsWith("trace-id="));
  for (const value of [...Object.values(entered.personalData), "sessionLost"])
    if (value.length > 3) expect([posted.location, asText, `${cookies}`].join()).not.toContain(value);
  expect(cookies).toEqual([expect.stringMatching(/^entwurf=[\w-]{22}; Max-Age=600;.* HttpOnly/)]);
  expect(posted.headers.get("Referrer-Policy")).toBe("same-origin");
  const start = posted.location ?? "";
  expect((await customer.get(start)).text).toContain("wurde nichts bestellt.");
  expect(fieldsOf(await customer.get(`/angebot/${token}/meine-daten`))).toMatchObject(entered.personalData);
  expect(portal.log.join()).not.toContain(sealed);
  await other.get(start);
  expect(fieldsOf(await other.get(`/angebot/${token}/meine-daten`)).firstName).toBe("");
});

test("a failure shows a stranger what was typed, and stores nothing", async () => {
  const before = stored();
  const sent = { section: "email", email: "nur@example.com", submissionId: randomUUID() };
  const failed = await portal.browser().post(`/kundendaten/${fresh("http-503")}`, sent);
  expect([failed.status, failed.name]).toEqual([503, "customer-data"]);
  const { email, submissionId } = fieldsOf(failed);
  expect({ email, submissionId }).toEqual({ email: sent.email, submissionId: sent.submissionId });
  expect(stored()).toEqual(before);
});

test("a selfcare form whose contract is lost goes on without it", async () => {
  const before = stored();
  const customer = portal.browser();
  const typed = { email: "nur@example.com", selectTerminationDate: "now", prefill: "of another secret" };
  const lost = await customer.post("/selfcarekuendigung", typed, { follow: true });
  expect([lost.status, lost.state]).toEqual([410, "SessionLost"]);
  expect(lost.text).toContain("steht schon in dem Formular, für das Sie kein Kundenkonto brauchen");
  const [link] = all(lost.document, "a").flatMap(({ attributes: { href } }) =>
    href?.includes("entwurf=") ? href : [],
  );
  const form = await customer.get(new URL(link ?? "", `${portal.origin}/selfcarekuendigung/error`).pathname);
  expect(fieldsOf(form).email).toBe("");
  expect(fieldsOf(await customer.get(`/kuendigung${link?.slice(link.indexOf("?"))}`)).email).toBe(
    typed.email,
  );
  expect(stored()).toEqual(before);
});

test("an address that would be too long carries the notice alone, or nothing", async () => {
  const customer = portal.browser();
  const token = fresh();
  // Random letters hardly deflate.
  const houseNumber = randomBytes(4000).toString("hex");
  const posted = await customer.post(`/angebot/${token}/meine-daten`, {
    ...entered.personalData,
    houseNumber,
  });
  expect(posted.location?.length).toBeLessThan(1000);
  expect((await customer.get(posted.location ?? "")).text).toContain("wurde nichts bestellt.");
  expect(fieldsOf(await customer.get(`/angebot/${token}/meine-daten`)).firstName).toBe("");

  const path = `/kuendigung?x=${"x".repeat(3600)}`;
  const chosen = await customer.post(`/sprache?returnTo=${encodeURIComponent(path)}`, {
    locale: "de",
    lastName: "Nurfürmich",
  });
  expect([chosen.status, chosen.location]).toEqual([303, path]);
});

test("a browser that looks at any number of offers keeps those with input, and the latest", async () => {
  const customer = portal.browser();
  const ordered = fresh("demo-offer_tm");
  const typed = fresh();
  const looked = fresh();
  await customer.submit(await goToSummary(customer, ordered), {});
  await customer.get(`/angebot/${looked}`);
  await customer.get(`/angebot/${typed}`);
  await customer.post(`/angebot/${typed}/meine-daten`, entered.personalData);
  const before = stored();
  let last = "";
  for (let offers = 0; offers < 130; offers++) {
    last = fresh();
    await customer.get(`/angebot/${last}`);
  }
  expect(stored().bytes - before.bytes).toBeLessThan(256 * 1024);
  const step = async (token: string) => (await customer.get(`/angebot/${token}/meine-daten`)).status;
  expect([await step(looked), await step(typed), await step(last)]).toEqual([302, 200, 200]);
  expect((await customer.get(`/angebot/${ordered}/danke`)).status).toBe(200);
});

describe("a network that adds too much to the store of sessions", () => {
  const from = (address: string) => ({ "X-Forwarded-For": address });
  const begins = async (of: Portal, address: string, token = fresh()) => {
    const customer = of.browser(from(address));
    return { customer, token, start: await customer.get(`/angebot/${token}`) };
  };

  test("begins no more, goes on with those that it has, and may declare", async () => {
    const limited = await startPortal({ RATE_LIMIT_SESSIONS: "3" });
    onTestFinished(() => limited.stop());
    const known = await begins(limited, "2001:db8:7:1::1");
    const phone = await begins(limited, "203.0.113.9");
    await phone.customer.post(`/angebot/${phone.token}/meine-daten`, entered.personalData);
    const step = await phone.customer.get(`/angebot/${phone.token}/ausweisdaten`);
    const asked = await phone.customer.submit(step, { leave: "later" }, { follow: true });
    const shown = await phone.customer.submit(asked, {}, { follow: true });
    const [, link = ""] = /https?:\/\/[^/]+(\/[^\s<]+\/weitermachen\/[^\s<]+)/.exec(shown.html) ?? [];
    for (const network of [2, 3]) await begins(limited, `2001:db8:7:${network}::1`);
    const { customer, start } = await begins(limited, "2001:db8:7:ffff::1");
    expect([start.status, start.state, start.headers.get("Retry-After")]).toEqual([
      429,
      "TooManySessions",
      "300",
    ]);
    expect(start.headers.getSetCookie().join()).not.toContain("sid=");
    // With an id that no store knows, it is as new.
    const made = await fetch(`${limited.origin}/angebot/${fresh()}`, {
      headers: { ...from("2001:db8:7:2::9"), Cookie: `sid=${"A".repeat(32)}` },
    });
    expect(made.status).toBe(429);
    const next = await known.customer.get(`/angebot/${fresh()}`);
    expect([next.status, next.name]).toEqual([200, "offer"]);
    const done = await known.customer.post(`/angebot/${known.token}/meine-daten`, entered.personalData);
    expect([done.status, done.location]).toEqual([303, `/angebot/${known.token}/ausweisdaten`]);
    // Nor does what a session of it posts in vain grow the store; its page shows it all the same.
    const before = stored(limited);
    const vain = { section: "email", email: "nur@example.com", submissionId: randomUUID() };
    const failed = await known.customer.post(`/kundendaten/${fresh("http-503")}`, vain);
    expect([failed.status, fieldsOf(failed).email]).toEqual([503, vain.email]);
    expect(stored(limited)).toEqual(before);
    expect((await customer.post("/kuendigung", declaration())).status).toBe(303);
    // A link that opens once is not lost to a refusal.
    expect((await customer.post(link)).status).toBe(303);
    expect((await begins(limited, "2001:db8:8::1")).start.status).toBe(200);
    await expect.poll(() => limited.log.join()).toContain('"security":"sessions"');
  });

  test("is the same for all portals of one Redis, and what is stored counts beside what begins", async () => {
    const redis = await startRedis();
    const portals: Portal[] = [];
    onTestFinished(async () => {
      await Promise.all(portals.map((one) => one.stop()));
      await redis.stop();
    });
    for (const _ of [1, 2])
      portals.push(
        await startPortal({
          SESSION_STORE: redis.url,
          RATE_LIMIT_SESSIONS: "4",
          RATE_LIMIT_PER_MINUTE: "0",
          API_BASE_URL: portal.origin,
        }),
      );
    const [first, second] = portals as [Portal, Portal];
    const { customer } = await begins(first, "203.0.113.7");
    // Of one session, which nobody refuses.
    for (let offers = 0; offers < 8; offers++)
      expect((await customer.get(`/angebot/${fresh()}`)).status).toBe(200);
    // The other one learns it with the first that it counts itself; alone, it would let four begin.
    const statuses = [];
    for (const _ of [1, 2, 3]) statuses.push((await begins(second, "203.0.113.7")).start.status);
    expect(statuses).toContain(429);
  });
});
