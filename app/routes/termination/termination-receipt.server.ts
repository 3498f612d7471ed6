import type { TerminationReceipt } from "#app/backend/contract/termination.ts";
import type { Declaration, Proof, StoredDeclaration } from "#app/declarations/stored-declaration.server.ts";
import { berlinDate, formatDate, formatDateTime, type IsoDate } from "#app/domain/calendar.ts";
import {
  alternativeEnd,
  declaredRows,
  endRows,
  hasNumber,
  serviceIn,
  type TerminationWords,
  wishIn,
} from "#app/domain/declared-termination.server.ts";
import type { checkIban } from "#app/domain/iban.server.ts";
import { keysOf } from "#app/domain/keys-of.ts";
import { checkPhone, formatPhone } from "#app/domain/phone.server.ts";
import type { Receipt } from "#app/domain/receipt.ts";
import { portingUntil, proofUntil } from "#app/domain/termination-dates.ts";
import { terminationReasons } from "#app/domain/termination-reasons.ts";
import { isCut } from "#app/domain/user-input.ts";
import {
  brandContext,
  getT,
  getTexts,
  localeContext,
  type RequestContext,
} from "#app/request/context.server.ts";
import { kindOf } from "../declaration/confirmation-link.server.ts";
import { keptBy, receivedSection, storedFacts } from "../declaration/receipt.server.ts";

/** A termination as its receipt shows it: from the portal's own copy, or else from the provider. */
export interface ShownTermination extends Pick<TerminationReceipt, "id" | "declaration" | "sentTo"> {
  receivedAt: string;
  state: StoredDeclaration["state"];
  answered?: Declaration["answered"];
  /** The account for a payout as the customer wrote it; unknown where only the provider has it, which masks it. */
  account?: ReturnType<typeof checkIban> | undefined;
  uploads: (Omit<Proof, "receivedAt"> & { receivedAt?: string | undefined })[];
  /** The provider itself has just listed its uploads. */
  isListed: boolean;
  /** Known once the provider has it. */
  endDate?: string | undefined;
  specialEndDate?: string | undefined;
}

