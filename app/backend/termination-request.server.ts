import { addressFields, type PostalAddress } from "#app/domain/address.ts";
import {
  type CancellationType,
  cancellationTypes,
  type TerminationDateChoice,
  type TerminationReason,
} from "#app/domain/termination-reasons.ts";
import type { DataSource } from "./contract/common.ts";
import { type PrefilledTermination, type Termination, termination } from "./contract/termination.ts";

type Details = NonNullable<Termination["details"]>;

/** A termination as it was entered, every field checked; what does not apply is undefined. */
export interface EnteredTermination extends Details, Partial<PostalAddress> {
  serviceType?: string;
  cancellationType: CancellationType;
  reason?: TerminationReason;
  selectTerminationDate: TerminationDateChoice;
  terminationDate?: string;
  firstName?: string;
  lastName?: string;
  birthDate?: string;
  phoneNumber?: string;
  customerNumber?: string;
  contractNumber?: string;
  email?: string;
  confirmationPhone?: string;
  accountHolder?: string;
  iban?: string;
  numberPorting: boolean;
}

const detailFields = termination.shape.details.unwrap().keyof().options;

/** What both kinds of termination declare. Only details that the reason has are there. */
export function declarationOf(
  entered: EnteredTermination,
  ibanSource: DataSource,
): Omit<PrefilledTermination, "data" | "language"> {
  const { accountHolder, iban } = entered;
  return {
    serviceType: entered.serviceType,
    cancellationType: cancellationTypes[entered.cancellationType],
    reason: entered.reason ?? "None",
    details: given(entered, detailFields),
    selectTerminationDate: entered.selectTerminationDate,
    terminationDate: entered.terminationDate,
    confirmation: { email: entered.email, phone: entered.confirmationPhone },
    payout: accountHolder && iban ? { accountHolder, iban, ibanSource } : undefined,
    numberPorting: entered.numberPorting || undefined,
  };
}

/** Who terminates which contract. */
export function holderOf(
  entered: EnteredTermination,
): Pick<Termination, "customer" | "phoneNumber" | "customerNumber" | "contractNumber"> {
  const { firstName = "", lastName = "", birthDate, phoneNumber, customerNumber, contractNumber } = entered;
  return {
    customer: { firstName, lastName, birthDate, address: given(entered, addressFields) },
    phoneNumber,
    customerNumber,
    contractNumber,
  };
}

/** The fields that have a value; nothing where none has. */
function given<Field extends keyof EnteredTermination>(
  entered: EnteredTermination,
  fields: readonly Field[],
): Pick<EnteredTermination, Field> | undefined {
  const rows = fields.filter((field) => entered[field] !== undefined).map((field) => [field, entered[field]]);
  return rows.length > 0 ? Object.fromEntries(rows) : undefined;
}
