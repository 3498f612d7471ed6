import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { calls } from "#app/backend/contract/calls.ts";
import { type Browser, type Fields, fieldsOf, type Page } from "../support/browser.ts";
import { newDetails, openDetails } from "../support/customer.ts";
import { bodyFaults, commonFaults, type Fault, unknownEnds, vagueEnds } from "../support/fault-proxy.ts";
import { faultyPortalForTests, inTurn, tracedCustomer } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { all, first } from "../support/html.ts";
import { enterAll, entered, goToSummary } from "../support/offer.ts";
import { sendProofToTheEnd, streamProof } from "../support/proof-stream.ts";
import {
  declaration,
  idOf,
  pdfOf,
  receiptAt,
  terminationsAt,
  terminationsOfContract,
} from "../support/termination.ts";

// Every call × fault: what the customer sees. Whether a call that acts has its effect once is in faults/fault-table.
const { portal, backend } = await faultyPortalForTests({});

type Step = () => Promise<Page>;
/** What comes before, with a working backend. @returns the step that makes the call */
type Start = (customer: Browser, token: string) => Step | Promise<Step>;
/** Status, name and state of a page, and where it leads: see `told`. */
type Told = string;
interface Case {
  /** The call that fails. */
  call: RegExp;
  scenario?: string;
  start: Start;
  tells: Told;
  /** Where it is not known whether the call had its effect. */
  open?: Told;
  /** What that leads to while the fault lasts. */
  still?: Told;
  /** After an answer that does not say whether it had. */
  vague?: Told;
  /** Where the page has given up waiting for it. */
  late?: Told;
  except?: { [F in Fault]?: Told };
  /** Of its answer no body is read. */
  needsNoAnswer?: true;
  /** The same step with a working backend. */
  later?: Told;
}

const told = ({ status, name, state, location }: Page): Told =>
  [status, name, state, location?.replace(/(~|%7E)[\w-]+/, "~").replace(/(receipt|done)=.*/, "$1=")]
    .filter(Boolean)
    .join(" ");

const at = (path: string, token: string) => path.replace(":token", token);
const opens =
  (path: string, follow = false): Start =>
  (customer, token) =>
  () =>
    customer.get(at(path, token), { follow });
const posts =
  (path: string, fields: Fields = {}, follow = false): Start =>
  (customer, token) =>
  () =>
    customer.post(at(path, token), fields, { follow });
const submits =
  (open: (customer: Browser, token: string) => Promise<Page>, fields: Fields = {}): Start =>
  async (customer, token) => {
    const page = await open(customer, token);
    return () => customer.submit(page, fields);
  };
const after =
  (before: (customer: Browser, token: string) => Promise<unknown>, then: Start): Start =>
  async (customer, token) => {
    await before(customer, token);
    return then(customer, token);
  };
const ordered = async (customer: Browser, token: string) =>
  customer.submit(await goToSummary(customer, token));

/** The login's way back: the provider's page has another origin here, so the test posts its form. */
async function loggedIn(customer: Browser, token: string): Promise<Step> {
  await customer.get(`/angebot/${token}`);
  const away = await customer.submit(await customer.get(`/angebot/${token}/login`));
  const fields = Object.fromEntries(new URL(away.location ?? "").searchParams);
  const body = new URLSearchParams({ ...fields, action: "login" });
  const answer = await fetch(`${backend.origin}/sandbox/login`, { method: "POST", body, redirect: "manual" });
  const back = new URL(answer.headers.get("Location") ?? "");
  return () => customer.get(back.pathname + back.search);
}

const rejection = "/email-ablehnung?token=:token&brand=o2";
const details = /\/api\/O2\/customer\/details\//;
const address = /POST \/api\/validation\/\w+\/address/;
const iban = /POST \/api\/validation\/\w+\/iban/;
const idv = /GET \/api\/idv\/[^/]+$/;
const methods = /GET \/api\/idv\/[^/]+\/methods/;
const late = (page: string) => ({ late: `503 ${page} Downtime` });
const lateEnds: Fault[] = ["never answers", "never ends its answer"];
const offerFails = "500 offer-error Unexpected";
const resetFails = "502 offer-error OfferResetFailed";
const idvFails = "500 idv-error Unexpected";
const dataFails = "502 customer-data TechnicalProblem";
/** JSON that gives no reason is a yes to a call that acts. */
const bareYes = (tells: Told) => ({ "answers JSON of the wrong shape": tells });
const downtime = { "answers 503 without words": "503 customer-data Downtime" };
const saved = "303 /kundendaten/demo~?receipt=";
const savingWaits = "303 /kundendaten/demo~";
const savingStill = "202 customer-data Waiting";

