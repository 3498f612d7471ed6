import {
  addDays,
  addMonths,
  berlinDate,
  compareDates,
  type DatePart,
  type DateParts,
  type DateReason,
  type IsoDate,
  laterOf,
  parseDate,
} from "./calendar.ts";
import { accepted, type Check, lengthOf, refused, tidy, tidyLines } from "./user-input.ts";

/** Field values of the form and their names on the wire (specification §3). */
export const cancellationTypes = { regular: "Regular", special: "Special" } as const;
export type CancellationType = keyof typeof cancellationTypes;
export type TerminationDateChoice = "now" | "later";

/** Fields that only some terminations have. Dates are three fields each (`moveDate.day` …). */
export type ExtraField =
  | "reason"
  | "dateOfDeath"
  | "submitterName"
  | "submitterContact"
  | "submitterRelation"
  | "userName"
  | "userPhoneNumber"
  | "moveDate"
  | "newAddress"
  | "country"
  | "reasonText"
  | "terminationDate"
  | "payoutRequested"
  | "accountHolder"
  | "iban";
export type Need = "required" | "optional";

export function isDateField(field: string): field is "dateOfDeath" | "moveDate" | "terminationDate" {
  return field === "dateOfDeath" || field === "moveDate" || field === "terminationDate";
}

/** A document that supports a reason; never mandatory. Names: `termination.proofs.<name>`. */
export type Proof =
  | "deathCertificate"
  | "registration"
  | "deregistration"
  | "employerLetter"
  | "measurementReport"
  | "faultTicket"
  | "other";

/**
 * When a special termination ends the contract:
 * - `death`: with the date of death, else with the receipt
 * - `oneMonth`: a month after the receipt, not before the move (§ 60 (2) TKG)
 * - `goodwill`, `review`: the provider decides
 */
export type SpecialEffect = "death" | "oneMonth" | "goodwill" | "review";

export interface TerminationReasonRow {
  fields: Partial<Record<ExtraField, Need>>;
  proofs: readonly Proof[];
  effect: SpecialEffect;
  /** The paragraph the effect rests on. */
  law?: string;
}

/** Reasons of a special termination (specification §3, without None). Nothing beyond these fields is asked for. */
export const terminationReasons = {
  PersönlicheUmstände: {
    fields: { reasonText: "optional" },
    proofs: ["other"],
    effect: "review",
    law: "§ 314 BGB",
  },
  SterbefallVertragsinhaber: {
    fields: {
      dateOfDeath: "optional",
      submitterName: "optional",
      submitterContact: "optional",
      submitterRelation: "optional",
    },
    proofs: ["deathCertificate"],
    effect: "death",
  },
  SterbefallNutzer: {
    fields: { userName: "optional", userPhoneNumber: "optional" },
    proofs: ["deathCertificate"],
    effect: "goodwill",
  },
  TechnischeProbleme: {
    fields: { reasonText: "optional" },
    proofs: ["measurementReport", "faultTicket"],
    effect: "review",
    law: "§ 57 (4) TKG",
  },
  UmzugInland: {
    fields: { moveDate: "required", newAddress: "required" },
    proofs: ["registration"],
    effect: "oneMonth",
    law: "§ 60 (2) TKG",
  },
  UmzugAusland: {
    fields: { moveDate: "required", country: "required" },
    proofs: ["deregistration", "employerLetter"],
    effect: "oneMonth",
    law: "§ 60 (2) TKG",
  },
  SonstigerGrund: {
    fields: { reasonText: "required" },
    proofs: ["other"],
    effect: "review",
    law: "§ 314 BGB",
  },
} satisfies Record<string, TerminationReasonRow>;
export type TerminationReason = keyof typeof terminationReasons;

export function isTerminationReason(value: string | undefined): value is TerminationReason {
  return value !== undefined && Object.hasOwn(terminationReasons, value);
}

/** Days during which a proof may still follow. */
export const proofDays = 14;
export const reasonTextLimit = 1000;
export const reasonLineLimit = 200;

/** The row of a reason, with every optional column. */
export function terminationReasonRow(reason: TerminationReason): TerminationReasonRow {
  return terminationReasons[reason];
}

export interface TerminationChoice {
  cancellationType: CancellationType;
  /** Only with a special termination. */
  reason?: TerminationReason | undefined;
  selectTerminationDate: TerminationDateChoice;
  prepaid: boolean;
  payoutRequested: boolean;
}

