import { randomUUID } from "node:crypto";
import type { Call } from "#app/backend/contract/call.ts";
import { type CallJourney, calls } from "#app/backend/contract/calls.ts";
import { customerCalls } from "#app/backend/contract/customer.ts";
import { identityCalls } from "#app/backend/contract/identity.ts";
import {
  type Acceptance,
  type AcceptanceAnswer,
  knownVerification,
  type Offer,
  type OfferVerification,
  offerCalls,
} from "#app/backend/contract/offer.ts";
import { serviceCalls } from "#app/backend/contract/services.ts";
import { openCalls, prefilledCalls, terminationCalls } from "#app/backend/contract/termination.ts";
import { withdrawalCalls } from "#app/backend/contract/withdrawal.ts";
import { maskEmail } from "#app/domain/masked.ts";
import { apiErrorOf, type Failure, givesReason } from "#app/errors/errors.ts";
import type { Asker } from "./asker.ts";
import { contradicts, implausiblePrices, noteImplausible } from "./plausible.ts";
import { shownOfOffer, shownOfReceipt } from "./shown.ts";
import type { Tokens } from "./tokens.ts";

/** The person who orders and declares here: fictitious, with a number and an account reserved for examples. */
const person = { firstName: "Test", lastName: "Check-Provider" };
const address = { street: "Musterweg", houseNumber: "12a", postalCode: "50667", city: "Köln" };
const email = "check-provider@example.com";
const phone = "+4915228817386";
const iban = "DE89370400440532013000";
const returnUrl = "https://portal.example/";

const unknown = "unknown link";

interface Walk {
  /** Also makes the calls with an effect. */
  acts: boolean;
  journeys: CallJourney[];
  /** The calls of these journeys. */
  asked: Call[];
}

type Step = (asker: Asker, tokens: Tokens) => Promise<void>;
const steps: Record<CallJourney, { read?: Step; act: Step }> = {
  offer: { read: readOffers, act: (asker, { act, language }) => actOnOffers(asker, act, language) },
  identity: { read: readVerification, act: actOnVerifications },
  customer: { read: readCustomer, act: (asker, { act }) => actOnCustomer(asker, act.customer) },
  termination: { read: readTermination, act: terminate },
  withdrawal: { act: withdraw },
  "email-rejection": { read: readConsents, act: actByLink },
};

/** Makes all calls of the journeys that only read and, if requested, those with an effect. */
export async function checkCalls(
  asker: Asker,
  tokens: Tokens,
  { acts, journeys, asked }: Walk,
): Promise<void> {
  if (asked.includes(serviceCalls.checkAddress)) {
    await asker.ask(serviceCalls.checkAddress, { body: address, key: randomUUID() });
    await asker.ask(serviceCalls.checkIban, { body: { iban }, key: randomUUID() });
  }
  for (const journey of journeys) await steps[journey].read?.(asker, tokens);
  if (asked.includes(serviceCalls.abilities)) await asker.ask(serviceCalls.abilities);
  if (acts) for (const journey of journeys) await steps[journey].act(asker, tokens);
  if (acts && asked.includes(serviceCalls.sendNewLink)) await askForLink(asker, tokens.act.newLink);
  asker.skipRest(asked, acts ? "what it needs was not to be had" : "it acts: only with --act");
  asker.skipRest(Object.values(calls), "not of the journeys that were asked for");
}

