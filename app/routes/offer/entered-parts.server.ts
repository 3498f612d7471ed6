import { addressLine } from "#app/domain/address.ts";
import { formatDate } from "#app/domain/calendar.ts";
import { maskIban } from "#app/domain/iban.ts";
import { maskDocumentNumber } from "#app/domain/identity-documents.ts";
import { suggestedEmail } from "#app/domain/mail-domains.ts";
import { nationalitiesIn } from "#app/domain/nationalities.ts";
import { formatPhone } from "#app/domain/phone.server.ts";
import { getT, localeContext, type RequestContext } from "#app/request/context.server.ts";
import { type Cart, isOrdered, personOf } from "./cart.server.ts";
import { changeLink } from "./journey.server.ts";
import { askedOfLine } from "./line.server.ts";
import { paymentHint, paymentName } from "./payment.server.ts";

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
  id: string;
  title: string;
  rows: EnteredRow[];
}

export interface EnteredRow {
  label: string;
  /** Without one, the row is left out. */
  value: string | string[] | undefined;
  /** The link to change it, unless it may have been ordered. */
  change: string | undefined;
  /** A number, a name or an address: a browser's translator must not change it. */
  fixed?: true;
  /** Its value has comma-separated parts, each of which stays on one line. */
  listed?: true;
  doubt?: Doubt | undefined;
}

/** What was entered for the order, by step. Once it may have been ordered, nothing can be changed. */
export const enteredParts = (context: RequestContext, cart: Cart): EnteredPart[] =>
  [personPart(context, cart), identityPart(context, cart), paymentPart(context, cart)]
    .filter((part) => part !== undefined)
    .map(({ rows, ...part }) => ({
      ...part,
      rows: isOrdered(cart) ? rows.map((row) => ({ ...row, change: undefined })) : rows,
    }));

function personPart(context: RequestContext, cart: Cart): EnteredPart | undefined {
  const person = personOf(cart);
  if (!person) return undefined;
  const t = getT(context, "offer", "summary", cart.offer.offerUseCase);
  const personT = getT(context, "offer", "personalData");
  const { locale } = context.get(localeContext);
  const consents = (cart.consents ?? []).flatMap(({ granted, text }) => (granted ? [text] : []));
  const asked = [...cart.offer.consents, ...(cart.consents ?? []).map(({ id }) => id)];
  const change = (field: string) => changeLink("personal-data", field);
  return {
    id: "personal-data",
    title: t("person"),
    rows: [
      {
        label: personT("salutation"),
        value: person.salutation && personT(`salutations.${person.salutation}`),
        change: change("salutation"),
      },
      {
        label: t("name"),
        value: [person.title, person.firstName, person.lastName].filter(Boolean).join(" "),
        fixed: true,
        change: change("firstName"),
      },
      {
        label: t("birthDate"),
        value: person.birthDate && formatDate(person.birthDate, locale),
        change: change("birthDate"),
      },
      {
        label: t("address"),
        value: person.address && addressLine(person.address),
        listed: true,
        fixed: true,
        change: change("street"),
      },
      {
        label: t("email"),
        value: person.email,
        fixed: true,
        change: change("email"),
        doubt: doubtfulEmail(cart),
      },
      {
        label: t("phone"),
        value: person.phone && formatPhone(person.phone),
        fixed: true,
        change: change("phone"),
      },
      ...lineRows(context, cart),
      {
        label: t("consents"),
        value: consents.length > 0 ? consents : asked.length > 0 ? t("consentsNone") : undefined,
        change: change(`consents.${asked[0]}`),
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
  const change = (field: string) => changeLink("personal-data", field);
  const { porting, sim } = line;
  const name = [customer?.firstName.value, customer?.lastName.value].filter(Boolean).join(" ");
  const number = asked.porting && {
    label: t("number"),
    value: porting ? formatPhone(porting.number) : t("newNumber"),
    ...(porting && { fixed: true as const }),
    change: change("portingNumber"),
  };
  return [
    ...(number ? [number] : []),
    {
      label: lineT("portingProvider"),
      value: porting?.provider,
      fixed: true,
      change: change("portingProvider"),
    },
    {
      label: t("portingWhen"),
      value: porting && lineT(`portingTimes.${porting.when}`),
      change: change("portingWhen"),
    },
    {
      label: lineT("portingHolder"),
      value: porting && (porting.holder ?? name),
      fixed: true,
      change: change("portingHolder"),
    },
    { label: t("sim"), value: sim && lineT(`sims.${sim}`), change: change("sim") },
  ];
}

function identityPart(context: RequestContext, cart: Cart): EnteredPart | undefined {
  const { identification, offer } = cart;
  if (!identification) return undefined;
  const t = getT(context, "offer", "summary", offer.offerUseCase);
  const idT = getT(context, "offer", "idData");
  const { locale } = context.get(localeContext);
  const types = getT(context, "offer", "identityDocuments");
  const nationality = nationalitiesIn(locale).find(({ code }) => code === identification.nationality);
  const change = (field: string) => changeLink("id-data", field);
  return {
    id: "id-data",
    title: t("identity"),
    rows: [
      {
        label: idT("documentType"),
        value: types(identification.documentType as "PERSONALAUSWEIS"),
        change: change("documentType"),
      },
      {
        label: idT("documentNumber"),
        value: maskDocumentNumber(identification.documentNumber),
        fixed: true,
        change: change("documentNumber"),
      },
      {
        label: idT("issuingAuthority"),
        value: identification.issuingAuthority,
        change: change("issuingAuthority"),
      },
      {
        label: idT("nationality"),
        value: nationality?.name ?? identification.nationality,
        change: change("nationality"),
      },
      {
        label: idT("expiryDate"),
        value: identification.expiryDate ? formatDate(identification.expiryDate, locale) : idT("unlimited"),
        change: change("expiryDate"),
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
  const change = (field: string) => changeLink("payment", field);
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
        change: change("paymentMethod"),
      },
      {
        label: accountT("accountHolder"),
        value: payment?.accountHolder,
        fixed: true,
        change: change("accountHolder"),
      },
      {
        label: accountT("iban"),
        value: payment?.iban && maskIban(payment.iban),
        fixed: true,
        change: change("iban"),
      },
    ],
  };
}
