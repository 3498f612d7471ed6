import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { type Fields, fieldsOf, type Page } from "../support/browser.ts";
import { hoursAhead } from "../support/clock.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { startPortal } from "../support/portal.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { takeAway } from "../support/store.ts";
import { declaration, idOf, received } from "../support/termination.ts";

/** Whatever the clocks of portals say, and whatever is away: the same declaration is one (decision 0127). */

const backend = await startFaultProxy();
const settings = { API_BASE_URL: backend.origin, DECLARATION_RETRY_MS: "50", RATE_LIMIT_PER_MINUTE: "0" };
afterAll(() => backend.stop());

const contract = () => `V-${crypto.randomUUID()}`;
const written = (contractNumber: string): Fields => ({
  ...declaration({ contractNumber }),
  submissionId: undefined,
});
const stampOf = (page: Page) => {
  const { edition, submissionId } = fieldsOf(page);
  expect([edition, submissionId]).toEqual([expect.stringMatching(/^[\w-]{22}$/), undefined]);
  return edition;
};
const arrivals = async (contractNumber: string) =>
  (await received(backend.origin)).filter(({ declaration }) => declaration.contractNumber === contractNumber);

describe("two portals of one database, whose clocks are five hours apart", async () => {
  const database = await startPostgres();
  const shared = { ...settings, DECLARATION_STORE: database.url };
  const [one, other] = await Promise.all([startPortal(shared), startPortal({ ...shared, ...hoursAhead(5) })]);
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()]);
    await database.stop();
  });
  const stamps = async () =>
    Promise.all([one, other].map(async (portal) => stampOf(await portal.browser().get("/kuendigung"))));
  const declare = (fields: Fields) =>
    Promise.all([one, other].map(async (portal) => idOf(await portal.browser().post("/kuendigung", fields))));

  test("one page sent to both is one declaration, and so is the same content of two pages or of none", async () => {
    const [early, late] = await stamps();
    expect(early).not.toBe(late);
    const number = contract();
    const ids: string[] = [];
    for (const edition of [early, late, undefined])
      ids.push(...(await declare({ ...written(number), edition })));
    expect(new Set(ids).size).toBe(1);
    expect(await arrivals(number)).toHaveLength(1);
    expect((await declare({ ...written(number), edition: early, firstName: "Berta" }))[0]).not.toBe(ids[0]);
  });

  test("by the database's clock an hour later: the same page is the same declaration, another is another", async () => {
    const [edition, later] = await stamps();
    const number = contract();
    const [first] = await declare({ ...written(number), edition });
    await database.query(`UPDATE declaration SET "receivedAt" = "receivedAt" - 3600000`);
    expect(new Set(await declare({ ...written(number), edition }))).toEqual(new Set([first]));
    const [second] = await declare({ ...written(number), edition: later });
    expect(second).not.toBe(first);
    await expect.poll(() => arrivals(number)).toHaveLength(2);
  });

  test("a post that says nothing of its page is the same for an hour, and then another one each hour", async () => {
    const number = contract();
    const ids = [];
    for (let hour = 0; hour < 3; hour++) {
      ids.push(...(await declare(written(number))));
      await database.query(`UPDATE declaration SET "receivedAt" = "receivedAt" - 3600000`);
    }
    expect(new Set(ids).size).toBe(3);
  });
});

test("taken directly while the store was away, and sent again hours later, it is one declaration", async () => {
  const portal = await startPortal(settings);
  onTestFinished(() => portal.stop());
  const edition = stampOf(await portal.browser().get("/kuendigung"));
  const file = join(portal.folder, "declarations.sqlite");
  takeAway(file);
  // Of a constant page, and a bare post.
  const posts = [edition, undefined].map((edition) => {
    const number = contract();
    return { number, fields: { ...written(number), edition } };
  });
  const sent = [];
  for (const { number, fields } of posts) {
    sent.push(idOf(await portal.browser().post("/kuendigung", fields)));
    expect(await arrivals(number)).toHaveLength(1);
  }
  rmSync(file);
  await portal.restart(hoursAhead(3));
  for (const [at, { number, fields }] of posts.entries()) {
    expect(idOf(await portal.browser().post("/kuendigung", fields))).toBe(sent[at]);
    expect(await arrivals(number)).toHaveLength(1);
  }
});

test("the stamp survives a refused post; a form that is carried to another language has an id of its own", async () => {
  const customer = (await portalForTests()).browser();
  await customer.get("/?brand=ortel");
  const edition = stampOf(await customer.get("/kuendigung"));
  const refused = await customer.post("/kuendigung", { edition, firstName: "Ada" });
  expect([refused.status, stampOf(refused)]).toEqual([422, edition]);
  const typed = { ...written("V-1"), edition, locale: "en" };
  const english = await customer.post("/sprache?returnTo=/kuendigung", typed, { follow: true });
  expect([english.lang, fieldsOf(english).firstName]).toEqual(["en", "Ada"]);
  expect(fieldsOf(english).submissionId).toMatch(/^[0-9a-f-]{36}$/);
});
