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

/** In order (product decisions §3). */
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

/** Consents that fail to load are left out, as an order never needs one. */
export async function offeredConsents(context: RequestContext, ids: string[]): Promise<Consent[]> {
  const answers = await Promise.all(ids.map((id) => loadConsent(context, id)));
  return answers.flatMap((answer) => (answer.ok ? [answer.data] : []));
}

/** Consents whose text changed since the customer read it: ask again. */
export function outdatedConsents(offered: Consent[], ticked: PersonalData["consents"]): string[] {
  const outdated = ({ id, version }: Consent) => ![undefined, tickedByHand, version].includes(ticked?.[id]);
  return offered.filter(outdated).map(({ id }) => `consents.${id}`);
}

/** What a script may post instead of a version. */
const tickedByHand = "yes";

/**
 * Every requested consent with the answer, the version and wording that the customer read, and the time. If one cannot
 * be loaded now, its earlier answer stands.
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

/** Values from the session or the provider. */
export function initialValues({
  customer,
  consents,
  offer,
  lacks,
}: Cart): Record<string, string | undefined> {
  const known = customer ?? offer.customer;
  const address = customer?.address.value ?? offer.customer?.address;
  const [year, month, day] = (lacks !== "birthDate" && known?.birthDate?.split("-")) || [];
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
