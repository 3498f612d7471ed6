import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { fieldsOf, type Page } from "../support/browser.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { residentMiB } from "../support/portal.ts";
import { declaration, idOf, terminationsAt } from "../support/termination.ts";

// Of its own: it is measured, and stopped.
const { portal, backend } = await faultyPortalForTests({});

test("while part of the provider hangs with 300 visitors waiting, the rest answers, and it recovers", async () => {
  const look = () => portal.browser().get(`/angebot/${fresh()}`);
  expect((await look()).status).toBe(200);
  const before = residentMiB(portal);
  backend.misbehave(/\/api\/offer\//, "never answers");
  const waiting = Promise.all(Array.from({ length: 300 }, look));
  const asked = Array.from({ length: 3 }, async () => {
    expect((await portal.browser().get("/")).status).toBe(200);
    expect((await portal.browser().get("/kuendigung")).status).toBe(200);
    const fields = declaration();
    const receipt = await portal.browser().post("/kuendigung", fields, { follow: true });
    expect([receipt.status, receipt.name]).toEqual([200, "termination-confirmation"]);
    const passedOn = () => terminationsAt(backend.origin, idOf(receipt));
    await expect.poll(passedOn).toHaveLength(1);
  });
  await Promise.all(asked);
  const shown = (await waiting).map(({ status, state }) => `${status} ${state}`);
  expect(shown.filter((one) => !["503 Downtime", "500 Unexpected"].includes(one))).toEqual([]);
  // A portal that has just started has 130 MiB, so it stays below the 400 that one may take.
  expect(residentMiB(portal) - before).toBeLessThan(240);
  expect((await fetch(`${portal.origin}/health/ready`)).status).toBe(200);
  backend.behave();
  await expect.poll(async () => (await look()).status).toBe(200);
});

test("a gateway without a backend shows on dashboards, and does not affect readiness", async () => {
  backend.misbehave(/./, "answers 502");
  const dependencies = async () => {
    const answer = await fetch(`${portal.origin}/health/dependencies`);
    return { shown: answer.status, ...(await answer.json()) };
  };
  // A look counts for three seconds.
  await expect.poll(dependencies).toMatchObject({ shown: 503, backend: "answers 502" });
  expect((await fetch(`${portal.origin}/health/ready`)).status).toBe(200);
  backend.behave();
});

/** Sends a whole post and hangs up once the portal is processing it. */
async function postAndHangUp(
  path: string,
  cookies: Iterable<[string, string]>,
  fields: Record<string, string>,
) {
  const body = new URLSearchParams(fields).toString();
  const socket = connect(portal.port, "127.0.0.1");
  await once(socket, "connect");
  const calls = backend.calls.length;
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      `Host: localhost:${portal.port}`,
      `Cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join("; ")}`,
      "Content-Type: application/x-www-form-urlencoded",
      `Content-Length: ${body.length}`,
      "",
      body,
    ].join("\r\n"),
  );
  await expect.poll(() => backend.calls.length).toBeGreaterThan(calls);
  socket.destroy();
}

test("an order is known to its session although its customer hangs up", async () => {
  const customer = portal.browser();
  const summary = await goToSummary(customer, "demo~leaves-order");
  const pendingCall = backend.misbehave(/offer\/accept/, "never answers", true);
  await postAndHangUp(summary.path, customer.cookies, fieldsOf(summary));
  pendingCall.end();
  // The steps of a placed order lead to its confirmation, so the button is gone.
  await expect
    .poll(async () => (await customer.get(summary.path)).location)
    .toBe("/angebot/demo~leaves-order/danke");
});

test("steps posted at once from two tabs are both kept", async () => {
  const customer = portal.browser();
  const summary = await goToSummary(customer, "demo~tabs");
  const tabs = await Promise.all(
    ["ausweisdaten", "zahlung"].map((step) => customer.get(`/angebot/demo~tabs/${step}`)),
  );
  const [idData, payment] = tabs as [Page, Page];
  const posted = await Promise.all([
    customer.submit(idData, { ...entered.idData, documentNumber: "C01X00T41" }),
    customer.submit(payment, entered.card),
  ]);
  expect(posted.map(({ status }) => status)).toEqual([303, 303]);
  const after = await customer.get(summary.path);
  expect(after.text).toContain("Kreditkarte");
  const shown = await customer.get("/angebot/demo~tabs/ausweisdaten");
  expect(shown.text).toContain("C0•••••41");
});

test("a stopping portal keeps a step although its customer hangs up", async () => {
  const customer = portal.browser();
  await customer.get("/angebot/demo~stops");
  const page = await customer.get("/angebot/demo~stops/meine-daten");
  const pendingCall = backend.misbehave(/validation/, "never answers");
  await postAndHangUp(page.path, customer.cookies, { ...fieldsOf(page), ...entered.personalData });
  const ended = portal.terminate();
  await expect.poll(() => portal.log.some((line) => line.includes("The portal stops"))).toBe(true);
  pendingCall.end();
  expect(await ended).toBe(0);
  await portal.restart();
  expect((await customer.get("/angebot/demo~stops/ausweisdaten")).status).toBe(200);
});
