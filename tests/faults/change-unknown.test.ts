import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { fieldsOf, type Page } from "../support/browser.ts";
import { newDetails, openDetails } from "../support/customer.ts";
import { type Fault, json, type Play } from "../support/fault-proxy.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";
import { choose } from "../support/identity.ts";
import { mailsAbout } from "../support/outbox.ts";

// Posts beside orders and declarations whose end is unknown (product decisions §1).
const { portal, backend } = await faultyPortalForTests();
afterEach(() => backend.behave());

const change = /POST \/api\/O2\/customer\/details\//;
const choice = /POST \/api\/idv\/[^/]+\/methods/;
const forms = (page: Page) => all(page.document, "form", { method: "post" }).map(fieldNames);
const fieldNames = ({ attributes }: { attributes: Record<string, string | undefined> }) => attributes.id;

/** One of each kind: broken off, late, unreadable. The tables of faults have the others. */
const unknownEnds: [Fault, moment: string, acts: boolean][] = [
  ["closes the connection", "before it acted", false],
  ["never answers", "before it acted", false],
  ["answers no JSON", "after it acted", true],
];

/** The page that waits: no form, and it asks again by itself. */
function expectWaiting(page: Page, name: string, path: string) {
  expect([page.status, page.name, page.state]).toEqual([202, name, "Waiting"]);
  expect(page.headers.get("Refresh")).toMatch(new RegExp(`^\\d+; url=${path}$`));
  expect(forms(page)).not.toContain("customer-data");
  expect(all(page.document, "button", { name: "method" })).toEqual([]);
  expect(page.html.includes("data-files"), "scripts that ask quietly").toBe(true);
}

/** A customer whose change of the phone number meets this. */
async function changed(fault: Fault | Play, acts = false, id = fresh()) {
  const customer = portal.browser();
  const page = await openDetails(customer, id);
  backend.misbehave(change, fault, acts);
  return { id, customer, page, sent: await customer.submit(page, newDetails.phone) };
}
const expectOneMail = async (id: string) => expect(await mailsAbout(backend.origin, id)).toHaveLength(1);

describe.each(unknownEnds)("a provider that %s, %s", (fault, _, acts) => {
  test("customer data: the customer waits until the provider has it, and it is saved once", async () => {
    const { id, customer, sent } = await changed(fault, acts);
    expect([sent.status, sent.location]).toEqual([303, `/kundendaten/${id}`]);
    const page = await openDetails(customer, id);
    // The data is read before the change is sent again.
    if (acts) expect([page.status, page.location]).toEqual([302, expect.stringMatching(/\?receipt=/)]);
    else expectWaiting(page, "customer-data", `/kundendaten/${id}`);
    backend.behave();
    const end = await customer.get(page.location ?? `/kundendaten/${id}`, { follow: true });
    expect([end.status, end.heading]).toEqual([200, "Ihre Änderungen sind gespeichert"]);
    expect(end.text).toContain("23125444");
    await expectOneMail(id);
    expect((await openDetails(customer, id)).status).toBe(200);
  });

  test("a choice: the customer waits, and it is made once", async () => {
    const token = fresh();
    const customer = portal.browser();
    const page = await customer.get(`/idv/${token}`);
    backend.misbehave(choice, fault, acts);
    const sent = await choose(customer, page, "video");
    expect(sent.status).toBe(303);
    if (!acts) {
      expect(sent.location).toBe(`/idv/${token}`);
      expectWaiting(await customer.get(`/idv/${token}`), "idv-selection", `/idv/${token}`);
    }
    backend.behave();
    const end = acts ? await choose(customer, page, "video") : await customer.get(`/idv/${token}`);
    expect(end.location).toBe(`/sandbox/ident/${token}/1`);
  });
});

