import { expect } from "vitest";
import { dataLayerEvent, type TrackingEvent, trackingEvents } from "#app/tracking/catalogue.ts";
import { fresh } from "../support/fresh.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { sectionEnds, statement } from "./statement.ts";

const portal = await portalForTests();

statement("6.1", async () => {
  expect((await portal.browser().get(`/angebot/${fresh("demo")}`)).status).toBe(200);
  expect((await portal.browser().get(`/idv/${fresh("demo")}`)).status).toBe(200);
  // Without the token of a login, an offer that wants one is not shown.
  expect((await portal.browser().get(`/angebot/${fresh("login")}`)).status).toBe(401);
});

statement("6.2", async () => {
  const page = await portal.browser().get(`/angebot/${fresh("http-401")}`);
  expect([page.status, page.state]).toEqual([401, "Unauthorized"]);
});

statement("6.3", async () => {
  const page = await portal.browser().get(`/angebot/${fresh("http-403")}`);
  expect([page.status, page.state]).toEqual([403, "Forbidden"]);
});

statement("6.4", async () => {
  const token = fresh("demo");
  const customer = portal.browser();
  const page = await customer.get(`/angebot/${token}/meine-daten`);
  expect([page.status, page.location]).toEqual([302, `/angebot/${token}`]);
  await customer.get(`/angebot/${token}`);
  expect((await customer.get(`/angebot/${token}/meine-daten`)).status).toBe(200);
});

statement("6.5", async () => {
  const token = fresh("demo");
  const customer = portal.browser();
  await customer.get(`/angebot/${token}`);
  const page = await customer.get(`/angebot/${token}/zahlung`);
  expect([page.status, page.location]).toEqual([302, `/angebot/${token}/meine-daten`]);
});

statement("6.6", () => {
  for (const id of Object.keys(trackingEvents) as TrackingEvent[])
    expect(dataLayerEvent(id).customerLoginStatus, id).toBe("no");
});

sectionEnds(6);