/** Met below, or in other files: declarations, which wait, with their receipts and files; and what a page can do without. */
type Elsewhere =
  | "terminate"
  | "loadTermination"
  | "terminationDownload"
  | "terminationConfig"
  | "terminationUpload"
  | "terminatePrefilled"
  | "loadPrefilledTermination"
  | "prefilledTerminationDownload"
  | "prefillTermination"
  | "prefilledTerminationConfig"
  | "withdraw"
  | "loadWithdrawal"
  | "withdrawalDownload"
  | "nationalities"
  | "consent";
/** A call that is in neither does not compile. */
const cases: Record<Exclude<keyof typeof calls, Elsewhere>, Case> & Record<string, Case> = {
  verifyOffer: {
    call: /GET \/api\/offer\/verify\//,
    start: opens("/angebot/:token"),
    tells: offerFails,
    ...late("offer-error"),
  },
  loadOffer: {
    call: /GET \/api\/offer\/demo[^/]*$/,
    start: opens("/angebot/:token"),
    tells: offerFails,
    ...late("offer-error"),
  },
  previewOffer: {
    call: /GET \/api\/offer\/[^/]+\/preview/,
    start: opens("/angebot/preview/:token"),
    tells: offerFails,
    ...late("offer-error"),
  },
  resetPreview: {
    call: /POST \/api\/offer\/[^/]+\/preview\/reset/,
    start: submits((customer, token) => customer.get(`/angebot/preview/${token}`)),
    needsNoAnswer: true,
    // The provider is asked, or will be, and says that the offer is open.
    ...{ tells: resetFails, open: "303 /angebot/preview/demo~", vague: "303 /angebot/preview/demo~" },
    still: "302 /angebot/preview/demo~",
  },
  checkAddress: {
    call: address,
    start: after(
      (customer, token) => customer.get(`/angebot/${token}`),
      posts("/angebot/:token/meine-daten", entered.personalData),
    ),
    tells: "303 /angebot/demo~/ausweisdaten",
  },
  checkIban: {
    call: iban,
    start: after(goToSummary, posts("/angebot/:token/zahlung", entered.directDebit)),
    tells: "303 /angebot/demo~/zusammenfassung",
  },
  offerDocument: {
    call: /GET \/api\/offer\/documents\//,
    start: after(enterAll, opens("/angebot/:token/zusammenfassung")),
    tells: "502 offer-error DocumentsNotLoaded",
  },
  acceptOffer: {
    call: /POST \/api\/offer\/accept\//,
    scenario: "demo-offer_tm",
    start: submits(goToSummary),
    ...{ tells: offerFails, open: "303 /angebot/demo-offer_tm~/danke" },
    ...{ still: "202 offer-error Waiting", except: bareYes("303 /angebot/demo-offer_tm~/danke") },
  },
  offerSummary: {
    call: /GET \/api\/offer\/summary\//,
    scenario: "demo-offer_tm",
    start: after(ordered, opens("/angebot/:token/danke")),
    tells: "502 offer-error OfferSummaryNotLoaded",
  },
  resetOffer: {
    call: /PATCH \/api\/offer\//,
    start: posts("/angebot/:token/fehler", { paymentAction: "clearError" }),
    needsNoAnswer: true,
    ...{ tells: resetFails, open: "303 /angebot/demo~/fehler", vague: "303 /angebot/demo~" },
    still: "302 /angebot/demo~",
  },

  loadIdv: { call: idv, start: opens("/idv/:token"), tells: idvFails, ...late("idv-error") },
  "loadIdv while waiting": {
    call: idv,
    start: opens("/idv/:token/in-arbeit"),
    tells: idvFails,
    ...late("idv-error"),
  },
  idvMethods: { call: methods, start: opens("/idv/:token"), tells: idvFails, ...late("idv-error") },
  "idvMethods beside a coupon": {
    call: methods,
    scenario: "post-ident",
    start: opens("/idv/:token/post-ident"),
    tells: "200 idv-post-ident",
  },
  chooseIdvMethod: {
    call: /POST \/api\/idv\/[^/]+\/methods/,
    start: posts("/idv/:token", { method: "video" }),
    // An unknown code is a refusal: the choice is shown again. After an end that is unknown, its page waits.
    ...{ tells: idvFails, open: "303 /idv/demo~", still: "202 idv-selection Waiting" },
    // A yes that says no more is one: the verification is in progress.
    except: { "answers 418 with an unknown code": "303 /idv/demo~", ...bareYes("303 /idv/demo~/in-arbeit") },
  },
  idvCoupon: {
    call: /GET \/api\/idv\/[^/]+\/coupon/,
    scenario: "post-ident",
    start: opens("/idv/:token/post-ident/coupon", true),
    tells: "200 idv-post-ident",
  },
  mailIdvCoupon: {
    call: /POST \/api\/idv\/[^/]+\/coupon\/mail/,
    scenario: "post-ident",
    start: posts("/idv/:token/post-ident", {}, true),
    ...{ tells: "200 idv-post-ident", open: "202 idv-post-ident Waiting" },
    except: bareYes("200 idv-post-ident"),
  },

  customerDetails: {
    call: new RegExp(`GET ${details.source}`),
    start: opens("/kundendaten/:token"),
    ...{
      tells: "500 customer-data TechnicalProblem",
      except: downtime,
      ...late("customer-data"),
      later: "200 customer-data",
    },
  },
  changeCustomerDetails: {
    call: new RegExp(`POST ${details.source}`),
    start: submits(openDetails, newDetails.email),
    ...{ tells: dataFails, open: savingWaits, still: savingStill, later: saved },
    except: bareYes(saved),
  },
  "both calls": {
    call: details,
    start: submits(openDetails, newDetails.phone),
    // Nobody says what became of it, and the data cannot be asked for either.
    ...{ tells: dataFails, open: savingWaits, vague: savingWaits, still: savingStill },
    ...{ except: bareYes(saved), later: saved },
  },
  "checkAddress of a customer": {
    call: address,
    start: submits(openDetails, newDetails.address),
    tells: saved,
  },
  "checkIban of a customer": { call: iban, start: submits(openDetails, newDetails.account), tells: saved },
  declineEmail: {
    call: /POST \/api\/declinemail/,
    start: submits((customer, token) => customer.get(at(rejection, token))),
    ...{ tells: "303 /email-ablehnung?token=demo~&brand=o2&lang=de&done=", needsNoAnswer: true },
  },
  "declineEmail by one click": {
    call: /POST \/api\/declinemail/,
    start: posts(rejection, { "List-Unsubscribe": "One-Click" }),
    ...{ tells: "200 email-rejection", needsNoAnswer: true },
  },
  novumEntry: {
    call: /GET \/api\/entry\/novum/,
    start: opens("/entry/novum?id=:token"),
    ...{ tells: "500 entry-novum Unexpected", ...late("entry-novum"), later: "302 /angebot/demo~" },
  },
  exchangeCode: {
    call: /GET \/api\/auth\/token/,
    scenario: "login",
    start: loggedIn,
    tells: "302 /angebot/login~/login?failed=1",
  },
};

