import { z } from "zod";
import type { Acceptance } from "#app/backend/contract/offer.ts";
import type { PostalAddress } from "#app/domain/address.ts";
import {
  checkBirthDate,
  checkEmail,
  checkName,
  checkSalutation,
  checkTitle,
  personalLimits,
} from "#app/domain/personal-data.ts";
import { checkPhone } from "#app/domain/phone.server.ts";
import { addressInputs, addressProviderNames, addressSchema } from "#app/forms/address-check.server.ts";
import { dateInputs, defineForm, type ProviderNames } from "#app/forms/define-form.server.ts";
import { askedField } from "#app/forms/form-state.ts";
import { checkedBy, date, line } from "#app/forms/schema.server.ts";
import { type Cart, personOf } from "./cart.server.ts";

/** In order (product decisions §3). */
const schema = z.object({
  salutation: line.transform(checkedBy("salutation", checkSalutation)).optional(),
  title: line.max(personalLimits.title).transform(checkedBy("title", checkTitle)).optional(),
  firstName: line.max(personalLimits.name).transform(checkedBy("firstName", checkName)),
  lastName: line.max(personalLimits.name).transform(checkedBy("lastName", checkName)),
  birthDate: date("birthDate", (typed) => checkBirthDate(typed, new Date())),
  ...addressSchema,
  email: line.max(personalLimits.email).transform(checkedBy("email", checkEmail)),
  phone: line.transform(checkedBy("phone", checkPhone)),
  consents: z.record(z.string(), z.string()).optional(),
});

type Customer = NonNullable<Acceptance["customer"]>;

export const personalDataForm = defineForm({
  schema,
  hidden: [askedField],
  texts: ["offer.personalData", "common.address"],
  initial: (cart: Cart) => {
    const known = personOf(cart);
    const granted = (cart.consents ?? []).filter((consent) => consent.granted);
    return {
      salutation: known?.salutation ?? "",
      title: known?.title,
      firstName: known?.firstName,
      lastName: known?.lastName,
      birthDate: cart.lacks === "birthDate" ? undefined : dateInputs(known?.birthDate),
      ...addressInputs(known?.address),
      email: known?.email,
      phone: known?.phone,
      consents: Object.fromEntries(granted.map(({ id, version }) => [id, version])),
    };
  },
  providerNames: {
    salutation: "salutation",
    title: "title",
    firstName: ["firstName", "customer"],
    lastName: "lastName",
    birthDate: "birthDate",
    ...addressProviderNames,
    email: "email",
    phone: "phone",
    consents: null,
  } satisfies ProviderNames<string, keyof Customer | keyof PostalAddress | "customer">,
  sensitive: ["birthDate", "addressChoice"],
});
