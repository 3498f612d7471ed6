import { z } from "zod";
import {
  checkDocumentNumber,
  checkExpiryDate,
  checkIssuingAuthority,
  checkNationality,
  type IdentityDocumentType,
  identityDocumentNames,
  issuingAuthorityLimit,
} from "#app/domain/identity-documents.ts";
import { checkedBy, date, line } from "#app/forms/schema.server.ts";

/** An empty field keeps the stored number unless the type changed. Without a type, any number is accepted. */
export function idDataSchema(
  codes: string[],
  kept: { documentType: string; documentNumber: string } | undefined,
  type: IdentityDocumentType | undefined,
) {
  const number = line.transform(checkedBy((typed) => checkDocumentNumber(type ?? "FOREIGN_ID", typed)));
  return z.object({
    documentType: z.enum(identityDocumentNames),
    documentNumber:
      kept && (!type || kept.documentType === type) ? number.default(kept.documentNumber) : number,
    issuingAuthority: line.max(issuingAuthorityLimit).transform(checkedBy(checkIssuingAuthority)),
    nationality: line.transform(checkedBy((typed) => checkNationality(typed, codes))),
    expiryDate: date((typed) => checkExpiryDate(typed, new Date())),
  });
}