async function readOffers(asker: Asker, tokens: Tokens) {
  const { ask } = asker;
  await ask(serviceCalls.nationalities);
  const offered = await readOffer(asker, tokens.offer);
  for (const id of offered?.offer?.consents ?? [])
    await ask(serviceCalls.consent, { params: { id }, label: "of the offer" });
  await withLink(asker, offerCalls.offerSummary, "ordered", tokens.ordered);
  if (tokens.code) await ask(serviceCalls.exchangeCode, { query: { code: tokens.code } });
  else asker.skip(serviceCalls.exchangeCode, "no link: code");
  if (tokens.novum) await ask(serviceCalls.novumEntry, { query: { id: tokens.novum } });
  else asker.skip(serviceCalls.novumEntry, "no link: novum");
  for (const [state, id] of Object.entries(tokens.refused)) {
    await ask(offerCalls.verifyOffer, { params: { id }, label: "refused", refusal: state });
  }
  const id = randomUUID();
  for (const call of [offerCalls.verifyOffer, offerCalls.loadOffer, offerCalls.offerSummary] as Call[])
    await ask(call, { params: { id }, label: unknown, refusal: "NotFound" });
  await ask(serviceCalls.novumEntry, { query: { id }, label: unknown, refusal: "notFound" });
}

/** The offer as loaded, and which data it lacks. */
async function readOffer(asker: Asker, id: string | undefined) {
  const { ask } = asker;
  const verified = await withLink(asker, offerCalls.verifyOffer, "offer", id);
  const offer = await withLink(asker, offerCalls.loadOffer, "offer", id);
  await withLink(asker, offerCalls.previewOffer, "offer", id);
  if (!id) return undefined;
  for (const { itemId, type } of offer?.documents ?? [])
    await ask(offerCalls.offerDocument, { params: { id, itemId, type }, label: type });
  return { verified, offer };
}

async function readVerification(asker: Asker, tokens: Tokens) {
  const { ask } = asker;
  const { idv: id, language } = tokens;
  const query = { language };
  if (id) {
    const { data } = await ask(identityCalls.loadIdv, { params: { id }, query });
    await ask(identityCalls.idvMethods, { params: { id } });
    if (data?.coupon) await ask(identityCalls.idvCoupon, { params: { id }, query });
    else asker.skip(identityCalls.idvCoupon, "the verification has no coupon");
  } else
    for (const call of [identityCalls.loadIdv, identityCalls.idvMethods]) asker.skip(call, "no link: idv");
  await ask(identityCalls.loadIdv, {
    params: { id: randomUUID() },
    query,
    label: unknown,
    refusal: "NotFound",
  });
}

async function readCustomer(asker: Asker, { customer }: Tokens) {
  await withLink(asker, customerCalls.customerDetails, "customer", customer);
  const params = { id: randomUUID() };
  await asker.ask(customerCalls.customerDetails, { params, label: unknown, refusal: "notFound" });
}

async function readTermination(asker: Asker, { prefill }: Tokens) {
  const { ask } = asker;
  await ask(terminationCalls.terminationConfig);
  await ask(terminationCalls.prefilledTerminationConfig);
  if (prefill) await ask(terminationCalls.prefillTermination, { query: { data: prefill } });
  else asker.skip(terminationCalls.prefillTermination, "no link: prefill");
  const query = { data: randomUUID() };
  await ask(terminationCalls.prefillTermination, { query, label: unknown, refusal: "notFound" });
}

const isPriced = (data: unknown): data is Pick<Offer, "offers" | "charges"> =>
  typeof data === "object" && data !== null && "offers" in data && "charges" in data;

/** Makes a call with a link in its path, or skips it if the file has none. */
async function withLink<A extends Call["answer"]>(
  asker: Asker,
  call: Parameters<typeof asker.ask<A>>[0],
  name: string,
  id: string | undefined,
) {
  if (id) {
    const { row, data } = await asker.ask(call, { params: { id } });
    if (isPriced(data)) noteImplausible(row, implausiblePrices(data));
    if (isPriced(data)) row.shown = shownOfOffer(data);
    return data;
  }
  asker.skip(call, `no link: ${name}`);
  return undefined;
}

async function decline(asker: Asker, { act: { decline: token }, brand }: Tokens) {
  if (!token) return asker.skip(serviceCalls.declineEmail, "no link: act.decline");
  // In the provider's words, the objection stands already, or its link was used.
  const stands = async (failure: Failure) =>
    givesReason(failure) && (failure.status === 409 || failure.status === 410) ? true : undefined;
  await asker.act(serviceCalls.declineEmail, { query: { token, brand } }, undefined, stands);
}