/** What a row tells after a fault. */
function expected({ tells, open, vague, late, except }: Case, fault: Fault): Told {
  const ofKind = unknownEnds.includes(fault) ? open : vagueEnds.includes(fault) ? vague : undefined;
  return except?.[fault] ?? (lateEnds.includes(fault) ? late : undefined) ?? ofKind ?? tells;
}

// What a fault means is decided in one place for all calls (tests/unit/client, tests/faults/fault-table): a page that is
// the same after every fault meets three of them, another one every second. Rows take turns, as so many lost connections in
// a row to one area would open its breaker.
const cells = Object.entries(cases).flatMap(([name, row], at) =>
  commonFaults
    .filter((_, turn) => (row.open || row.except ? turn % 2 === 1 : turn % 4 === at % 4))
    .filter((fault) => !(row.needsNoAnswer && bodyFaults.includes(fault)))
    .map((fault) => ({ name, row, fault })),
);

test.concurrent.each(cells)("$name: $fault", async ({ row, fault }) => {
  const { customer, traceId } = tracedCustomer(portal);
  const act = await inTurn(() => row.start(customer, fresh(row.scenario)));
  const rule = backend.strike({ call: row.call, fault, of: traceId });
  const page = await act();
  expect(rule.met(), "the fault has met the call").toBeGreaterThan(0);
  const isOpen = row.open !== undefined && unknownEnds.includes(fault) && !row.except?.[fault];
  const still = isOpen && page.location ? await customer.get(page.location) : page;
  rule.end();
  expect(told(page)).toBe(expected(row, fault));
  if (isOpen) {
    expect(told(still)).toBe(row.still ?? row.open);
    expect(all(still.document, "button", { type: "submit" }), "no button does it again").toEqual([]);
  }
  const actions = all(page.document, "*", { "data-action": true }).map(
    ({ attributes }) => attributes["data-action"],
  );
  // An error page has an action: calling, trying again, or sending the filled-in form again.
  if (page.name && page.status >= 400)
    expect([...actions, ...all(page.document, "form", { id: page.name })]).not.toEqual([]);
  if (page.name === "offer-error") {
    expect(page.text).toContain("Fehlernummer");
    expect(actions).not.toEqual([]);
  }
  if (page.name === "idv-error")
    expect(actions).toContain(page.state === "Downtime" ? "checkAgain" : "retry");
  if (row.later) expect(told(await act())).toBe(row.later);
});

