import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { dataOf, fieldsOf, type Page } from "../support/browser.ts";
import { newDetails, openDetails } from "../support/customer.ts";
import { type Fault, json, type Play } from "../support/fault-proxy.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";
import { choose } from "../support/identity.ts";
import { mailsAbout } from "../support/outbox.ts";
import { testPatienceMs } from "../support/patience.ts";

// What is particular to a change, a choice or a reset whose end is unknown (product decisions §1); faults/acts and faults/calls have the rest.
const { portal, backend } = await faultyPortalForTests();
afterEach(() => backend.behave());

const change = /POST \/api\/O2\/customer\/details\//;
const choice = /POST \/api\/idv\/[^/]+\/methods/;
const expectWaiting = (page: Page, name: string) =>
  expect([page.status, page.name, page.state]).toEqual([202, name, "Waiting"]);

/** A customer whose change of the phone number meets this. */
async function changed(fault: Fault | Play, acts = false, id = fresh()) {
  const customer = portal.browser();
  const page = await openDetails(customer, id);
  backend.misbehave(change, fault, acts);
  return { id, customer, page, sent: await customer.submit(page, newDetails.phone) };
}
const expectOneMail = async (id: string) => expect(await mailsAbout(backend.origin, id)).toHaveLength(1);

test("no other page of the offer shows the button of a reset meanwhile", async () => {
  const token = fresh("state-OFFER_INCOMPATIBLE_STATE");
  const customer = portal.browser();
  backend.misbehave(/PATCH \/api\/offer\//, "closes the connection");
  await customer.submit(await customer.get(`/angebot/${token}/fehler`));
  const page = await customer.get(`/angebot/${token}`);
  expect([page.status, page.location]).toEqual([302, `/angebot/${token}/fehler`]);
});

test("a reset without a session or a field resets nothing: it begins the journey, with a notice", async () => {
  const token = fresh("state-OFFER_INCOMPATIBLE_STATE");
  const stranger = portal.browser();
  const calls = backend.calls.length;
  const sent = await stranger.post(`/angebot/${token}/fehler`);
  // A stranger has no session: what is shown next is in the link.
  const offer = new RegExp(`^/angebot/${token}\\?entwurf=[\\w-]+$`);
  expect([sent.status, sent.location]).toEqual([303, expect.stringMatching(offer)]);
  expect(backend.calls.slice(calls).filter((call) => call.startsWith("PATCH"))).toEqual([]);
});

/** The status of a verification, by a provider that leaves out the method. */
const withoutMethod: Play = async (stage) => {
  const { methodId, ...status } = await (await stage.answer()).json();
  return json(200, JSON.stringify(status))(stage);
};

test("after a gateway's page, a status that names no method does not say that none was chosen", async () => {
  const token = fresh();
  const customer = portal.browser();
  const page = await customer.get(`/idv/${token}`);
  backend.misbehave(/GET \/api\/idv\/[^/]+$/, withoutMethod);
  const gateway = backend.strike({ call: choice, fault: "answers 502", acts: true });
  const sent = await choose(customer, page, "video");
  expect([sent.status, sent.location]).toEqual([303, `/idv/${token}`]);
  expectWaiting(await customer.get(`/idv/${token}`), "idv-selection");
  gateway.end();
  expect((await customer.get(`/idv/${token}`)).location).toBe(`/sandbox/ident/${token}/1`);
});

test("after a gateway's page, another one does not say that a preview was not reset", async () => {
  const token = fresh();
  const customer = portal.browser();
  const page = await customer.get(`/angebot/preview/${token}`);
  const [form] = all(page.document, "form", { method: "post", id: "reset-preview" });
  backend.misbehave(/POST .*preview\/reset/, "answers 503 without words");
  backend.strike({ call: /GET \/api\/offer\/verify\//, fault: "answers 404 without words" });
  const sent = await customer.submit(page, {}, { form });
  expect([sent.status, sent.location]).toEqual([303, `/angebot/preview/${token}`]);
});

test("data that changed elsewhere meanwhile is shown beside what was typed", async () => {
  const id = fresh();
  const other = portal.browser();
  const elsewhere = await openDetails(other, id);
  const { customer } = await changed("closes the connection", false, id);
  backend.behave();
  await other.submit(elsewhere, newDetails.email);
  const shown = await customer.get(`/kundendaten/${id}`, { follow: true });
  expect(shown.text).toContain("Ihre Daten wurden inzwischen geändert");
  expect(fieldsOf(shown).phone).toBe(newDetails.phone.phone);
  expect((await customer.submit(shown)).location).toMatch(/\?receipt=/);
});

test("what was typed is kept though the data can be read only once after a bare refusal", async () => {
  const id = fresh();
  const customer = portal.browser();
  const page = await openDetails(customer, id);
  backend.misbehave(change, "answers 403 without words");
  const reads = { call: /GET \/api\/O2\/customer\/details\//, attempts: [2, 3, 4] };
  const away = backend.strike({ ...reads, fault: "answers 500 with a page" });
  const refused = await customer.submit(page, newDetails.phone);
  expect([refused.status, refused.name]).toEqual([502, "customer-data"]);
  away.end();
  expect(fieldsOf(await openDetails(customer, id)).phone).toBe(newDetails.phone.phone);
});

test("another change waits for the one before, and its input is kept", async () => {
  const { id, customer, page } = await changed("closes the connection");
  const waiting = await customer.get(`/kundendaten/${id}`, { headers: { Accept: "application/json" } });
  expect(dataOf(waiting)).toMatchObject({
    page: "customer-data",
    state: "Waiting",
    status: 202,
  });
  const second = await customer.submit(page, { phone: "030 23125-999", submissionId: randomUUID() });
  expect([second.status, second.location]).toEqual([303, `/kundendaten/${id}`]);
  backend.behave();
  await customer.get(`/kundendaten/${id}`, { follow: true });
  await expectOneMail(id);
  expect(fieldsOf(await openDetails(customer, id)).phone).toBe("030 23125-999");
});

test("a change that takes longer than its page ends on its receipt", async () => {
  const id = fresh("save-slow-8000");
  const customer = portal.browser();
  const sent = await customer.submit(await openDetails(customer, id), newDetails.phone);
  expect([sent.status, sent.location]).toEqual([303, `/kundendaten/${id}`]);
  const look = async () => {
    const page = await openDetails(customer, id);
    return page.state !== "Waiting" && page;
  };
  const end = await vi.waitUntil(look, { timeout: testPatienceMs });
  expect(end.location).toMatch(/\?receipt=/);
  await expectOneMail(id);
});