async function readConsents(asker: Asker, { consents }: Tokens) {
  await withLink(asker, serviceCalls.givenConsents, "consents", consents);
}

async function actByLink(asker: Asker, tokens: Tokens) {
  await decline(asker, tokens);
  const { act, language } = tokens;
  const call = serviceCalls.revokeConsents;
  if (!act.consents) return asker.skip(call, "no link: act.consents");
  const params = { id: act.consents };
  const body = { all: true, consents: [], language, receivedAt: new Date().toISOString() };
  const stands = async (failure: Failure) =>
    givesReason(failure) && failure.status === 409 ? true : undefined;
  await asker.act(call, { params, body }, undefined, stands);
  const { row, data } = await asker.ask(serviceCalls.givenConsents, { params, label: "withdrawn" });
  if (data?.consents?.some(({ given }) => given)) noteImplausible(row, ["what was withdrawn is still given"]);
}

/** A token that nobody has must get the same answer. */
async function askForLink({ ask, skip }: Asker, known: string | undefined) {
  if (!known) return skip(serviceCalls.sendNewLink, "no link: act.newLink");
  for (const [id, label] of [
    [known, ""],
    [randomUUID(), unknown],
  ] as const)
    await ask(serviceCalls.sendNewLink, {
      ...{ params: { id }, body: { url: `${returnUrl}angebot/${id}` } },
      ...{ key: randomUUID(), label },
    });
}

