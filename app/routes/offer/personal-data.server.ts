import { z } from "zod";
import type { Consent } from "#app/backend/contract/services.ts";
import { loadConsent } from "#app/backend/services.server.ts";
import {
  checkBirthDate,
  checkEmail,
  checkName,
  checkSalutation,
  checkTitle,
  personalLimits,
} from "#app/domain/personal-data.ts";
import { checkPhone } from "#app/domain/phone.server.ts";
import { addressSchema } from "#app/forms/address-check.server.ts";
import { by, date, line } from "#app/forms/schema.server.ts";
import type { RequestContext } from "#app/middleware/request.server.ts";
import type { Cart } from "./cart.server.ts";

/** The form's fields in their order (product decisions §3). */
export const personalDataSchema = z.object({
  salutation: line.transform(by(checkSalutation)).optional(),
  title: line.max(personalLimits.title).transform(by(checkTitle)).optional(),
  firstName: line.max(personalLimits.name).transform(by(checkName)),
  lastName: line.max(personalLimits.name).transform(by(checkName)),
  birthDate: date((typed) => checkBirthDate(typed, new Date())),
  ...addressSchema,
  email: line.max(personalLimits.email).transform(by(checkEmail)),
  phone: line.transform(by(checkPhone)),
  consents: z.record(z.string(), z.string()).optional(),
});
type PersonalData = z.output<typeof personalDataSchema>;

/** The consents that the offer asks for. One that cannot be loaded is left out: it is never needed for an order. */
export async function offeredConsents(context: RequestContext, ids: string[]): Promise<Consent[]> {
  const answers = await Promise.all(ids.map((id) => loadConsent(context, id)));
  return answers.flatMap((answer) => (answer.ok ? [answer.data] : []));
}

/** Fields of consents whose text changed after the customer had read another version: they are asked again. */
export function outdatedConsents(offered: Consent[], ticked: PersonalData["consents"]): string[] {
  const outdated = ({ id, version }: Consent) => ![undefined, tickedByHand, version].includes(ticked?.[id]);
  return offered.filter(outdated).map(({ id }) => `consents.${id}`);
}

/** What a script may post in place of the version that a page's box carries. */
const tickedByHand = "yes";

/**
 * Every consent that was asked for with the customer's answer, the version and the words that they read, and the time.
 * Of one that cannot be loaded now, the answer is the one given before.
 */
export function givenConsents(
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

/** The form's values from what the session or the provider knows. */
export function knownValues({ customer, consents, offer }: Cart): Record<string, string | undefined> {
  const known = customer ?? offer.customer;
  const address = customer?.address.value ?? offer.customer?.address;
  const [year, month, day] = known?.birthDate?.split("-") ?? [];
  const granted = (consents ?? [])
    .filter((consent) => consent.granted)
    .map(({ id, version }) => [`consents.${id}`, version]);
  return {
    salutation: known?.salutation ?? "",
    title: known?.title,
    firstName: known?.firstName,
    lastName: known?.lastName,
    "birthDate.day": day,
    "birthDate.month": month,
    "birthDate.year": year,
    ...address,
    email: customer?.email.value ?? offer.customer?.email,
    phone: customer?.phone.value ?? offer.customer?.phone,
    ...Object.fromEntries(granted),
  };
}
