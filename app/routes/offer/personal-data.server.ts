import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import type { DataSource, PostalAddress } from "#app/backend/contract/common.ts";
import type { Acceptance } from "#app/backend/contract/offer.ts";
import type { Consent } from "#app/backend/contract/services.ts";
import { checkAddress, loadConsent } from "#app/backend/services.server.ts";
import { FormFieldError } from "#app/domain/errors.ts";
import {
  checkBirthDate,
  checkCity,
  checkEmail,
  checkHouseNumber,
  checkName,
  checkPostalCode,
  checkSalutation,
  checkStreet,
  checkTitle,
} from "#app/domain/personal-data.ts";
import { checkPhone } from "#app/domain/phone.server.ts";
import { checked, checkedDate } from "#app/forms/form-data.server.ts";
import { ownAddress } from "./address-choice.ts";
import type { OfferVisit } from "./visit.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The form's fields in their order (product decisions §3). */
export function personalDataSchema(now: Date) {
  return z.object({
    salutation: checked("salutation", checkSalutation),
    title: checked("title", checkTitle),
    firstName: checked("firstName", checkName),
    lastName: checked("lastName", checkName),
    birthDate: checkedDate("birthDate", (typed) => checkBirthDate(typed, now)),
    street: checked("street", checkStreet),
    houseNumber: checked("houseNumber", checkHouseNumber),
    postalCode: checked("postalCode", checkPostalCode),
    city: checked("city", checkCity),
    addressChoice: z.string().optional(),
    email: checked("email", checkEmail),
    phone: checked("phone", checkPhone),
    consents: z.record(z.string(), z.string()).optional(),
  });
}
export type PersonalData = z.output<ReturnType<typeof personalDataSchema>>;

/** What the address check made of the customer's input. */
export type CheckedAddress =
  | { outcome: "known"; address: PostalAddress; source: DataSource }
  | { outcome: "choose"; asked: PostalAddress; suggestions: PostalAddress[] }
  | { outcome: "refused"; error: FormFieldError };

/**
 * Checks an address with the provider. Suggestions are shown once; the customer's choice among them, or their own
 * input, is then taken. A check that fails never stops an order: the input is taken as `entered`.
 */
export async function checkEnteredAddress(
  context: Context,
  entered: PostalAddress,
  choice: string | undefined,
  shown: OfferVisit["addressCheck"],
): Promise<CheckedAddress> {
  if (shown && choice !== undefined && same(shown.asked, entered)) {
    const chosen = choice === ownAddress ? undefined : shown.suggestions[Number(choice)];
    if (chosen) return { outcome: "known", address: chosen, source: "validated" };
    if (choice === ownAddress) return { outcome: "known", address: entered, source: "entered" };
  }
  const check = await checkAddress(context, entered);
  if (!check.ok) {
    if (check.error instanceof FormFieldError) return { outcome: "refused", error: check.error };
    return { outcome: "known", address: entered, source: "entered" };
  }
  const { result, suggestions } = check.data;
  if (result === "valid" || suggestions.length === 0)
    return { outcome: "known", address: suggestions[0] ?? entered, source: "validated" };
  return { outcome: "choose", asked: entered, suggestions };
}

function same(a: PostalAddress, b: PostalAddress): boolean {
  return (
    a.street === b.street &&
    a.houseNumber === b.houseNumber &&
    a.postalCode === b.postalCode &&
    a.city === b.city
  );
}

export function addressOf({ street, houseNumber, postalCode, city }: PostalAddress): PostalAddress {
  return { street, houseNumber, postalCode, city };
}

/** `Musterweg 12, 50667 Köln` */
export function addressLine({ street, houseNumber, postalCode, city }: PostalAddress): string {
  return `${street} ${houseNumber}, ${postalCode} ${city}`;
}

/** The consents that the offer asks for. One that cannot be loaded is left out: it is never needed for an order. */
export async function offeredConsents(context: Context, ids: string[]): Promise<Consent[]> {
  const answers = await Promise.all(ids.map((id) => loadConsent(context, id)));
  return answers.flatMap((answer) => (answer.ok ? [answer.data] : []));
}

/** Every consent that was asked for with the customer's answer, version and time. */
export function givenConsents(
  offered: Consent[],
  ticked: PersonalData["consents"],
  at: string,
): NonNullable<Acceptance["consents"]> {
  return offered.map(({ id, version }) => ({ id, version, granted: ticked?.[id] !== undefined, at }));
}

/** The form's values from what the session or the provider knows. */
export function knownValues({ customer, consents, offer }: OfferVisit): Record<string, string | undefined> {
  const known = customer ?? offer.customer;
  const address = customer?.address.value ?? offer.customer?.address;
  const [year, month, day] = known?.birthDate?.split("-") ?? [];
  const granted = (consents ?? [])
    .filter((consent) => consent.granted)
    .map(({ id }) => [`consents.${id}`, "yes"]);
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