async function actOnOffers(asker: Asker, links: Tokens["act"], language: Tokens["language"]) {
  const { order: id, reset, preview, no } = links;
  if (id) {
    const { data: verified } = await asker.ask(offerCalls.verifyOffer, { params: { id }, label: "to order" });
    const { data: offer } = await asker.ask(offerCalls.loadOffer, { params: { id }, label: "to order" });
    if (verified && offer) {
      const body = orderOf(knownVerification.parse(verified), offer, language);
      const isSame = (a: AcceptanceAnswer, b: AcceptanceAnswer) => a.orderId === b.orderId;
      const isOrdered = async () =>
        (await asker.ask(offerCalls.offerSummary, { params: { id } })).data ? true : undefined;
      await asker.act(offerCalls.acceptOffer, { params: { id }, body }, isSame, isOrdered);
      const summary = { params: { id }, label: "what was ordered" };
      const { row, data: ordered } = await asker.ask(offerCalls.offerSummary, summary);
      if (ordered && contradicts(offer, ordered))
        noteImplausible(row, ["its totals are not those of the offer"]);
      if (ordered && body.sim && ordered.offers.every(({ tariff }) => tariff?.sim !== body.sim))
        noteImplausible(row, ["its SIM is not the one that was chosen"]);
      if (ordered) row.shown = shownOfOffer(ordered);
      const label = "ordered";
      await asker.ask(offerCalls.verifyOffer, { params: { id }, label, refusal: "OfferConsumed" });
    } else asker.skip(offerCalls.acceptOffer, "its offer is not usable");
  } else asker.skip(offerCalls.acceptOffer, "no link: act.order");
  if (reset) await asker.act(offerCalls.resetOffer, { params: { id: reset } });
  else asker.skip(offerCalls.resetOffer, "no link: act.reset");
  if (preview) await asker.act(offerCalls.resetPreview, { params: { id: preview } });
  else asker.skip(offerCalls.resetPreview, "no link: act.preview");
  if (no) {
    const params = { id: no };
    await asker.ask(offerCalls.declineOffer, { params, body: { reason: "notWanted" }, key: randomUUID() });
    await asker.ask(offerCalls.verifyOffer, { params, label: "declined", refusal: "OfferCancelled" });
  } else asker.skip(offerCalls.declineOffer, "no link: act.no");
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
            email: entered(email),
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

async function actOnVerifications(asker: Asker, { act: { idv, coupon }, language }: Tokens) {
  await actOnVerification(asker, idv, language);
  await mailCoupon(asker, coupon, language);
}

async function actOnVerification(asker: Asker, id: string | undefined, language: Tokens["language"]) {
  if (!id) return asker.skip(identityCalls.chooseIdvMethod, "no link: act.idv");
  const { data: methods = [] } = await asker.ask(identityCalls.idvMethods, {
    params: { id },
    label: "to choose from",
  });
  const [first] = methods;
  if (!first) return asker.skip(identityCalls.chooseIdvMethod, "there is no method to choose");
  const body = { method: first.id, returnUrl };
  const asked = { params: { id }, query: { language }, body };
  const isChosen = async () => {
    const { data: idv } = await asker.ask(identityCalls.loadIdv, { params: { id }, query: { language } });
    if (!idv) return undefined;
    if (idv.methodId === first.id && (idv.coupon ?? idv.continueUrl)) return true;
    // A status that names no method says nothing, unless it is new.
    const isOther = idv.methodId !== undefined && idv.methodId !== first.id;
    return isOther || idv.state === "created" ? false : undefined;
  };
  await asker.act(identityCalls.chooseIdvMethod, asked, (a, b) => a.redirectUrl === b.redirectUrl, isChosen);
  await asker.ask(identityCalls.loadIdv, { params: { id }, query: { language }, label: "after the choice" });
}

async function mailCoupon(asker: Asker, id: string | undefined, language: Tokens["language"]) {
  if (!id) return asker.skip(identityCalls.mailIdvCoupon, "no link: act.coupon");
  const asked = { params: { id }, query: { language } };
  const { data } = await asker.ask(identityCalls.loadIdv, { ...asked, label: "with a coupon" });
  const before = data?.coupon?.mailsSent;
  await asker.act(identityCalls.mailIdvCoupon, asked, undefined, async () => {
    const { data: now } = await asker.ask(identityCalls.loadIdv, asked);
    const sent = now?.coupon?.mailsSent;
    return before === undefined || sent === undefined ? undefined : sent > before;
  });
}

async function actOnCustomer(asker: Asker, id: string | undefined) {
  const call = customerCalls.changeCustomerDetails;
  if (!id) return asker.skip(call, "no link: act.customer");
  const { data } = await asker.ask(customerCalls.customerDetails, { params: { id }, label: "to change" });
  if (!data) return asker.skip(call, "the customer's data is not usable");
  const { version } = data;
  const body = { version, email: { value: email, source: "entered" } };
  const isSaved = async (failure: Failure) => {
    const { data: now } = await asker.ask(customerCalls.customerDetails, { params: { id } });
    if (!now || failure.kind !== "answer") return undefined;
    if (givesReason(failure)) return maskEmail(now.email ?? "") === maskEmail(email);
    return now.version === version ? false : undefined;
  };
  await asker.act(call, { params: { id }, body }, (a, b) => a.reference === b.reference, isSaved);
  // Another post with the previous version, as from somebody who has not seen this change.
  const older = { params: { id }, body, key: randomUUID(), label: "of an older version" };
  await asker.ask(call, { ...older, refusal: "conflict" });
}

async function terminate(asker: Asker, { act: { prefill }, language }: Tokens) {
  const declared = {
    cancellationType: "Regular",
    reason: "None",
    selectTerminationDate: "now",
    confirmation: { email },
    language,
  } as const;
  const termination = { ...declared, customer: person, contractNumber: "CHECK-PROVIDER" };
  await declare(asker, openCalls, termination, async (id) => {
    const file = { name: "check.pdf", type: "application/pdf", content: Buffer.from("%PDF-1.4\n%%EOF\n") };
    await asker.ask(terminationCalls.terminationUpload, { params: { id }, file });
  });
  if (prefill) await declare(asker, prefilledCalls, { ...declared, data: prefill });
  else asker.skip(prefilledCalls.declare, "no link: act.prefill");
}

async function withdraw(asker: Asker, { language }: Tokens) {
  const withdrawal = { ...person, contractReference: "CHECK-PROVIDER", email, language };
  await declare(asker, withdrawalCalls, withdrawal);
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