interface ActingPost {
  scenario: string;
  call: RegExp;
  path: (token: string) => string;
  form?: string;
  name: string;
  isDone: (page: Page) => boolean;
  /** The provider says that there is nothing to do, whether or not it acted. */
  isDoneBefore?: true;
}
/** Posts that do one thing and say no more than that it is done. */
const acting: Record<string, ActingPost> = {
  "coupon by mail": {
    scenario: "post-ident",
    call: /POST \/api\/idv\/[^/]+\/coupon\/mail/,
    path: (token) => `/idv/${token}/post-ident`,
    form: "mail-coupon",
    name: "idv-post-ident",
    isDone: ({ text }) => text.includes("Der Coupon ist unterwegs"),
  },
  "preview reset": {
    scenario: "demo",
    call: /POST \/api\/offer\/[^/]+\/preview\/reset/,
    path: (token) => `/angebot/preview/${token}`,
    form: "reset-preview",
    name: "offer-preview",
    isDoneBefore: true,
    isDone: ({ status, text }) => status === 200 && text.includes("zurückgesetzt"),
  },
  "offer reset": {
    scenario: "state-OFFER_INCOMPATIBLE_STATE",
    call: /PATCH \/api\/offer\//,
    path: (token) => `/angebot/${token}/fehler`,
    name: "offer-error",
    isDone: ({ path, name, status }) =>
      path.endsWith("/fehler") === false && name === "offer" && status === 200,
  },
};
describe.each(Object.entries(acting))("%s", (_, row) => {
  const { scenario, call, path, form: id, name, isDone, isDoneBefore } = row;
  const formOf = (page: Page) => all(page.document, "form", { method: "post", ...(id && { id }) })[0];
  test.each([
    ["closes the connection", "before it acted", false],
    ["answers no JSON", "after it acted", true],
  ] as const)("a provider that %s, %s: the customer waits until it is done", async (fault, _, acts) => {
    const token = fresh(scenario);
    const customer = portal.browser();
    const page = await customer.get(path(token));
    const form = formOf(page);
    backend.misbehave(call, fault, acts);
    const sent = await customer.submit(page, {}, { form });
    expect([sent.status, sent.location]).toEqual([303, path(token)]);
    const waiting = await customer.get(path(token));
    // The provider is asked before it is sent again.
    if (acts || isDoneBefore) {
      expect(waiting.status).toBe(302);
      return expect(isDone(await customer.get(waiting.location ?? "", { follow: true }))).toBe(true);
    }
    expectWaiting(waiting, name, path(token));
    expect(formOf(waiting)).toBeUndefined();
    const data = await customer.get(path(token), { headers: { Accept: "application/json" } });
    expect(JSON.parse(Buffer.from(data.body).toString())).toMatchObject({
      status: 202,
      state: "Waiting",
      next: path(token),
    });
    const other = await customer.submit(page, { submissionId: randomUUID() }, { form });
    expect([other.status, other.location]).toEqual([303, path(token)]);
    backend.behave();
    expect(isDone(await customer.get(path(token), { follow: true }))).toBe(true);
  });

  test("refused late, it may be done again", async () => {
    const token = fresh(scenario);
    const customer = portal.browser();
    const page = await customer.get(path(token));
    backend.misbehave(call, "closes the connection");
    await customer.submit(page, {}, { form: formOf(page) });
    backend.behave();
    backend.misbehave(call, "answers 418 with an unknown code");
    const refused = await customer.get(path(token), { follow: true });
    expect(formOf(refused) ?? all(refused.document, "form", { method: "post" })[0]).toBeDefined();
    expect(refused.state).not.toBe("Waiting");
    backend.behave();
    const again = await customer.submit(refused, {}, { form: formOf(refused), follow: true });
    expect(isDone(again)).toBe(true);
  });
});

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

test.each(['{"code":"CUSTOMER_DATA_CHANGED"}', "<h1>Conflict</h1>"])(
  "our own repeat of a change is refused because the first attempt saved it: %s",
  async (body) => {
    let attempts = 0;
    const { id, customer, sent } = await changed(
      (stage) => (attempts++ === 0 ? stage.response.socket?.destroy() : json(409, body)(stage)),
      true,
    );
    const end = await customer.get(sent.location ?? "", { follow: true });
    expect([end.status, end.heading]).toEqual([200, "Ihre Änderungen sind gespeichert"]);
    expect(end.text).not.toContain("zurzeit nicht gespeichert");
    await expectOneMail(id);
  },
);

