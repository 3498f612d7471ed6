import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { ActingCall } from "#app/backend/contract/calls.ts";
import { keysOf } from "#app/domain/keys-of.ts";
import { acts } from "#app/outcome/acts.ts";
import { pageAt } from "#app/page-table.server.ts";
import { type Browser, fieldsOf, type Page } from "../support/browser.ts";
import { newDetails, openDetails } from "../support/customer.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { type StoreFault, startFaultStore } from "../support/fault-store.ts";
import { fresh } from "../support/fresh.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { startPortal } from "../support/portal.ts";
import { type Form, formOn, scenes, sendForm } from "../support/scenes.ts";
import { declaration } from "../support/termination.ts";

const backend = await startFaultProxy();
const store = await startFaultStore();
const portal = await startPortal({
  API_BASE_URL: backend.origin,
  SESSION_STORE: store.url,
  REDIRECT_ORIGINS: backend.origin,
  RATE_LIMIT_PER_MINUTE: "0",
});
afterEach(() => store.heal());
afterAll(async () => {
  await portal.stop();
  await store.stop();
  await backend.stop();
});

/** A customer whose session is in the store. */
async function knownCustomer(token = fresh()): Promise<{ customer: Browser; token: string }> {
  const customer = portal.browser();
  // After a fault the store is tried again at intervals.
  await expect.poll(async () => (await customer.get(`/angebot/${token}`)).status).toBe(200);
  return { customer, token };
}

const traceIdOf = ({ cookies }: Browser) => `"traceId":"${cookies.get("trace-id")}"`;

const away: StoreFault[] = ["refuses", "hangs"];
const faulty: StoreFault[] = [...away, "is full"];

describe.each(faulty)("a store that %s", (fault) => {
  test("prevents no termination, withdrawal, change of data or advertising objection", async () => {
    const { customer } = await knownCustomer();
    await store.strike(fault);
    const forms = [
      ["/kuendigung", declaration(), "termination-confirmation"],
      ["/widerruf", declaration({ contractReference: "B-1" }), "withdrawal-confirmation"],
      [`/email-ablehnung?token=${fresh()}&brand=o2`, {}, "email-rejection"],
    ] as const;
    for (const [path, fields, name] of forms) {
      const page = await customer.get(path);
      expect(page.status, path).toBe(200);
      const { submissionId = randomUUID(), ...typed } = fields as Record<string, string>;
      const done = await customer.submit(page, { submissionId, ...typed }, { follow: true });
      expect([done.status, done.name], path).toEqual([200, name]);
    }
    const id = fresh();
    const saved = await customer.submit(await openDetails(customer, id), newDetails.phone, { follow: true });
    expect([saved.status, saved.heading]).toEqual([200, "Ihre Änderungen sind gespeichert"]);
    const chosen = await customer.submit(
      await openDetails(customer, id),
      { ...newDetails.address, street: "Lindenwg", addressChoice: "entered" },
      { follow: true },
    );
    expect(chosen.status).toBe(200);
  });

  test("loses nothing of a placed order", async () => {
    const { customer, token } = await knownCustomer();
    const summary = await goToSummary(customer, token, entered.directDebit);
    const broken = backend.strike({
      call: /POST \/api\/offer\/accept\//,
      of: token,
      fault: "never answers",
      acts: true,
    });
    const posting = customer.submit(summary);
    await expect.poll(broken.met).toBe(1);
    await store.strike(fault);
    broken.end();
    const posted = await posting;
    expect([posted.status, posted.location]).toEqual([303, `/angebot/${token}/danke`]);
    const done = await customer.get(posted.location ?? "");
    expect([done.status, done.name]).toEqual([200, "confirmation"]);
  });
});

