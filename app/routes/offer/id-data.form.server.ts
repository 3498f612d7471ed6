import { z } from "zod";
import type { Acceptance } from "#app/backend/contract/offer.ts";
import type { Nationalities } from "#app/backend/contract/services.ts";
import {
  checkDocumentNumber,
  checkExpiryDate,
  checkIssuingAuthority,
  checkNationality,
  type IdentityDocumentType,
  identityDocumentNames,
  issuingAuthorityLimit,
  maskDocumentNumber,
} from "#app/domain/identity-documents.ts";
import { dateInputs, defineForm, type SentAs } from "#app/forms/define-form.server.ts";
import { checkedBy, date, line, madeOnce } from "#app/forms/schema.server.ts";
import type { Cart } from "./cart.server.ts";

const schemaFor = madeOnce(
  (form: { nationalities: Nationalities; type: IdentityDocumentType; hasNumber: boolean }) => {
    const number = line.transform(
      checkedBy("documentNumber", (typed) => checkDocumentNumber(form.type, typed)),
    );
    return z.object({
      documentType: z.enum(identityDocumentNames),
      documentNumber: form.hasNumber ? number.optional() : number,
      issuingAuthority: line
        .max(issuingAuthorityLimit)
        .transform(checkedBy("issuingAuthority", checkIssuingAuthority)),
      nationality: line.transform(
        checkedBy("nationality", (typed) => checkNationality(typed, form.nationalities)),
      ),
      expiryDate: date("expiryDate", (typed) => checkExpiryDate(typed, new Date())),
    });
  },
);

/** An empty field keeps the stored number unless the type changed. Without a type, any number is accepted. */
export const idDataSchema = (
  nationalities: Nationalities,
  kept: { documentType: string } | undefined,
  type?: IdentityDocumentType,
) =>
  schemaFor({
    nationalities,
    type: type ?? "FOREIGN_ID",
    hasNumber: kept !== undefined && (!type || kept.documentType === type),
  });

const usualNationality = "DE";

export const idDataForm = defineForm({
  schema: idDataSchema([], undefined),
  texts: ["offer.idData"],
  initial: ({ identification: kept }: Cart) => ({
    documentType: kept?.documentType,
    documentNumber: kept?.documentNumber,
    issuingAuthority: kept?.issuingAuthority,
    nationality: kept?.nationality ?? usualNationality,
    expiryDate: dateInputs(kept?.expiryDate),
  }),
  sentAs: {
    documentType: ["documentType", "identification"],
    documentNumber: "documentNumber",
    issuingAuthority: "issuingAuthority",
    nationality: "nationality",
    expiryDate: "expiryDate",
  } satisfies SentAs<string, keyof NonNullable<Acceptance["identification"]> | "identification">,
  masked: { documentNumber: maskDocumentNumber },
  sensitive: [],
});
