import { z } from "zod";
import type { Acceptance } from "#app/backend/contract/order.ts";
import type { Nationalities } from "#app/backend/contract/services.ts";
import {
  checkDocumentNumber,
  checkExpiryDate,
  checkIssuingAuthority,
  checkNationality,
  germany,
  type IdentityDocumentType,
  identityDocumentNames,
  isOfGermans,
  issuingAuthorityLimit,
  maskDocumentNumber,
} from "#app/domain/identity-documents.ts";
import { dateInputs, defineForm, type ProviderNames } from "#app/forms/define-form.server.ts";
import { box, checkedBy, date, ignored, line, madeOnce } from "#app/forms/schema.server.ts";
import type { Cart } from "./cart.server.ts";

/** What decides how the other fields are read. Without a type, nothing of them is asked that depends on it. */
interface Chosen {
  type: IdentityDocumentType | undefined;
  /** The box that says that the document never expires. */
  noExpiry: boolean;
}

const schemaFor = madeOnce(
  ({
    nationalities,
    type,
    hasNumber,
    ...form
  }: Chosen & { nationalities: Nationalities; hasNumber: boolean }) => {
    const anyType = type ?? "FOREIGN_ID";
    const number = line.transform(
      checkedBy("documentNumber", (typed) => checkDocumentNumber(anyType, typed)),
    );
    const nationality = line.transform(
      checkedBy("nationality", (typed) => checkNationality(anyType, typed, nationalities)),
    );
    const expiryDate = date("expiryDate", (typed) => checkExpiryDate(anyType, typed, new Date()));
    return z.object({
      documentType: z.enum(identityDocumentNames),
      documentNumber: hasNumber ? number.optional() : number,
      issuingAuthority: line
        .max(issuingAuthorityLimit)
        .transform(checkedBy("issuingAuthority", checkIssuingAuthority)),
      nationality: !type || isOfGermans(type) ? ignored : nationality,
      expiryDate: form.noExpiry ? ignored : expiryDate,
      noExpiry: box,
    });
  },
);

/** An empty field keeps the stored number unless the type changed. Without a type, any number is accepted. */
export const idDataSchema = (
  nationalities: Nationalities,
  stored: { documentType: string } | undefined,
  { type, noExpiry }: Chosen,
) =>
  schemaFor({
    nationalities,
    type,
    noExpiry: noExpiry && type !== undefined && !isOfGermans(type),
    hasNumber: stored !== undefined && (!type || stored.documentType === type),
  });

/** The schema of the page: with what is asked of anybody. */
export const shownIdData = (stored?: { documentType: string }) =>
  schemaFor({ nationalities: [], type: "FOREIGN_ID", noExpiry: false, hasNumber: stored !== undefined });

type IdData = Extract<z.output<ReturnType<typeof idDataSchema>>, object>;

/** As it is kept and sent: the holder of a German document is German. */
export function identificationOf(
  { noExpiry: _, nationality = germany, documentNumber, ...read }: IdData,
  stored: { documentNumber: string } | undefined,
) {
  return { ...read, nationality, documentNumber: documentNumber ?? stored?.documentNumber ?? "" };
}

export const idDataForm = defineForm({
  schema: shownIdData(),
  texts: ["offer.idData"],
  initial: ({ identification: stored }: Cart) => ({
    documentType: stored?.documentType,
    documentNumber: stored?.documentNumber,
    issuingAuthority: stored?.issuingAuthority,
    // A German document says it; for another one it would be an answer that nobody gave.
    nationality: stored && !isOfGermans(stored.documentType) ? stored.nationality : undefined,
    expiryDate: dateInputs(stored?.expiryDate),
    noExpiry: stored && !stored.expiryDate ? "yes" : undefined,
  }),
  providerNames: {
    documentType: ["documentType", "identification"],
    documentNumber: "documentNumber",
    issuingAuthority: "issuingAuthority",
    nationality: "nationality",
    expiryDate: "expiryDate",
    noExpiry: null,
  } satisfies ProviderNames<string, keyof NonNullable<Acceptance["identification"]> | "identification">,
  masked: { documentNumber: maskDocumentNumber },
  sensitive: [],
});
