import { z } from "zod";
import type { Acceptance } from "#app/backend/contract/order.ts";
import type { PostalAddress } from "#app/domain/address.ts";
import { unmasked } from "#app/domain/masked.ts";
import {
  checkBirthDate,
  checkEmail,
  checkHolderIfAny,
  checkName,
  checkProvider,
  checkSalutation,
  checkTitle,
  personalLimits,
} from "#app/domain/personal-data.ts";
import { checkPhone, checkPortable } from "#app/domain/phone.server.ts";
import { addressInputs, addressProviderNames, addressSchema } from "#app/forms/address-check.server.ts";
import { dateInputs, defineForm, type ProviderNames } from "#app/forms/define-form.server.ts";
import { askedField } from "#app/forms/form-state.ts";
import { checkedBy, date, ignored, line, madeOnce } from "#app/forms/schema.server.ts";
import { type Cart, personOf } from "./cart.server.ts";
import type { AskedOfLine } from "./line.server.ts";

/** In order (product decisions §3). */
const person = {
  salutation: line.transform(checkedBy("salutation", checkSalutation)).optional(),
  title: line.max(personalLimits.title).transform(checkedBy("title", checkTitle)).optional(),
  firstName: line.max(personalLimits.name).transform(checkedBy("firstName", checkName)),
  lastName: line.max(personalLimits.name).transform(checkedBy("lastName", checkName)),
  birthDate: date("birthDate", (typed) => checkBirthDate(typed, new Date())),
  ...addressSchema,
  email: line.max(personalLimits.email).transform(checkedBy("email", checkEmail)),
  phone: line.transform(checkedBy("phone", checkPhone)),
};
const consents = z.record(z.string(), z.string()).optional();

type NumberKind = NonNullable<AskedOfLine["porting"]>["number"];
const portingOf = (kind: NumberKind) => ({
  portingNumber: line
    .transform(checkedBy("phone", checkPhone))
    .transform(checkedBy("portingNumber", (number) => checkPortable(number, kind))),
  portingProvider: line.max(100).transform(checkedBy("portingProvider", checkProvider)),
  portingWhen: z.enum(["now", "contractEnd"]),
  portingHolder: line.max(120).transform(checkedBy("portingHolder", checkHolderIfAny)).optional(),
});
const noPorting = {
  portingNumber: ignored,
  portingProvider: ignored,
  portingWhen: ignored,
  portingHolder: ignored,
};
const sim = z.enum(["card", "esim"]);

/** What reads a post: of a number that comes along, or of a new one. */
const schemaFor = madeOnce((form: { keeps: boolean; kind: NumberKind; hasSims: boolean }) =>
  z.object({
    ...person,
    ...(form.keeps ? portingOf(form.kind) : noPorting),
    sim: form.hasSims ? sim : ignored,
    consents,
  }),
);
const shownFor = madeOnce(
  (form: { hasPorting: boolean; hasSims: boolean }): z.ZodObject =>
    z.object({
      ...person,
      ...(form.hasPorting && z.object(portingOf(undefined)).partial().shape),
      ...(form.hasSims && { sim }),
      consents,
    }),
);

/** What the page of an offer asks for. */
export const shownSchema = (asked: AskedOfLine | undefined) =>
  shownFor({ hasPorting: asked?.porting !== undefined, hasSims: asked?.sims !== undefined });

/** A number or its provider is enough to mean that it comes along: then all of that is needed. */
export function postedSchema(asked: AskedOfLine | undefined, posted: FormData) {
  const isTyped = (name: string) => String(posted.get(name) ?? "").trim() !== "";
  const keeps = asked?.porting !== undefined && (isTyped("portingNumber") || isTyped("portingProvider"));
  return schemaFor({ keeps, kind: asked?.porting?.number, hasSims: asked?.sims !== undefined });
}

const schema = schemaFor({ keeps: true, kind: undefined, hasSims: true });

type Customer = NonNullable<Acceptance["customer"]>;
type Porting = NonNullable<Acceptance["porting"]>;

export const personalDataForm = defineForm({
  schema,
  posted: schema.partial({ portingNumber: true, portingProvider: true, portingWhen: true, sim: true }),
  hidden: [askedField],
  texts: ["offer.personalData", "common.address", "offer.line"],
  initial: (cart: Cart) => {
    const entered = personOf(cart);
    const unlessMasked = (text: string | undefined) => (cart.customer ? text : unmasked(text));
    const porting = cart.line?.porting;
    const granted = (cart.consents ?? []).filter((consent) => consent.granted);
    return {
      salutation: entered?.salutation ?? "",
      title: entered?.title,
      firstName: entered?.firstName,
      lastName: entered?.lastName,
      birthDate: cart.lacks === "birthDate" ? undefined : dateInputs(entered?.birthDate),
      ...addressInputs(entered?.address),
      email: unlessMasked(entered?.email),
      phone: unlessMasked(entered?.phone),
      portingNumber: porting?.number,
      portingProvider: porting?.provider,
      portingWhen: porting?.when,
      portingHolder: porting?.holder,
      sim: cart.line?.sim,
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
    portingNumber: ["number", "porting"],
    portingProvider: "provider",
    portingWhen: "when",
    portingHolder: "holder",
    sim: "sim",
    consents: null,
  } satisfies ProviderNames<
    string,
    keyof Customer | keyof PostalAddress | "customer" | keyof Porting | "porting" | "sim"
  >,
  sensitive: ["birthDate", "addressChoice"],
});

/** As the page of an offer shows it: without the texts of what it does not ask for. */
export const formAsking = (asked: AskedOfLine | undefined): typeof personalDataForm =>
  asked ? personalDataForm : { ...personalDataForm, texts: ["offer.personalData", "common.address"] };
