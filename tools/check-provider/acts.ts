import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { calls } from "#app/backend/contract/calls.ts";
import { knownVerification, type Offer, type OfferVerification } from "#app/backend/contract/offer.ts";
import type { Acceptance, AcceptanceAnswer } from "#app/backend/contract/order.ts";
import { openCalls, prefilledCalls } from "#app/backend/contract/termination.ts";
import { withdrawalCalls } from "#app/backend/contract/withdrawal.ts";
import { maskEmail } from "#app/domain/masked.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import { apiErrorOf, type Failure, givesReason } from "#app/errors/errors.ts";
import type { Asker } from "./asker.ts";
import { address, iban, nobodysLink, person, phone, returnUrl, testEmail } from "./person.ts";
import { contradicts, noteImplausible } from "./plausible.ts";
import { refuseOther } from "./reads.ts";
import type { Assumed, ReportRow } from "./report.ts";
import { shownOfOffer, shownOfReceipt } from "./shown.ts";
import type { Tokens } from "./tokens.ts";

export async function order(asker: Asker, { act: { order: id }, otherBearer: bearer, language }: Tokens) {
  if (!id) return asker.skip(calls.acceptOffer, "no link: act.order");
  const { data: verified } = await asker.ask(calls.verifyOffer, { params: { id }, label: "to order" });
  const { data: offer } = await asker.ask(calls.loadOffer, { params: { id }, label: "to order" });
  if (!verified || !offer) return asker.skip(calls.acceptOffer, "its offer is not usable");
  const body = orderOf(knownVerification.parse(verified), offer, language);
  const isSame = (a: AcceptanceAnswer, b: AcceptanceAnswer) => a.orderId === b.orderId;
  const isOrdered = async () =>
    (await asker.ask(calls.offerSummary, { params: { id } })).data ? true : undefined;
  await asker.act(calls.acceptOffer, { params: { id }, body }, isSame, isOrdered);
  const placed = asker.rows.findLast(({ call }) => call === `POST ${calls.acceptOffer.path}`);
  const summary = { params: { id }, label: "what was ordered" };
  const { row, data: ordered } = await asker.ask(calls.offerSummary, summary);
  if (ordered && contradicts(offer, ordered)) noteImplausible(row, ["its totals are not those of the offer"]);
  if (ordered && body.sim && ordered.offers.every(({ tariff }) => tariff?.sim !== body.sim))
    noteImplausible(row, ["its SIM is not the one that was chosen"]);
  if (ordered) row.shown = shownOfOffer(ordered);
  if (ordered?.esim === "ready") {
    await readEsim(asker, id, bearer);
  } else {
    asker.skip(calls.readEsim, "no eSIM is ready once it is ordered");
    asker.skip(calls.replaceEsim, "no eSIM is ready once it is ordered");
  }
  if (ordered?.emailCorrectable) await correctEmail(asker, id, bearer);
  else asker.skip(calls.correctEmail, "the order does not say `emailCorrectable`");
  // No number of anybody is moved by a test.
  asker.skip(calls.correctPorting, "an order without a number, whose porting nobody has refused");
  const label = "ordered";
  const { row: after } = await asker.ask(calls.verifyOffer, {
    params: { id },
    label,
    refusal: "OfferConsumed",
  });
  if (placed && placed.outcome !== "unusable") placed.assumed = assumedOf(placed, after);
}

/** An eSIM is shown once, and again under the same key, as long as the order says so. */
async function readEsim(asker: Asker, id: string, bearer: string | undefined) {
  await refuseOther(asker, calls.readEsim, id, bearer);
  const asked = { params: { id }, key: randomUUID() };
  const { data: shown } = await asker.ask(calls.readEsim, asked);
  if (!shown) return asker.skip(calls.replaceEsim, "no eSIM was handed out");
  const { row, data: again } = await asker.ask(calls.readEsim, { ...asked, label: "the same key again" });
  if (again && !isDeepStrictEqual(shown, again)) noteImplausible(row, ["it is not the eSIM of before"]);
  const read = { params: { id }, label: "with an eSIM that was read" };
  const { row: after, data: ordered } = await asker.ask(calls.offerSummary, read);
  if (ordered?.esim === "read" && !ordered.esimAgainUntil)
    noteImplausible(after, [
      "without `esimAgainUntil`, nobody is offered the eSIM again whose answer was lost",
    ]);
  if (ordered?.esimReplaceable) return replaceEsim(asker, id, bearer);
  asker.skip(calls.replaceEsim, "the order does not say `esimReplaceable`");
}