describe.each(away)("a store that %s", (fault) => {
  test.each([
    ["", "o2", "de", "Im Moment geht es hier nicht weiter"],
    ["/en", "spice", "en", "You cannot continue here right now"],
    ["/tr", "ayyildiz", "tr", "Şu\u00a0anda buradan devam edemezsiniz"],
  ])("is explained on an offer's page (%s)", async (prefix, brand, lang, heading) => {
    const { customer, token } = await knownCustomer();
    await store.strike(fault);
    const page = await customer.get(`${prefix}/angebot/${token}/meine-daten?brand=${brand}`);
    expect([page.status, page.lang, page.state, page.heading]).toEqual([503, lang, "SessionsAway", heading]);
    expect(page.headers.get("Retry-After")).toBe("60");
    // It is not the provider's failure.
    const line = () =>
      portal.log.find((text) => text.includes('"status":503') && text.includes(traceIdOf(customer)));
    await expect.poll(line).toContain('"cause":"portal"');
    // No data was loaded from which scripts could render the page.
    expect(page.html).not.toContain("data-files");
  });
});

test("a step that cannot be stored can be sent again from its page, with everything typed", async () => {
  const { customer, token } = await knownCustomer();
  const page = await customer.get(`/angebot/${token}/meine-daten`);
  for (const fault of ["hangs", "is full"] as const) {
    await store.strike(fault);
    const lost = await customer.submit(page, entered.personalData);
    expect([lost.status, lost.state]).toEqual([503, "SessionsAway"]);
    expect(fieldsOf(lost)).toMatchObject(entered.personalData);
    expect(lost.text).toContain(nothingSent);
    await store.heal();
    let next = await customer.submit(lost);
    await expect
      .poll(async () => {
        next = next.status === 503 ? await customer.submit(next) : next;
        return next.location;
      })
      .toBe(`/angebot/${token}/ausweisdaten`);
  }
});

/** How a press ends whose form was sent before, which only the session knows; the login's code is sent by a look. */
const secondPresses: Record<Exclude<ActingCall, "exchangeCode">, "to be looked up" | "done"> = {
  acceptOffer: "to be looked up",
  resetOffer: "to be looked up",
  resetPreview: "to be looked up",
  declineOffer: "to be looked up",
  correctEmail: "to be looked up",
  correctPorting: "to be looked up",
  readEsim: "to be looked up",
  replaceEsim: "to be looked up",
  sendNewLink: "done",
  chooseIdvMethod: "done",
  mailIdvCoupon: "to be looked up",
  changeCustomerDetails: "done",
  terminate: "done",
  terminatePrefilled: "done",
  terminationUpload: "done",
  withdraw: "done",
  declineEmail: "done",
  revokeConsents: "done",
  revokeConsentsByName: "done",
  reportBarrier: "done",
};
const nothingSent = "Es wurde nichts abgeschickt";

test("a second press while the store is away is not told that nothing was sent", async () => {
  const pressed = await Promise.all(keysOf(secondPresses).map(pressOnce));
  const { customer, token } = await ordered();
  await store.strike("hangs");
  const seen: Record<string, string> = {};
  for (const { call, press } of pressed) seen[call] = endOf(await press());
  expect(seen).toEqual(secondPresses);
  const paid = await customer.post(`/angebot/${token}/danke`, { pay: "yes" });
  expect(endOf(paid), "of an order that is to be paid").toBe("to be looked up");
});

async function pressOnce(call: keyof typeof secondPresses) {
  const scene = scenes[call] as Form & { scenario?: string };
  const customer = portal.browser();
  const token = fresh(scene.scenario);
  const page = await scene.form(customer, token);
  const { action = "" } = formOn(page, scene)?.attributes ?? {};
  expect(acts[call].postedFrom).toContain(pageAt(new URL(action, portal.origin + page.path).pathname)?.name);
  const press = () => sendForm(customer, page, scene, token);
  await press();
  return { call, press };
}

async function ordered() {
  const customer = portal.browser();
  const token = fresh();
  await customer.submit(await goToSummary(customer, token, entered.card));
  return { customer, token };
}

function endOf({ status, state, text }: Page) {
  if (status === 303) return "done";
  const isOpen = state === "SessionsAway" && text.includes("Wir können gerade nicht nachsehen, ob");
  return isOpen && !text.includes(nothingSent) ? "to be looked up" : `${status} ${state}: ${text}`;
}

test("a slow store slows pages down and changes nothing else", async () => {
  const { customer, token } = await knownCustomer();
  await store.strike("is slow");
  const next = await customer.submit(
    await customer.get(`/angebot/${token}/meine-daten`),
    entered.personalData,
  );
  expect([next.status, next.location]).toEqual([303, `/angebot/${token}/ausweisdaten`]);
});
