import { addressLine } from "#app/domain/address.ts";
import { formatDate } from "#app/domain/calendar.ts";
import { maskIban } from "#app/domain/iban.ts";
import { identityDocumentTypes, maskDocumentNumber } from "#app/domain/identity-documents.ts";
import { isKeyOf } from "#app/domain/keys-of.ts";
import { suggestedEmail } from "#app/domain/mail-domains.ts";
import { nationalitiesIn } from "#app/domain/nationalities.ts";
import type { DataStep } from "#app/domain/offer-steps.ts";
import { formatPhone } from "#app/domain/phone.server.ts";
import { getT, localeContext, type RequestContext } from "#app/request/context.server.ts";
import { type Cart, isOrdered, personOf } from "../cart/cart.server.ts";
import { changeLink } from "../cart/journey.server.ts";
import { askedOfLine } from "../cart/line.server.ts";
import { paymentHint, paymentName } from "../cart/payment.server.ts";

/** What was typed as the e-mail address if that is probably a mistake, until the customer says that it is none. */
export function doubtfulEmail(cart: Cart): Doubt | undefined {
  const { customer, emailKept } = cart;
  if (isOrdered(cart)) return undefined;
  const email = customer?.email.value;
  const likely = email !== undefined && email !== emailKept ? suggestedEmail(email) : undefined;
  return email !== undefined && likely ? { email, likely } : undefined;
}

export interface Doubt {
  email: string;
  likely: string;
}

/** The input of one step. */
export interface EnteredPart {
  id: DataStep;
  title: string;
  /** The link to change it, unless it may have been ordered. */
  change?: string | undefined;
  rows: EnteredRow[];
}

export interface EnteredRow {
  label: string;
  /** Without one, the row is left out. */
  value: string | string[] | undefined;
  /** A number, a name or an address: a browser's translator must not change it. */
  fixed?: true;
  /** Its value has comma-separated parts, each of which stays on one line. */
  listed?: true;
  /** To be checked before the order button: stands in the order's box. */
  first?: true;
}

/** What was entered for the order, by step. Once it may have been ordered, nothing can be changed. */
export const enteredParts = (context: RequestContext, cart: Cart): EnteredPart[] =>
  [personPart(context, cart), identityPart(context, cart), paymentPart(context, cart)]
    .filter((part) => part !== undefined)
    .map((part) => ({ ...part, change: isOrdered(cart) ? undefined : changeLink(part.id) }));

function personPart(context: RequestContext, cart: Cart): EnteredPart | undefined {
  const person = personOf(cart);
  if (!person) return undefined;
  const t = getT(context, "offer", "summary", cart.offer.offerUseCase);
  const personT = getT(context, "offer", "personalData");
  const { locale } = context.get(localeContext);
  const consents = (cart.consents ?? []).flatMap(({ granted, text }) => (granted ? [text] : []));
  const asked = [...cart.offer.consents, ...(cart.consents ?? []).map(({ id }) => id)];
  return {
    id: "personal-data",
    title: t("person"),
    rows: [
      {
        label: personT("salutation"),
        value: person.salutation && personT(`salutations.${person.salutation}`),
      },
      {
        label: t("name"),
        value: [person.title, person.firstName, person.lastName].filter(Boolean).join(" "),
        fixed: true,
        first: true,
      },
      {
        label: t("birthDate"),
        value: person.birthDate && formatDate(person.birthDate, locale),
      },
      {
        label: t("address"),
        value: person.address && addressLine(person.address),
        listed: true,
        fixed: true,
        first: true,
      },
      {
        label: t("email"),
        value: person.email,
        fixed: true,
      },
      {
        label: t("phone"),
        value: person.phone && formatPhone(person.phone),
        fixed: true,
      },
      ...lineRows(context, cart),
      {
        label: t("consents"),
        value: consents.length > 0 ? consents : asked.length > 0 ? t("consentsNone") : undefined,
      },
    ],
  };
}

/** Where the offer asks for it: the number and the SIM. */
function lineRows(context: RequestContext, { customer, line, offer }: Cart): EnteredRow[] {
  const asked = line && askedOfLine(offer);
  if (!asked) return [];
  const t = getT(context, "offer", "summary", offer.offerUseCase);
  const lineT = getT(context, "offer", "line");
  const { porting, sim } = line;
  const name = [customer?.firstName.value, customer?.lastName.value].filter(Boolean).join(" ");
  const number = asked.porting && {
    label: t("number"),
    value: porting ? formatPhone(porting.number) : t("newNumber"),
    ...(porting && { fixed: true as const }),
  };
  return [
    ...(number ? [number] : []),
    {
      label: lineT("portingProvider"),
      value: porting?.provider,
      fixed: true,
    },
    {
      label: t("portingWhen"),
      value: porting && lineT(`portingTimes.${porting.when}`),
    },
    {
      label: lineT("portingHolder"),
      value: porting && (porting.holder ?? name),
      fixed: true,
    },
    { label: t("sim"), value: sim && lineT(`sims.${sim}`) },
  ];
}

function identityPart(context: RequestContext, cart: Cart): EnteredPart | undefined {
  const { identification, offer } = cart;
  if (!identification) return undefined;
  const t = getT(context, "offer", "summary", offer.offerUseCase);
  const idT = getT(context, "offer", "idData");
  const card = getT(context, "offer", "idCard");
  const { locale } = context.get(localeContext);
  const types = getT(context, "offer", "identityDocuments");
  const nationality = nationalitiesIn(locale).find(({ code }) => code === identification.nationality);
  return {
    id: "id-data",
    title: t("identity"),
    rows: [
      {
        label: t("documentType"),
        value: isKeyOf(identityDocumentTypes, identification.documentType)
          ? types(identification.documentType)
          : identification.documentType,
      },
      {
        label: t("documentNumber"),
        value: maskDocumentNumber(identification.documentNumber),
        fixed: true,
      },
      {
        label: t("authority"),
        value: identification.issuingAuthority,
      },
      {
        label: t("nationality"),
        value: nationality?.name ?? identification.nationality,
      },
      {
        label: idT("expiryDate"),
        value: identification.expiryDate ? formatDate(identification.expiryDate, locale) : card("unlimited"),
      },
    ],
  };
}

function paymentPart(context: RequestContext, cart: Cart): EnteredPart | undefined {
  const { payment, verification, offer } = cart;
  if (!payment && verification.payment !== "complete") return undefined;
  const t = getT(context, "offer", "summary", offer.offerUseCase);
  const methods = getT(context, "offer", "paymentMethods", offer.offerUseCase);
  const accountT = getT(context, "common", "account");
  const hint = payment && !payment.iban ? paymentHint(context, payment.method, offer) : undefined;
  return {
    id: "payment",
    title: t("payment"),
    rows: [
      {
        label: methods("paymentMethod"),
        // Nothing was entered: the provider has it from the existing contract.
        value: payment
          ? [paymentName(context, payment.method, offer), ...(hint ? [hint] : [])]
          : t("paymentKnown"),
        first: true,
      },
      {
        label: accountT("accountHolder"),
        value: payment?.accountHolder,
        fixed: true,
        first: true,
      },
      {
        label: accountT("iban"),
        value: payment?.iban && maskIban(payment.iban),
        fixed: true,
        first: true,
      },
    ],
  };
}