/** A new eSIM in place of the one that was handed out. */
async function replaceEsim(asker: Asker, id: string, bearer: string | undefined) {
  await refuseOther(asker, calls.replaceEsim, id, bearer);
  const isReplaced = async () => {
    const { data } = await asker.ask(calls.offerSummary, { params: { id } });
    return data && data.esim === "ready";
  };
  await asker.act(calls.replaceEsim, { params: { id } }, undefined, isReplaced);
}

/** The address of the order, to another one of the same inbox: by the portal's word that this session has ordered. */
async function correctEmail(asker: Asker, id: string, bearer: string | undefined) {
  const value = testEmail.replace("@", "+corrected@");
  const body = { email: { value, source: "entered" } };
  await refuseOther(asker, calls.correctEmail, id, bearer, body);
  const isCorrected = async () => {
    const { data } = await asker.ask(calls.offerSummary, { params: { id } });
    return data?.customer && data.customer.email === value;
  };
  await asker.act(calls.correctEmail, { params: { id }, body }, undefined, isCorrected);
  const { row, data } = await asker.ask(calls.offerSummary, {
    params: { id },
    label: "with a corrected e-mail",
  });
  if (data?.customer && data.customer.email !== value)
    noteImplausible(row, ["its e-mail address is not the one that was sent last"]);
}

/** For so long a page asks again after an order whose call has ended without a word. */
const askedAgainMs = 1200;
const late =
  ", longer than a page asks again: an order that is answered with a bare error may read as refused";

/** What the promises of an order assume of its provider (decision 0067). */
function assumedOf({ idempotency, takesAnotherKey, lagMs }: ReportRow, after: ReportRow): Assumed[] {
  const remembers = idempotency === undefined ? undefined : idempotency === "honoured";
  return [
    {
      what: "a second order is refused, or at least one under the same key",
      holds: takesAnotherKey === false || remembers,
      found: `another key ${takesAnotherKey ? "is taken" : "is refused"}, keys ${idempotency ?? "unknown"}`,
    },
    {
      what: "reads follow an order within two minutes",
      holds: lagMs === undefined ? undefined : true,
      found: lagMs === undefined ? "it was not to be read" : `${lagMs} ms${lagMs > askedAgainMs ? late : ""}`,
    },
    {
      what: "its own words are true: what is ordered cannot be ordered",
      holds: after.state === undefined ? false : after.outcome !== "unusable",
      found: after.state ?? "it can be ordered",
    },
  ];
}

export async function actOnReset(asker: Asker, { act: { reset: id } }: Tokens) {
  if (id) await asker.act(calls.resetOffer, { params: { id } });
  else asker.skip(calls.resetOffer, "no link: act.reset");
}

export async function actOnPreview(asker: Asker, { act: { preview: id } }: Tokens) {
  if (id) await asker.act(calls.resetPreview, { params: { id } });
  else asker.skip(calls.resetPreview, "no link: act.preview");
}

export async function actOnDecline({ ask, skip }: Asker, { act: { no: id } }: Tokens) {
  if (!id) return skip(calls.declineOffer, "no link: act.no");
  const params = { id };
  await ask(calls.declineOffer, { params, body: { reason: "notWanted" }, key: randomUUID() });
  await ask(calls.verifyOffer, { params, label: "declined", refusal: "OfferCancelled" });
}

/**
 * An order with all that the offer still lacks, no consents, and paid without a payment provider's page if possible.
 */
