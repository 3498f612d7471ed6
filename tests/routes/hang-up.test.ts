import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { fieldsOf, type Page } from "../support/browser.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { startPortal } from "../support/portal.ts";

const backend = await startFaultProxy();
const portal = await startPortal({ API_BASE_URL: backend.origin, RATE_LIMIT_PER_MINUTE: "0" });
afterAll(async () => {
  await portal.stop();
  await backend.stop();
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

/** Posts personal data and hangs up while the provider's answer is held back, then releases it. */
async function leaveStep(token: string) {
  const customer = portal.browser();
  await customer.get(`/angebot/${token}`);
  const page = await customer.get(`/angebot/${token}/meine-daten`);
  const pendingCall = backend.misbehave(/validation/, "never answers");
  await postAndHangUp(page.path, customer.cookies, { ...fieldsOf(page), ...entered.personalData });
  return { customer, pendingCall };
}

test("a step is kept although its customer hangs up", async () => {
  const { customer, pendingCall } = await leaveStep("demo~leaves");
  pendingCall.end();
  await expect.poll(async () => (await customer.get("/angebot/demo~leaves/ausweisdaten")).status).toBe(200);
});

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
  const { customer, pendingCall } = await leaveStep("demo~stops");
  const ended = portal.terminate();
  await expect.poll(() => portal.log.some((line) => line.includes("The portal stops"))).toBe(true);
  pendingCall.end();
  expect(await ended).toBe(0);
  await portal.restart();
  expect((await customer.get("/angebot/demo~stops/ausweisdaten")).status).toBe(200);
});