/** Declarations about one contract wait for each other. */
const ownContract = (changes: Fields = {}) =>
  declaration({ contractNumber: `V-${randomUUID()}`, ...changes });

test.concurrent.each(["never answers", "answers 500 with a page", "answers no JSON"] as const)(
  "a receipt is there regardless of the provider: %s",
  async (fault) => {
    const { customer, traceId } = tracedCustomer(portal);
    const { location = "" } = await customer.post("/kuendigung", ownContract());
    await vi.waitUntil(async () => !(await customer.get(location)).text.includes("wird weitergegeben"), {
      timeout: 60_000,
    });
    const rule = backend.strike({ call: /GET \/api\/O2\/contracttermination\/download/, fault, of: traceId });
    for (const path of ["", "/pdf", "/text"])
      expect((await customer.get(location.replace("?", `${path}?`))).status, path).toBe(200);
    const page = await customer.get(location.replace("?", "/anbieter?"));
    expect(rule.met(), "the fault has met the call").toBeGreaterThan(0);
    rule.end();
    // The provider's own document is no receipt of the portal's: a page in its place has the status of a failure.
    expect([page.name, page.status >= 500]).toEqual(["termination-confirmation", true]);
  },
);

test.concurrent.each<[Fault, mayStillArrive: boolean]>([
  ["closes the connection", true],
  ["never ends its answer", true],
  ["answers 503 without words", true],
  ["answers no JSON", false],
])("a termination is received, and its proof requested again: %s", async (fault, isOpen) => {
  const fields = ownContract({ cancellationType: "special", reason: "PersönlicheUmstände" });
  const { customer, traceId } = tracedCustomer(portal);
  const rule = backend.strike({
    call: /POST \/api\/O2\/contracttermination\/upload\//,
    fault,
    of: traceId,
  });
  const answer = await customer.post("/kuendigung", { ...fields, file: pdfOf(200_000) });
  const upload = isOpen ? "&upload=unknown&bytes=200000" : "&upload=failed";
  expect([answer.status, answer.location]).toEqual([303, receiptAt("/kuendigung/bestaetigung", upload)]);
  const page = await customer.get(answer.location ?? "");
  if (isOpen) {
    expect([page.status, page.state, page.headers.get("Refresh")]).toEqual([
      202,
      "Waiting",
      `5; url=${answer.location}&attempt=1`,
    ]);
    expect(page.text).toContain("Wir prüfen, ob Ihr Nachweis angekommen ist");
    expect(page.html).not.toContain('type="file"');
    // Looks are counted: portals' clocks may be hours apart. One that the provider answers too late says that it is unknown.
    await vi.waitFor(
      async () => {
        const later = await customer.get(`${answer.location}&attempt=99`);
        expect([later.status, later.text]).toEqual([
          200,
          expect.stringContaining("Ihr Nachweis ist nicht angekommen"),
        ]);
      },
      { timeout: 60_000, interval: 150 },
    );
    return rule.end();
  }
  rule.end();
  expect(page.text).toContain("Ihr Nachweis ist nicht angekommen");
  const again = await customer.post(page.path, { file: pdfOf(200_000) }, { follow: true });
  expect(again.text).toContain("nachweis.pdf");
});