function orderOf(verified: OfferVerification, offer: Offer, language: Tokens["language"]): Acceptance {
  const entered = <T>(value: T) => ({ value, source: "entered" as const });
  const now = new Date().toISOString();
  const order = ["invoice", "direct_debit"].find((one) => offer.paymentMethods.some((name) => name === one));
  const method = (order ?? offer.paymentMethods[0]) as NonNullable<Acceptance["payment"]>["method"];
  const account = {
    accountHolder: "Test Check-Provider",
    iban,
    ibanSource: "entered",
    mandateGivenAt: now,
  } as const;
  return {
    customer:
      verified.personalData === "missing"
        ? {
            firstName: entered(person.firstName),
            lastName: entered(person.lastName),
            birthDate: entered("1988-02-29"),
            address: entered(address),
            email: entered(testEmail),
            phone: entered(phone),
          }
        : undefined,
    identification:
      verified.identificationData === "missing"
        ? {
            documentType: "PERSONALAUSWEIS",
            documentNumber: "L01X00T47",
            issuingAuthority: "Stadt Köln",
            nationality: "DE",
            expiryDate: `${new Date().getFullYear() + 2}-01-01`,
          }
        : undefined,
    payment:
      verified.payment === "missing"
        ? { method, ...(method === "direct_debit" ? account : undefined) }
        : undefined,
    consents: [],
    // No number of anybody is moved by a test.
    sim: offer.offers.flatMap(({ tariff }) => tariff?.simChoice ?? []).at(-1),
    language,
    returnUrl,
  };
}

export async function actOnVerification(asker: Asker, { act: { idv: id }, language }: Tokens) {
  if (!id) return asker.skip(calls.chooseIdvMethod, "no link: act.idv");
  const { data: methods = [] } = await asker.ask(calls.idvMethods, {
    params: { id },
    label: "to choose from",
  });
  const [first] = methods;
  if (!first) return asker.skip(calls.chooseIdvMethod, "there is no method to choose");
  const body = { method: first.id, returnUrl };
  const asked = { params: { id }, query: { language }, body };
  const isChosen = async () => {
    const { data: idv } = await asker.ask(calls.loadIdv, { params: { id }, query: { language } });
    if (!idv) return undefined;
    if (idv.methodId === first.id && (idv.coupon ?? idv.continueUrl)) return true;
    // A status that names no method says nothing, unless it is new.
    const isOther = idv.methodId !== undefined && idv.methodId !== first.id;
    return isOther || idv.state === "created" ? false : undefined;
  };
  await asker.act(calls.chooseIdvMethod, asked, (a, b) => a.redirectUrl === b.redirectUrl, isChosen);
  await asker.ask(calls.loadIdv, { params: { id }, query: { language }, label: "after the choice" });
}

export async function actOnCoupon(asker: Asker, { act: { coupon: id }, language }: Tokens) {
  if (!id) return asker.skip(calls.mailIdvCoupon, "no link: act.coupon");
  const asked = { params: { id }, query: { language } };
  const { data } = await asker.ask(calls.loadIdv, { ...asked, label: "with a coupon" });
  const before = data?.coupon?.mailsSent;
  await asker.act(calls.mailIdvCoupon, asked, undefined, async () => {
    const { data: now } = await asker.ask(calls.loadIdv, asked);
    const sent = now?.coupon?.mailsSent;
    return before === undefined || sent === undefined ? undefined : sent > before;
  });
}

export async function actOnCustomer(asker: Asker, { act: { customer: id } }: Tokens) {
  const call = calls.changeCustomerDetails;
  if (!id) return asker.skip(call, "no link: act.customer");
  const { data } = await asker.ask(calls.customerDetails, { params: { id }, label: "to change" });
  if (!data) return asker.skip(call, "the customer's data is not usable");
  const { version } = data;
  const body = { version, email: { value: testEmail, source: "entered" } };
  const isSaved = async (failure: Failure) => {
    const { data: now } = await asker.ask(calls.customerDetails, { params: { id } });
    if (!now || failure.kind !== "answer") return undefined;
    if (givesReason(failure)) return maskEmail(now.email ?? "") === maskEmail(testEmail);
    return now.version === version ? false : undefined;
  };
  await asker.act(call, { params: { id }, body }, (a, b) => a.reference === b.reference, isSaved);
  // Another post with the previous version, as from somebody who has not seen this change.
  const older = { params: { id }, body, key: randomUUID(), label: "of an older version" };
  await asker.ask(call, { ...older, refusal: "conflict" });
}

const declared = {
  cancellationType: "Regular",
  reason: "None",
  selectTerminationDate: "now",
  confirmation: { email: testEmail },
} as const;

