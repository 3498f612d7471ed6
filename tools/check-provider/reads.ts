import { randomUUID } from "node:crypto";
import type { Call } from "#app/backend/contract/call.ts";
import { calls } from "#app/backend/contract/calls.ts";
import type { Offer } from "#app/backend/contract/offer.ts";
import type { Asker } from "./asker.ts";
import { address, iban, nobodysLink } from "./person.ts";
import { implausiblePrices, noteImplausible } from "./plausible.ts";
import { shownOfOffer } from "./shown.ts";
import type { Tokens } from "./tokens.ts";

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

export const readAddress = ({ ask }: Asker) => ask(calls.checkAddress, { body: address, key: randomUUID() });
export const readAccount = ({ ask }: Asker) => ask(calls.checkIban, { body: { iban }, key: randomUUID() });

/** An offer with its documents and consents, and the offers that are refused. */
export async function readOffer(asker: Asker, { offer: id, login, otherBearer, refused }: Tokens) {
  const { ask } = asker;
  await withLink(asker, calls.verifyOffer, "offer", id);
  const offer = await withLink(asker, calls.loadOffer, "offer", id);
  await withLink(asker, calls.previewOffer, "offer", id);
  if (id)
    for (const { itemId, type } of offer?.documents ?? [])
      await ask(calls.offerDocument, { params: { id, itemId, type }, label: type });
  for (const consent of offer?.consents ?? [])
    await ask(calls.consent, { params: { id: consent }, label: "of the offer" });
  for (const [state, id] of Object.entries(refused))
    await ask(calls.verifyOffer, { params: { id }, label: "refused", refusal: state });
  if (login) await refuseOther(asker, calls.verifyOffer, login, otherBearer);
  await refuseUnknown(asker, calls.verifyOffer);
  await refuseUnknown(asker, calls.loadOffer);
}

export async function readSummary(asker: Asker, { ordered }: Tokens) {
  await withLink(asker, calls.offerSummary, "ordered", ordered);
  await refuseUnknown(asker, calls.offerSummary);
}

const refuseUnknown = ({ ask }: Asker, call: Call) =>
  ask(call, { params: { id: randomUUID() }, label: nobodysLink, refusal: "NotFound" });

/** Whoever has the link can log in with an account of their own: that opens nothing of another customer's. */
export async function refuseOther(
  { ask, skip }: Asker,
  call: Call,
  id: string,
  bearer: string | undefined,
  body?: object,
): Promise<void> {
  const label = "another customer's login";
  if (bearer)
    await ask(call, { params: { id }, body, key: randomUUID(), bearer, label, refusal: "Forbidden" });
  else skip(call, `no login of another customer, which has to be refused (403): otherBearer`);
}

export async function readLogin({ ask, skip }: Asker, { code }: Tokens) {
  if (code) await ask(calls.exchangeCode, { query: { code } });
  else skip(calls.exchangeCode, "no link: code");
}

export async function enterByNovum({ ask, skip }: Asker, { novum }: Tokens) {
  if (novum) await ask(calls.novumEntry, { query: { id: novum } });
  else skip(calls.novumEntry, "no link: novum");
  await ask(calls.novumEntry, { query: { id: randomUUID() }, label: nobodysLink, refusal: "notFound" });
}

export async function readVerification(asker: Asker, tokens: Tokens) {
  const { ask } = asker;
  const { idv: id, language } = tokens;
  const query = { language };
  if (id) {
    const { data } = await ask(calls.loadIdv, { params: { id }, query });
    await ask(calls.idvMethods, { params: { id } });
    if (data?.coupon) await ask(calls.idvCoupon, { params: { id }, query });
    else asker.skip(calls.idvCoupon, "the verification has no coupon");
  } else for (const call of [calls.loadIdv, calls.idvMethods]) asker.skip(call, "no link: idv");
  await ask(calls.loadIdv, {
    params: { id: randomUUID() },
    query,
    label: nobodysLink,
    refusal: "NotFound",
  });
}

export async function readCustomer(asker: Asker, { customer }: Tokens) {
  await withLink(asker, calls.customerDetails, "customer", customer);
  const params = { id: randomUUID() };
  await asker.ask(calls.customerDetails, { params, label: nobodysLink, refusal: "notFound" });
}

export async function readPrefill({ ask, skip }: Asker, { prefill }: Tokens) {
  if (prefill) await ask(calls.prefillTermination, { query: { data: prefill } });
  else skip(calls.prefillTermination, "no link: prefill");
  const query = { data: randomUUID() };
  await ask(calls.prefillTermination, { query, label: nobodysLink, refusal: "notFound" });
}

export async function readConsents(asker: Asker, { consents }: Tokens) {
  await withLink(asker, calls.givenConsents, "consents", consents);
}
