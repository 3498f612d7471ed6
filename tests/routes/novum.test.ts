import { expect, test } from "vitest";
import { actionsOf, linkTo } from "../support/browser.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

test.each([
  ["/entry/novum?id=demo~n1", "/angebot/demo~novum-n1"],
  ["/entry/novum?id=%20demo~n1%20", "/angebot/demo~novum-n1"],
  ["/en/entry/novum?id=demo~n1&brand=ortel", "/en/angebot/demo~novum-n1"],
])("%s leads to its offer", async (path, location) => {
  const customer = portal.browser();
  const answer = await customer.get(path);
  expect([answer.status, answer.location]).toEqual([302, location]);
  expect((await customer.get(location)).name).toBe("offer");
});

test.each([
  ["http-401", 401, "Unauthorized"],
  ["http-403", 403, "Forbidden"],
  ["http-500", 500, "Unexpected"],
  ["state-TECHNICAL_PROBLEM", 500, "TechnicalProblem"],
  ["state-DOWNTIME", 503, "Downtime"],
  ["state-OFFER_BLOCKED", 409, "OfferBlocked"],
  ["state-OFFER_INCOMPATIBLE_STATE", 409, "OfferIncompatibleState"],
  ["state-OFFER_PAYMENT_WAITFORCAPTURE", 202, "OfferPaymentWaitForCapture"],
  ["badshape", 502, "Unexpected"],
])("a failure (%s) is no missing offer: %i %s", async (id, status, state) => {
  const path = `/entry/novum?id=${id}`;
  const page = await portal.browser().get(path);
  expect([page.status, page.name, page.state]).toEqual([status, "entry-novum", state]);
  expect(actionsOf(page)).not.toEqual([]);
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

test.each(["unknown", "http-404", "http-410", "../x", "x%00y"])(
  "an id that leads nowhere (%s) ends on the generic error page",
  async (id) => {
    const page = await portal.browser().get(`/entry/novum?id=${id}`, { follow: true });
    expect([page.path, page.name, page.status]).toEqual(["/angebot/fehler", "offer-error", 404]);
    expect(page.text).toContain("Fehlernummer");
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
    expect(linkTo(page, "Hilfe zum Link")).toBe("/angebot");
  },
);
