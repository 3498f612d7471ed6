import { addressFields, type PostalAddress } from "#app/domain/address.ts";
import {
  type CancellationType,
  cancellationTypes,
  type TerminationReason,
} from "#app/domain/termination-reasons.ts";
import { type PrefilledTermination, type Termination, termination } from "./contract/termination.ts";

type Details = NonNullable<Termination["details"]>;

type Copied =
  | "serviceType"
  | "selectTerminationDate"
  | "terminationDate"
  | "phoneNumber"
  | "customerNumber"
  | "contractNumber";

/** A termination as it was entered. What does not apply, or is not valid as a date or a phone number, is undefined. */
export interface EnteredTermination
  extends Pick<Termination, Copied>,
    Partial<Omit<Termination["customer"], "address">>,
    Partial<PostalAddress>,
    Details {
  /** The customer's input word for word, by field. */
  written: Record<string, string>;
  payoutRequested: boolean;
  cancellationType: CancellationType;
  reason?: TerminationReason;
  email?: string;
  confirmationPhone?: string;
  accountHolder?: string;
  iban?: string;
  numberPorting: boolean;
}

/** Fields that only some reasons need. */
const detailFields = termination.shape.details.unwrap().keyof().options;

/** The part that both kinds of termination share. Only details of the chosen reason are present. */
function declarationOf(entered: EnteredTermination) {
  const { written, accountHolder = "", iban = "" } = entered;
  return {
    written,
    serviceType: entered.serviceType,
    cancellationType: cancellationTypes[entered.cancellationType],
    reason: entered.reason ?? ("None" as const),
    details: given(entered, detailFields),
    selectTerminationDate: entered.selectTerminationDate,
    terminationDate: entered.terminationDate,
    confirmation: { email: entered.email, phone: entered.confirmationPhone },
    payout: entered.payoutRequested ? { accountHolder, iban, ibanSource: "entered" as const } : undefined,
    numberPorting: entered.numberPorting || undefined,
  };
}

type More<Body> = Pick<
  Body,
  Extract<keyof Body, "language" | "proofAnnounced" | "receiptUrl" | "receiptPdfUrl" | "data">
>;

/** The request body of the public form: who terminates which contract, and how. */
export function openRequest(entered: EnteredTermination, more: More<Termination>): Termination {
  const { firstName = "", lastName = "", birthDate, phoneNumber, customerNumber, contractNumber } = entered;
  const customer = { firstName, lastName, birthDate, address: given(entered, addressFields) };
  return { ...declarationOf(entered), customer, phoneNumber, customerNumber, contractNumber, ...more };
}

/** The request body for the contract behind a selfcare link. */
export const prefilledRequest = (
  entered: EnteredTermination,
  more: More<PrefilledTermination>,
): PrefilledTermination => ({ ...declarationOf(entered), ...more });

/** The fields that have a value; undefined if none has. */
function given<Field extends keyof EnteredTermination>(
  entered: EnteredTermination,
  fields: readonly Field[],
): Pick<EnteredTermination, Field> | undefined {
  const rows = fields.filter((field) => entered[field] !== undefined).map((field) => [field, entered[field]]);
  return rows.length > 0 ? Object.fromEntries(rows) : undefined;
}