/** Its receipt; when the contract ends, if that is certain; and how it stands with its proof, for the form. */
export function terminationReceipt(context: RequestContext, shown: ShownTermination, now: Date) {
  const { locale } = context.get(localeContext);
  const t = getT(context, "termination", "receiptRows");
  const rows = getT(context, "receipt", "rows");
  const labelOf = getTexts(context, "termination.form");
  const proofs = getT(context, "termination", "proofs");
  const upload = getT(context, "termination", "upload");
  const confirmation = getT(context, "termination", "confirmation");
  const words: TerminationWords = {
    language: locale,
    say: getTexts(context, "termination.receiptRows"),
    field: labelOf,
    reason: getTexts(context, "termination.reasons"),
    row: getTexts(context, "receipt.rows"),
  };
  const { declaration, endDate, specialEndDate } = shown;
  const { payout, written = {} } = declaration;
  const receivedAt = new Date(shown.receivedAt);
  const asked = wishIn(declaration, words);
  const { special, reason, later, laterDate, withMove } = asked;
  const rule = reason && terminationReasons[reason];
  // The end of a special termination is open until its reason is recognised.
  const confirmedEnd = special ? undefined : endDate;
  const wishedEarlier =
    confirmedEnd !== undefined &&
    declaration.terminationDate !== undefined &&
    declaration.terminationDate < confirmedEnd;
  const alternative = alternativeEnd(asked, endDate);
  const regularFirst =
    special && alternative !== undefined && specialEndDate !== undefined && alternative < specialEndDate;
  const until = proofUntil(receivedAt);
  const isMissing = declaration.proofAnnounced === true && shown.uploads.length === 0;
  const wanted = special || declaration.proofAnnounced || shown.uploads.length > 0;
  const { hotline } = context.get(brandContext);
  const unclear = (field: string, text = "") =>
    field === "email"
      ? t("unreachable", { text, hotline: hotline.number })
      : t("unreadable", { label: labelOf(field), text, hotline: hotline.number });
  const accountNote = () => {
    if (!shown.account || shown.account.ok) return undefined;
    const { reason, values } = shown.account;
    if (reason === "missing") return t("accountMissing", { hotline: hotline.number });
    if (reason === "notSepa")
      return t("accountNotSepa", { country: String(values?.country), hotline: hotline.number });
    return unclear("iban", payout?.maskedIban);
  };

  const isTaken = wanted && berlinDate(now) <= until;
  /** The provider accepts no proof for a termination that it does not have yet. */
  const waits = shown.state !== "forwarded";
  const suitable = (rule?.proofs ?? []).map((name) => proofs(name));
  const receipt: Receipt = {
    ...storedFacts(context, { ...shown, kind: kindOf(context), end: confirmedEnd }),
    ...keptBy(context, shown.sentTo.map(formatPhone).join(", ")),
    title: confirmation("title"),
    received: receivedSection(context, shown.receivedAt, {
      heading: confirmation("effect"),
      button: t("button"),
      effects: endRows(declaration, shown, { ...words, open: waits ? "endPending" : "endOpen" }).map((row) =>
        confirmedEnd ? { ...row, main: true } : row,
      ),
    }),
    declared: {
      heading: rows("declared"),
      withheld: undefined,
      rows: declaredRows(declaration, words),
    },
    notes: [
      wishedEarlier && t("wishEarlier"),
      regularFirst && t("regularEarlier", { date: formatDate(alternative, locale) }),
      rule?.effect === "oneMonth" && t("oneMonth"),
      special && !reason && t("reasonMissing", { hotline: hotline.number }),
      // A link from the selfcare pages says it.
      !serviceIn(declaration) &&
        !hasNumber(declaration) &&
        kindOf(context) === "termination" &&
        t("serviceMissing", { hotline: hotline.number }),
      later && !laterDate && !withMove && t("dateMissing", { hotline: hotline.number }),
      ...Object.entries({
        ...written,
        accountHolder: payout?.accountHolder,
        iban: payout?.maskedIban,
      }).flatMap(([field, text]) => (isCut(text) ? [rows("shortened", { label: labelOf(field) })] : [])),
      ...unreadable(declaration).map((field) => unclear(field, written[field])),
      accountNote(),
    ].filter((note) => typeof note === "string"),
    proof: isTaken
      ? {
          heading: upload("title"),
          rows: shown.uploads.map(({ name, receivedAt: at }) => ({
            label: name,
            value: at ? formatDateTime(new Date(at), locale) : upload("listed"),
          })),
          texts: [
            t(waits ? "proofLeadWaits" : "proofLead", { date: formatDate(until, locale) }),
            ...(suitable.length > 0 ? [t("proofHelpful", { list: suitable.join(", ") })] : []),
          ],
        }
      : undefined,
    next: { lines: afterTermination(context, confirmedEnd), link: undefined },
  };
  return {
    receipt,
    end: confirmedEnd,
    proof: isTaken
      ? {
          waits,
          lost: isMissing && (shown.isListed || waits),
          /** Announced, and nobody says whether it arrived. */
          unknown: isMissing && !shown.isListed && !waits,
        }
      : undefined,
  };
}
export type ProofState = NonNullable<ReturnType<typeof terminationReceipt>["proof"]>;

/**
 * What follows a termination, on page and papers: the number, what is still to be paid, what goes back.
 * @param end undefined if the contract may end before its regular end
 */
function afterTermination(context: RequestContext, end: IsoDate | undefined): string[] {
  const t = getT(context, "termination", "confirmation");
  const { locale } = context.get(localeContext);
  const { name, prepaid, contact } = context.get(brandContext);
  return [
    end ? t("portingUntil", { date: formatDate(portingUntil(end), locale) }) : t("portingAfterEnd"),
    ...(prepaid
      ? [t("lastCredit")]
      : [t("lastBill"), t("rented", { address: [name, ...contact.address].join(", ") })]),
  ];
}

/** Fields whose text is no date, no phone number or e-mail address, or without a digit where a number belongs. */
function unreadable({ written = {}, ...declared }: TerminationReceipt["declaration"]) {
  const numberIn = (text: string | undefined) => text?.match(/\p{Nd}/u)?.[0];
  const copies = {
    phoneNumber: declared.phoneNumber,
    customerNumber: numberIn(written.customerNumber),
    contractNumber: numberIn(written.contractNumber),
    birthDate: declared.customer.birthDate,
    moveDate: declared.details?.moveDate,
    dateOfDeath: declared.details?.dateOfDeath,
    userPhoneNumber: checkPhone(written.userPhoneNumber).ok ? "readable" : undefined,
    terminationDate: declared.terminationDate,
    email: declared.confirmation.email,
    confirmationPhone: declared.confirmation.phone,
  };
  return keysOf(copies).filter((field) => written[field] && !copies[field]);
}
