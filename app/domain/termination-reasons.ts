import { keysOf } from "./keys-of.ts";

/** Values of the form's field, and their names on the wire (specification §3). */
export const cancellationTypes = { regular: "Regular", special: "Special" } as const;
export type CancellationType = keyof typeof cancellationTypes;
type TerminationDateChoice = "now" | "later";

/** Fields that only some terminations have. A date has three inputs (`moveDate.day` …). */
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

/** Whether a field is a date, which the form posts as three inputs. */
export function isDateField(field: string): field is "dateOfDeath" | "moveDate" | "terminationDate" {
  return field === "dateOfDeath" || field === "moveDate" || field === "terminationDate";
}

/** A document that supports a reason; never mandatory. Names: `termination.proofs.<name>`. */
type Proof =
  | "deathCertificate"
  | "registration"
  | "deregistration"
  | "employerLetter"
  | "measurementReport"
  | "faultTicket"
  | "other";

/**
 * When a special termination ends the contract:
 * - `death`: on the date of death, or else on receipt
 * - `oneMonth`: a month after receipt, but not before the move or a later date requested (§ 60 (2) TKG)
 * - `review`: the provider decides whether there is good cause (§ 314 BGB), or a persistent fault (§ 57 (4) TKG)
 * - `goodwill`: the provider decides
 */
type SpecialEffect = "death" | "oneMonth" | "goodwill" | "review";

export interface TerminationReasonRow {
  fields: readonly ExtraField[];
  proofs: readonly Proof[];
  effect: SpecialEffect;
}

const rows = {
  PersönlicheUmstände: { fields: ["reasonText"], proofs: ["other"], effect: "review" },
  SterbefallVertragsinhaber: {
    fields: ["dateOfDeath", "submitterName", "submitterContact", "submitterRelation"],
    proofs: ["deathCertificate"],
    effect: "death",
  },
  SterbefallNutzer: {
    fields: ["userName", "userPhoneNumber"],
    proofs: ["deathCertificate"],
    effect: "goodwill",
  },
  TechnischeProbleme: {
    fields: ["reasonText"],
    proofs: ["measurementReport", "faultTicket"],
    effect: "review",
  },
  UmzugInland: {
    effect: "oneMonth",
    fields: ["moveDate", "newAddress"],
    proofs: ["registration"],
  },
  UmzugAusland: {
    effect: "oneMonth",
    fields: ["moveDate", "country"],
    proofs: ["deregistration", "employerLetter"],
  },
  SonstigerGrund: {
    fields: ["reasonText"],
    proofs: ["other"],
    effect: "review",
  },
} satisfies Record<string, TerminationReasonRow>;
export type TerminationReason = keyof typeof rows;
/** Reasons of a special termination (specification §3, without None). No fields beyond these are asked for. */
export const terminationReasons: Record<TerminationReason, TerminationReasonRow> = rows;
export const terminationReasonNames = keysOf(rows);

/** Groups of fields that some reasons need, each named after its first field. */
export const reasonGroups = {
  reasonText: ["reasonText"],
  moveDate: ["moveDate"],
  newAddress: ["newAddress"],
  country: ["country"],
  dateOfDeath: ["dateOfDeath", "submitterName", "submitterContact", "submitterRelation"],
  userName: ["userName", "userPhoneNumber"],
} satisfies Partial<Record<ExtraField, ExtraField[]>>;

/** Whether a value is the wire name of a special termination's reason. */
export function isTerminationReason(value: string | undefined): value is TerminationReason {
  return value !== undefined && Object.hasOwn(terminationReasons, value);
}

export interface TerminationChoice {
  cancellationType: CancellationType;
  /** Only with a special termination. */
  reason?: TerminationReason | undefined;
  selectTerminationDate: TerminationDateChoice;
  prepaid: boolean;
  payoutRequested: boolean;
}

/** The fields that these choices add, in the order of the form. None of them is required (§ 312k (2) BGB). */
export const extraFields = (choice: TerminationChoice): ExtraField[] => [
  ...(choice.cancellationType === "special"
    ? (["reason", ...(choice.reason ? terminationReasons[choice.reason].fields : [])] as const)
    : []),
  ...(choice.selectTerminationDate === "later" ? (["terminationDate"] as const) : []),
  ...(choice.prepaid ? (["payoutRequested"] as const) : []),
  ...(choice.prepaid && choice.payoutRequested ? (["accountHolder", "iban"] as const) : []),
];