test.each([401, 409])("a bare %i to a change says nothing of the link or the data", async (status) => {
  const { id, customer, sent } = await changed(json(status, "<h1>nginx</h1>"));
  expect([sent.status, sent.state, sent.name]).toEqual([502, "TechnicalProblem", "customer-data"]);
  expect(fieldsOf(sent).phone).toBe(newDetails.phone.phone);
  backend.behave();
  expect((await customer.submit(sent)).location).toMatch(/\?receipt=/);
  await expectOneMail(id);
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
  expectWaiting(await customer.get(`/idv/${token}`), "idv-selection", `/idv/${token}`);
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

test("a choice that the second attempt refuses may be made again", async () => {
  const token = fresh();
  const customer = portal.browser();
  const page = await customer.get(`/idv/${token}`);
  backend.misbehave(choice, "closes the connection");
  await choose(customer, page, "video");
  backend.behave();
  backend.misbehave(choice, "answers 418 with an unknown code");
  const shown = await customer.get(`/idv/${token}`);
  expect([shown.status, shown.name, shown.state]).toEqual([200, "idv-selection", undefined]);
  expect(shown.text).toContain("Dieser Weg ließ sich nicht mehr wählen.");
  backend.behave();
  expect((await choose(customer, shown, "photo")).location).toBe(`/sandbox/ident/${token}/1`);
});

test("a refusal that comes late keeps what was typed", async () => {
  const { id, customer } = await changed("closes the connection");
  backend.misbehave(change, "answers 418 with an unknown code");
  const refused = await customer.get(`/kundendaten/${id}`, { follow: true });
  expect([refused.status, refused.name, refused.state]).toEqual([200, "customer-data", undefined]);
  expect(refused.text).toContain("Das Speichern können wir gerade nicht bestätigen");
  expect(fieldsOf(refused).phone).toBe(newDetails.phone.phone);
  backend.behave();
  expect((await customer.submit(refused)).location).toMatch(/\?receipt=/);
  await expectOneMail(id);
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

test("a provider that ignores the key refuses the second attempt, and the change is found in its data", async () => {
  const { id, customer, sent } = await changed("answers 500 with a page", true);
  expect([sent.status, sent.location]).toEqual([303, `/kundendaten/${id}`]);
  backend.misbehave(change, json(409, '{"code":"CUSTOMER_DATA_CHANGED"}'));
  const end = await customer.get(`/kundendaten/${id}`, { follow: true });
  expect([end.status, end.heading]).toEqual([200, "Ihre Änderungen sind gespeichert"]);
  expect(end.text).not.toContain("Vorgangsnummer");
  await expectOneMail(id);
});

test("another change waits for the one before, and its input is kept", async () => {
  const { id, customer, page } = await changed("closes the connection");
  const waiting = await customer.get(`/kundendaten/${id}`, { headers: { Accept: "application/json" } });
  expect(JSON.parse(new TextDecoder().decode(waiting.body))).toMatchObject({
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

test("a vague answer to the second attempt does not bring the button back", async () => {
  const { id, customer, page } = await changed("closes the connection");
  backend.misbehave(change, "answers 503 without words");
  const again = await customer.submit(page, newDetails.phone);
  expect([again.status, again.location]).toEqual([303, `/kundendaten/${id}`]);
  expectWaiting(await openDetails(customer, id), "customer-data", `/kundendaten/${id}`);
  backend.behave();
  expect((await openDetails(customer, id)).location).toMatch(/\?receipt=/);
  await expectOneMail(id);
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
  const end = await vi.waitUntil(look, { timeout: 60_000 });
  expect(end.location).toMatch(/\?receipt=/);
  await expectOneMail(id);
});
