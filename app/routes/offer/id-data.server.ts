import { z } from "zod";
import type { Nationalities } from "#app/backend/contract/services.ts";
import {
  checkDocumentNumber,
  checkExpiryDate,
  checkIssuingAuthority,
  checkNationality,
  type IdentityDocumentType,
  identityDocumentNames,
  issuingAuthorityLimit,
} from "#app/domain/identity-documents.ts";
import { checkedBy, date, line, madeOnce } from "#app/forms/schema.server.ts";

const schemaFor = madeOnce(
  (form: { nationalities: Nationalities; type: IdentityDocumentType; hasNumber: boolean }) => {
    const number = line.transform(checkedBy((typed) => checkDocumentNumber(form.type, typed)));
    return z.object({
      documentType: z.enum(identityDocumentNames),
      documentNumber: form.hasNumber ? number.optional() : number,
      issuingAuthority: line.max(issuingAuthorityLimit).transform(checkedBy(checkIssuingAuthority)),
      nationality: line.transform(checkedBy((typed) => checkNationality(typed, form.nationalities))),
      expiryDate: date((typed) => checkExpiryDate(typed, new Date())),
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