test("a backend that takes no proof before it has read one: its sender sees the page, and can send again", async () => {
  const { submissionId, ...fields } = ownContract({ submissionId: randomUUID() });
  const call = /POST \/api\/O2\/contracttermination\/upload\//;
  const rule = backend.strike({ call, fault: "answers 413", early: true });
  expect(await streamProof(portal.origin, { ...fields, submissionId }, 9)).toBe(303);
  expect(rule.met()).toBe(1);
  await sendProofToTheEnd(portal.port, { ...fields, submissionId: randomUUID() }, 9);
  expect(rule.met()).toBe(2);
  rule.end();
  expect(await streamProof(portal.origin, { ...fields, submissionId }, 9)).toBe(303);
  const sent = await terminationsOfContract(backend.origin, fields.contractNumber);
  expect(sent.flatMap(({ uploads }) => uploads)).toHaveLength(1);
});

describe("what is asked for once and kept", async () => {
  // After a restart the portal has none of it; a brand and language have their own.
  beforeAll(() => portal.restart());

  test.each<[Fault, brand: string]>([
    ["closes the connection", "blau"],
    ["never ends its answer", "nova"],
    ["answers 500 with a page", "spice"],
    ["answers JSON of the wrong shape", "aldi"],
  ])("the configuration, %s: the form is there all the same, and terminates", async (fault, slug) => {
    const rule = backend.misbehave(/GET \/api\/\w+\/contracttermination\/config/, fault);
    const customer = portal.browser();
    const page = await customer.get(`/kuendigung?brand=${slug}`);
    expect(rule.met(), "the fault has met the call").toBeGreaterThan(0);
    expect(page).toMatchObject({ status: 200, name: "termination", brand: slug });
    expect(first(page.document, "select", { name: "serviceType" })).toBeUndefined();
    const { submissionId = "" } = fieldsOf(page);
    const sent = await customer.submit(page, declaration({ submissionId, serviceType: undefined }));
    expect(sent.status).toBe(303);
    backend.behave();
    await expect.poll(() => terminationsAt(backend.origin, idOf(sent))).toHaveLength(1);
  });

  test.each<[Fault, brand: string, prefix: string]>([
    ["never answers", "o2", ""],
    ["answers 418 with an unknown code", "ortel", "/en"],
    ["answers no JSON", "ayyildiz", "/tr"],
  ])("lists that a page can do without: the backend %s", async (fault, brand, prefix) => {
    const consents = backend.misbehave(/GET \/api\/consent\//, fault);
    const nationalities = backend.strike({ call: /GET \/api\/\w+\/lists\/nationalities/, fault });
    const offer = `${prefix}/angebot/${fresh()}`;
    const customer = portal.browser();
    await customer.get(`${offer}?brand=${brand}`);
    const personalData = await customer.get(`${offer}/meine-daten`);
    expect(personalData).toMatchObject({ status: 200, name: "personal-data", state: undefined });
    await customer.post(`${offer}/meine-daten`, entered.personalData);
    const idData = await customer.get(`${offer}/ausweisdaten`);
    expect(idData).toMatchObject({ status: 200, name: "id-data", state: undefined });
    backend.behave();
    expect([consents.met(), nationalities.met()], "the fault has met the calls").not.toContain(0);
  });
});

test("a backend that cannot be reached at all", async () => {
  await backend.down();
  expect(await portal.browser().get("/angebot/demo~nobody")).toMatchObject({
    status: 500,
    state: "Unexpected",
  });
  expect((await portal.browser().get("/")).status).toBe(200);
  await expect.poll(async () => (await fetch(`${portal.origin}/health/dependencies`)).status).toBe(503);
  await backend.up();
});
