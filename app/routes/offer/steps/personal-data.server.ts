import type { z } from "zod";
import type { DataSource } from "#app/backend/contract/common.ts";
import type { Consent } from "#app/backend/contract/services.ts";
import { loadConsent } from "#app/backend/services.server.ts";
import { type PostalAddress, sameAddress } from "#app/domain/address.ts";
import { checkPhone } from "#app/domain/phone.server.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import type { Cart } from "../cart/cart.server.ts";
import type { postedSchema } from "../cart/personal-data.form.server.ts";

type PersonalData = Pick<
  z.output<ReturnType<typeof postedSchema>>,
  "salutation" | "title" | "firstName" | "lastName" | "birthDate" | "email" | "phone" | "consents"
>;

/** Consents that fail to load are left out, as no order needs one. */
export async function offeredConsents(context: RequestContext, ids: string[]): Promise<Consent[]> {
  const answers = await Promise.all(ids.map((id) => loadConsent(context, id)));
  return answers.flatMap((answer) => (answer.ok ? [answer.data] : []));
}

/** Consents whose text changed since the customer read it: they have to be asked for again. */
export function outdatedConsents(offered: Consent[], ticked: PersonalData["consents"]): string[] {
  const outdated = ({ id, version }: Consent) => ![undefined, tickedByHand, version].includes(ticked?.[id]);
  return offered.filter(outdated).map(({ id }) => `consents.${id}`);
}

/** A script may post this instead of the version. */
const tickedByHand = "yes";

/**
 * The answers, with the wording that the customer read; a consent that cannot be loaded now keeps its earlier answer.
 */
export function consentAnswers(
  { consents: before = [], offer }: Cart,
  offered: Consent[],
  ticked: PersonalData["consents"],
  at: string,
): { consents: NonNullable<Cart["consents"]>; unsaved: boolean } {
  const away = offer.consents.filter((id) => !offered.some((consent) => consent.id === id));
  const answers = offered.map(({ id, version, text }) => ({
    id,
    version,
    granted: ticked?.[id] !== undefined,
    at,
    text,
  }));
  return {
    consents: [...answers, ...before.filter(({ id }) => away.includes(id))],
    unsaved: away.some((id) => ticked?.[id] !== undefined),
  };
}

/** Every field with its source: what the provider knows and the customer left unchanged stays `validated`. */
export function sourcedCustomer(
  { offer: { customer: ofOffer } }: { offer: Pick<Cart["offer"], "customer"> },
  { salutation, title, firstName, lastName, birthDate, email, phone }: PersonalData,
  address: { address: PostalAddress; source: DataSource },
): NonNullable<Cart["customer"]> {
  const knownPhone = checkPhone(ofOffer?.phone ?? "");
  const from = <T extends string>(value: T, before: string | undefined) => ({
    value,
    source: value === before ? ("validated" as const) : ("entered" as const),
  });
  const isKnown = ofOffer?.address && sameAddress(address.address, ofOffer.address);
  return {
    salutation: salutation && from(salutation, ofOffer?.salutation),
    title: title === undefined ? undefined : from(title, ofOffer?.title),
    firstName: from(firstName, ofOffer?.firstName),
    lastName: from(lastName, ofOffer?.lastName),
    birthDate: from(birthDate, ofOffer?.birthDate),
    address: { value: address.address, source: isKnown ? "validated" : address.source },
    email: from(email, ofOffer?.email),
    phone: from(phone, knownPhone.ok ? knownPhone.value : undefined),
  };
}
