import { expect, test } from "vitest";
import { linkTo } from "../support/browser.ts";
import { all } from "../support/html.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

test.each([
  ["/entry/novum?id=demo~n1", "/angebot/demo~n1"],
  ["/entry/novum?id=%20demo~n1%20", "/angebot/demo~n1"],
  ["/en/entry/novum?id=demo~n1&brand=ortel", "/en/angebot/demo~n1"],
])("%s leads to its offer, every time", async (path, location) => {
  const customer = portal.browser();
  for (let time = 0; time < 2; time++) {
    const answer = await customer.get(path);
    expect([answer.status, answer.location]).toEqual([302, location]);
  }
  expect((await customer.get(path, { follow: true })).name).toBe("offer");
});

test.each([
  ["http-401", 401, "Unauthorized"],
  ["http-403", 403, "Forbidden"],
  ["http-500", 500, "Unexpected"],
  ["http-503", 500, "Unexpected"],
  ["http-302", 500, "Unexpected"],
  ["state-TECHNICAL_PROBLEM", 500, "TechnicalProblem"],
  ["state-DOWNTIME", 503, "Downtime"],
  ["state-OFFER_BLOCKED", 409, "OfferBlocked"],
  ["state-OFFER_CONSUMED", 410, "OfferConsumed"],
  ["state-PERSONAL_DATA_MISSING", 409, "PersonalDataMissing"],
  ["state-OFFER_INCOMPATIBLE_STATE", 409, "OfferIncompatibleState"],
  ["state-OFFER_PAYMENT_WAITFORCAPTURE", 202, "OfferPaymentWaitForCapture"],
  ["hangup", 500, "Unexpected"],
  ["garbage", 500, "Unexpected"],
  ["badshape", 500, "Unexpected"],
])("a failure (%s) is no missing offer: %i %s", async (id, status, state) => {
  const path = `/entry/novum?id=${id}`;
  const page = await portal.browser().get(path);
  expect([page.status, page.name, page.state]).toEqual([status, "entry-novum", state]);
  const actions = all(page.document, "*", { "data-action": true });
  expect(actions.map(({ attributes }) => attributes["data-action"])).not.toEqual([]);
  expect(page.headers.get("Refresh"), "it has no page that waits").toBeNull();
  if (status === 500) expect(linkTo(page, "Erneut versuchen")).toBe(path);
  if (status === 503) {
    expect(page.text).toMatch(/\d\d:\d\d/);
    expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(0);
  }
});

test("the number to call is the answer's", async () => {
  const page = await portal.browser().get("/entry/novum?id=state-RESERVATION_CALL_HOTLINE");
  expect([page.status, page.state]).toEqual([409, "ReservationCallHotline"]);
  expect(page.text).toContain("030 23125 111 anrufen");
});

test("a temporary failure is over at the second attempt", async () => {
  const customer = portal.browser();
  const failed = await customer.get("/entry/novum?id=entry-once-http-500~n");
  const again = await customer.get(linkTo(failed, "Erneut versuchen"), { follow: true });
  expect([failed.status, again.status]).toEqual([500, again.status]);
  expect(again.name).not.toBe("entry-novum");
});

test.each(["unknown", "http-404", "http-410", "../x", "%00"])(
  "an id that leads nowhere (%s) ends on the generic error page",
  async (id) => {
    const page = await portal.browser().get(`/entry/novum?id=${id}`, { follow: true });
    expect([page.path, page.name, page.status]).toEqual(["/angebot/fehler", "offer-error", 200]);
    expect(page.text, "no number of a request that succeeded").not.toContain("Fehlernummer");
  },
);

test.each(["/entry/novum", "/entry/novum?id=", "/entry/novum?id=%20", "/entry/novum?number=demo"])(
  "a missing id is refused on %s",
  async (path) => {
    const page = await portal.browser().get(path);
    expect([page.status, page.name, page.state, page.heading]).toEqual([
      404,
      "entry-novum",
      "NotFound",
      "Diesem Link fehlt etwas",
    ]);
    expect(linkTo(page, "So sieht der Link aus")).toBe("/angebot");
  },
);

test("twenty concurrent entries lead to one offer", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => portal.browser().get("/entry/novum?id=demo~many")),
  );
  expect(new Set(answers.map(({ location }) => location))).toEqual(new Set(["/angebot/demo~many"]));
});
