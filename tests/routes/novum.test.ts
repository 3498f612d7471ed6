import { expect, test } from "vitest";
import { linkTo } from "../support/browser.ts";
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
  "unknown",
  "http-401",
  "http-404",
  "http-500",
  "http-302",
  "state-DOWNTIME",
  "hangup",
  "garbage",
  "badshape",
  "../x",
  "%00",
])("an id that leads nowhere (%s) ends on the generic error page", async (id) => {
  const page = await portal.browser().get(`/entry/novum?id=${id}`, { follow: true });
  expect([page.path, page.name]).toEqual(["/angebot/fehler", "offer-error"]);
});

test.each(["/entry/novum", "/entry/novum?id=", "/entry/novum?id=%20", "/entry/novum?number=demo"])(
  "a missing id is told on %s",
  async (path) => {
    const page = await portal.browser().get(path);
    expect([page.status, page.name, page.heading]).toEqual([400, "entry-novum", "Diesem Link fehlt etwas"]);
    expect(linkTo(page, "So sieht der Link aus")).toBe("/angebot");
  },
);

test("twenty at once come to one offer", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => portal.browser().get("/entry/novum?id=demo~many")),
  );
  expect(new Set(answers.map(({ location }) => location))).toEqual(new Set(["/angebot/demo~many"]));
});