/**
 * The extra fields of a termination as it was chosen, in the order of the form; all others do not apply.
 * The list is the most that may be asked and the least that must be possible (§ 312k (2) BGB).
 */
export function extraFields(choice: TerminationChoice): { field: ExtraField; need: Need }[] {
  const fields: Partial<Record<ExtraField, Need>> = {};
  if (choice.cancellationType === "special") {
    fields.reason = "required";
    if (choice.reason) Object.assign(fields, terminationReasonRow(choice.reason).fields);
  }
  if (choice.selectTerminationDate === "later") fields.terminationDate = "required";
  if (choice.prepaid) {
    fields.payoutRequested = "optional";
    if (choice.payoutRequested) Object.assign(fields, { accountHolder: "required", iban: "required" });
  }
  return Object.entries(fields).map(([field, need]) => ({ field: field as ExtraField, need }));
}

/** The kind of termination; an empty one is the preselected regular one. */
export function checkCancellationType(typed: string | undefined): Check<CancellationType, "unknown"> {
  const value = tidy(typed);
  if (value === "") return accepted("regular");
  return value === "regular" || value === "special" ? accepted(value) : refused("unknown");
}

export type ReasonReason = "missing" | "unknown" | "onlySpecial";

/** The reason: needed for a special termination, contradicting a regular one. */
export function checkReason(
  typed: string | undefined,
  type: CancellationType,
): Check<TerminationReason | undefined, ReasonReason> {
  const value = tidy(typed);
  const given = value !== "" && value !== "None";
  if (type === "regular") return given ? refused("onlySpecial") : accepted(undefined);
  if (!given) return refused("missing");
  return isTerminationReason(value) ? accepted(value) : refused("unknown");
}

/** What is written to a reason, 1000 characters at most; `need` says whether it may be empty. */
export function checkReasonText(
  typed: string | undefined,
  need: Need,
): Check<string | undefined, "missing" | "tooLong"> {
  const value = tidyLines(typed);
  if (value === "") return need === "required" ? refused("missing") : accepted(undefined);
  return lengthOf(value) > reasonTextLimit ? refused("tooLong", { max: reasonTextLimit }) : accepted(value);
}

/** A line that a reason asks for, such as the new address, 200 characters at most. */
export function checkReasonLine(
  typed: string | undefined,
  need: Need,
): Check<string | undefined, "missing" | "tooLong"> {
  const value = tidy(typed);
  if (value === "") return need === "required" ? refused("missing") : accepted(undefined);
  return lengthOf(value) > reasonLineLimit ? refused("tooLong", { max: reasonLineLimit }) : accepted(value);
}

export type CheckedDate<Reason extends string> =
  | { ok: true; value: IsoDate | undefined }
  | { ok: false; reason: Reason; parts: DatePart[] };
export type TerminationDateReason = DateReason | "past" | "onlyLater";

const allParts: DatePart[] = ["day", "month", "year"];

/**
 * The wished end: none for "now" (the earliest possible one), else today in Germany or later. A date with "now"
 * contradicts it. One that is earlier than possible is no mistake: it is confirmed as the next possible date.
 */
export function checkTerminationDate(
  choice: TerminationDateChoice,
  typed: DateParts,
  now: Date,
): CheckedDate<TerminationDateReason> {
  const parsed = parseDate(typed);
  if (choice === "now") {
    const empty = !parsed.ok && parsed.reason === "missing";
    return empty ? accepted(undefined) : { ok: false, reason: "onlyLater", parts: allParts };
  }
  if (!parsed.ok) return parsed;
  return compareDates(parsed.date, berlinDate(now)) < 0
    ? { ok: false, reason: "past", parts: allParts }
    : accepted(parsed.date);
}

/** The day of a move: any day, before or after today. */
export function checkMoveDate(typed: DateParts): CheckedDate<DateReason> {
  const parsed = parseDate(typed);
  return parsed.ok ? accepted(parsed.date) : parsed;
}

function checkPastDate(typed: DateParts, now: Date): CheckedDate<DateReason | "future"> {
  const parsed = parseDate(typed);
  if (!parsed.ok) return parsed.reason === "missing" ? accepted(undefined) : parsed;
  return compareDates(parsed.date, berlinDate(now)) > 0
    ? { ok: false, reason: "future", parts: allParts }
    : accepted(parsed.date);
}

/** The date of a death, if it is given: not in the future. */
export const checkDateOfDeath = checkPastDate;

/** The birth date that tells whose contract it is, if it is given: no rule of age, contracts of minors end too. */
export const checkHolderBirthDate = checkPastDate;

