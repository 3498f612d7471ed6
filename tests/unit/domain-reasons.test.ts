import { expect, test } from "vitest";
import type * as address from "#app/domain/address.ts";
import type * as iban from "#app/domain/iban.server.ts";
import type * as identity from "#app/domain/identity-documents.ts";
import type * as personal from "#app/domain/personal-data.ts";
import type { checkPhone, checkPortable } from "#app/domain/phone.server.ts";
import de from "#locales/de/validation.json";

type ReasonsOf<F extends (...args: never[]) => { ok: boolean }> =
  Extract<ReturnType<F>, { ok: false }> extends { reason: infer Reason extends string } ? Reason : never;
type Texts<Reason extends string> = { [R in Reason]: string };

/** Each check beside the field it belongs to: a reason without its text does not compile. */
interface TextsOfChecks {
  salutation: Texts<ReasonsOf<typeof personal.checkSalutation>>;
  title: Texts<ReasonsOf<typeof personal.checkTitle>>;
  firstName: Texts<ReasonsOf<typeof personal.checkName>>;
  lastName: Texts<ReasonsOf<typeof personal.checkName>>;
  birthDate: Texts<ReasonsOf<typeof personal.checkBirthDate>>;
  street: Texts<ReasonsOf<typeof address.checkStreet>>;
  houseNumber: Texts<ReasonsOf<typeof address.checkHouseNumber>>;
  postalCode: Texts<ReasonsOf<typeof address.checkPostalCode>>;
  city: Texts<ReasonsOf<typeof address.checkCity>>;
  email: Texts<ReasonsOf<typeof personal.checkEmail>>;
  phone: Texts<ReasonsOf<typeof checkPhone>>;
  portingNumber: Texts<ReasonsOf<typeof checkPortable>>;
  documentType: Texts<ReasonsOf<typeof identity.checkDocumentType>>;
  documentNumber: Texts<ReasonsOf<typeof identity.checkDocumentNumber>>;
  issuingAuthority: Texts<ReasonsOf<typeof identity.checkIssuingAuthority>>;
  nationality: Texts<ReasonsOf<typeof identity.checkNationality>>;
  expiryDate: Texts<ReasonsOf<typeof identity.checkExpiryDate>>;
  iban: Texts<ReasonsOf<typeof iban.checkIban>>;
  accountHolder: Texts<ReasonsOf<typeof iban.checkAccountHolder>>;
}

test("every reason of every check has its text", () => {
  const texts: TextsOfChecks = de.fields;
  for (const reasons of Object.values(texts)) expect(Object.keys(reasons)).not.toEqual([]);
});