export async function terminate(asker: Asker, { language }: Tokens) {
  const termination = { ...declared, language, customer: person, contractNumber: "CHECK-PROVIDER" };
  await declare(asker, openCalls, termination, async (id) => {
    const file = { name: "check.pdf", type: "application/pdf", content: Buffer.from("%PDF-1.4\n%%EOF\n") };
    await asker.ask(calls.terminationUpload, { params: { id }, file });
  });
}

export async function terminatePrefilled(asker: Asker, { act: { prefill }, language }: Tokens) {
  if (prefill) await declare(asker, prefilledCalls, { ...declared, language, data: prefill });
  else asker.skip(prefilledCalls.declare, "no link: act.prefill");
}

export async function withdraw(asker: Asker, { language }: Tokens) {
  const withdrawal = { ...person, contractReference: "CHECK-PROVIDER", email: testEmail, language };
  await declare(asker, withdrawalCalls, withdrawal);
}

export async function declineEmail(asker: Asker, { act: { decline: token }, brand }: Tokens) {
  if (!token) return asker.skip(calls.declineEmail, "no link: act.decline");
  // In the provider's words, the objection stands already, or its link was used.
  const stands = async (failure: Failure) =>
    givesReason(failure) && (failure.status === 409 || failure.status === 410) ? true : undefined;
  await asker.act(calls.declineEmail, { query: { token, brand } }, undefined, stands);
}

export async function revokeConsents(asker: Asker, { act, language }: Tokens) {
  const call = calls.revokeConsents;
  if (!act.consents) return asker.skip(call, "no link: act.consents");
  const params = { id: act.consents };
  const body = { all: true, consents: [], language, receivedAt: new Date().toISOString() };
  const stands = async (failure: Failure) =>
    givesReason(failure) && failure.status === 409 ? true : undefined;
  await asker.act(call, { params, body }, undefined, stands);
  const { row, data } = await asker.ask(calls.givenConsents, { params, label: "withdrawn" });
  if (data?.consents?.some(({ given }) => given)) noteImplausible(row, ["what was withdrawn is still given"]);
}

export async function revokeByName({ act }: Asker, { language }: Tokens) {
  const body = {
    name: "Test Check-Provider",
    email: testEmail,
    language,
    receivedAt: new Date().toISOString(),
  };
  await act(calls.revokeConsentsByName, { body });
}

export async function reportBarrier({ act }: Asker, { language }: Tokens) {
  const description = "A test by check-provider: nothing is broken, and nobody waits for a reply.";
  const id = randomUUID();
  const receivedAt = new Date().toISOString();
  const body = { id, reference: shortReference(id), receivedAt, description, language };
  await act(calls.reportBarrier, { body, key: id });
}

/** A token that nobody has must get the same answer. */
export async function askForLink({ ask, skip }: Asker, { act: { newLink: known } }: Tokens) {
  if (!known) return skip(calls.sendNewLink, "no link: act.newLink");
  for (const [id, label] of [
    [known, ""],
    [randomUUID(), nobodysLink],
  ] as const)
    await ask(calls.sendNewLink, {
      params: { id },
      body: { url: `${returnUrl}angebot/${id}` },
      key: randomUUID(),
      label,
    });
}

/** A declaration, its receipt and its document. Its id is the key, as in the portal. */
async function declare(
  asker: Asker,
  calls: typeof openCalls | typeof prefilledCalls | typeof withdrawalCalls,
  body: object,
  then?: (id: string) => Promise<void>,
) {
  const id = randomUUID();
  const call = calls.declare as typeof openCalls.declare;
  const receivedAt = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000).toISOString();
  const asked = { params: { id }, body: { ...body, receivedAt }, key: id };
  const isThere = async (failure: Failure) => {
    if (apiErrorOf(failure.status, failure.problem).kind === "takenBefore") return true;
    // Without words that refuse it, it waits, and is sent again.
    if ((failure.status ?? 500) >= 500) return undefined;
    return (await asker.ask(calls.load as typeof openCalls.load, { params: { id } })).data ? true : undefined;
  };
  const receipt = await asker.act(call, asked, (a, b) => a.receivedAt === b.receivedAt, isThere);
  if (!receipt) return;
  await then?.(id);
  const { row, data } = await asker.ask(calls.load as typeof openCalls.load, { params: { id } });
  if (data) row.shown = shownOfReceipt(data, receivedAt);
  await asker.ask(calls.download, { params: { id } });
}