/** What may tell whose contract it is; all as typed. */
export interface TypedIdentification {
  phoneNumber?: string;
  customerNumber?: string;
  contractNumber?: string;
  birthDate?: DateParts;
  street?: string;
  houseNumber?: string;
  postalCode?: string;
  city?: string;
}
export type IdentifyingField = keyof TypedIdentification;
export type Identification =
  | { ok: true; by: "number" | "person" }
  | { ok: false; reason: "missing" | "incomplete"; fields: IdentifyingField[] };

const numbers = ["phoneNumber", "customerNumber", "contractNumber"] as const;
const address = ["street", "houseNumber", "postalCode", "city"] as const;

/**
 * Whether enough is given to find the contract: one of three numbers, or the birth date with the whole address.
 * `missing`: nothing at all, `fields` are the three numbers; `incomplete`: `fields` are those of birth date and
 * address that are empty.
 */
export function identification(typed: TypedIdentification): Identification {
  if (numbers.some((name) => tidy(typed[name]) !== "")) return { ok: true, by: "number" };
  const { day, month, year } = typed.birthDate ?? {};
  const empty: IdentifyingField[] = address.filter((name) => tidy(typed[name]) === "");
  const birthParts = [day, month, year].filter((part) => tidy(part) !== "").length;
  if (empty.length === address.length && birthParts === 0)
    return { ok: false, reason: "missing", fields: [...numbers] };
  if (birthParts < 3) empty.unshift("birthDate");
  return empty.length === 0 ? { ok: true, by: "person" } : { ok: false, reason: "incomplete", fields: empty };
}

/** Whether the confirmation can reach the customer: an e-mail address or a phone number. */
export function hasConfirmationChannel(typed: { email?: string; confirmationPhone?: string }): boolean {
  return tidy(typed.email) !== "" || tidy(typed.confirmationPhone) !== "";
}

/** A customer, contract or order number as providers write them: 3–30 letters, digits, and `-`, `/`, `.`, `_`. */
export function checkReference(typed: string | undefined): Check<string, "missing" | "form"> {
  const value = tidy(typed).replace(/\s/g, "");
  if (value === "") return refused("missing");
  return /^(?=.*[A-Za-z0-9])[A-Za-z0-9/._-]{3,30}$/.test(value) ? accepted(value) : refused("form");
}

/**
 * The earliest date on which a regular termination can end the contract (§ 56 (3) TKG): the end of the minimum term if
 * the notice period or more remains until then, else the receipt plus the notice period, month ends clamped.
 * @param receivedAt the instant of the receipt; its date in Germany counts
 * @param contract.minimumTermEnd last day of the minimum term, if the contract has or had one
 * @param contract.noticeMonths one by law unless the contract says less
 */
export function earliestEndDate(
  receivedAt: Date,
  contract: { minimumTermEnd?: IsoDate | undefined; noticeMonths?: number } = {},
): IsoDate {
  const afterNotice = addMonths(berlinDate(receivedAt), contract.noticeMonths ?? 1);
  return contract.minimumTermEnd ? laterOf(contract.minimumTermEnd, afterNotice) : afterNotice;
}

/** The end that is confirmed: the wished date, or the earliest possible one where the wish is earlier or missing. */
export function confirmedEndDate(wished: IsoDate | undefined, earliest: IsoDate): IsoDate {
  return wished ? laterOf(wished, earliest) : earliest;
}

/**
 * The date on which a special termination takes effect, if its reason is recognised.
 * @returns nothing where the provider decides. Every special termination is in the alternative a regular one.
 */
export function specialEndDate(
  reason: TerminationReason,
  receivedAt: Date,
  given: { moveDate?: IsoDate | undefined; dateOfDeath?: IsoDate | undefined } = {},
): IsoDate | undefined {
  const received = berlinDate(receivedAt);
  switch (terminationReasonRow(reason).effect) {
    case "death":
      return given.dateOfDeath && compareDates(given.dateOfDeath, received) < 0
        ? given.dateOfDeath
        : received;
    case "oneMonth":
      return confirmedEndDate(given.moveDate, addMonths(received, 1));
    default:
      return undefined;
  }
}

/** The last day on which a proof may follow. */
export function proofUntil(receivedAt: Date): IsoDate {
  return addDays(berlinDate(receivedAt), proofDays);
}

/** The last day on which the number can be taken along to another provider (§ 59 TKG). */
export function portingUntil(endDate: IsoDate): IsoDate {
  return addMonths(endDate, 1);
}
