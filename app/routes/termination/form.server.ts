import { z } from "zod";
import type { EnteredTermination } from "#app/backend/termination-request.server.ts";
import { checkReference, identification } from "#app/domain/contract-holder.ts";
import { checkIban, type IbanReason } from "#app/domain/iban.server.ts";
import { checkEmail, checkName, personalLimits } from "#app/domain/personal-data.ts";
import { checkPhone } from "#app/domain/phone.server.ts";
import {
  checkCancellationType,
  checkDateOfDeath,
  checkHolderBirthDate,
  checkMoveDate,
  checkReason,
  checkTerminationDate,
  hasConfirmationChannel,
  reasonLineLimit,
  reasonTextLimit,
} from "#app/domain/termination-checks.ts";
import {
  type CancellationType,
  type ExtraField,
  extraFields,
  type Need,
  type TerminationDateChoice,
  terminationReasons,
} from "#app/domain/termination-reasons.ts";
import { type Check, normalize, normalizeLines, refused } from "#app/domain/user-input.ts";
import { accountSchema, ibanLimit } from "#app/forms/account-check.server.ts";
import { addressSchema } from "#app/forms/address-check.server.ts";
import type { FieldErrors } from "#app/forms/field-errors.server.ts";
import { type Parsed, parseForm } from "#app/forms/form-data.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import { box, by, date, ignored, line } from "#app/forms/schema.server.ts";

/** What the checks of a termination need to know beyond its fields. */
export interface TerminationFacts {
  /** The service types offered; none where the configuration is missing. */
  serviceTypes: readonly { id: string }[];
  prepaid: boolean;
  /** Customer and contract are known already: a link from the selfcare pages. */
  prefilled: boolean;
  now: Date;
}

/** Fields in the order in which the page shows them, for the list of messages. */
const fieldOrder = [
  "firstName", "lastName", "serviceType", "phoneNumber", "customerNumber", "contractNumber", "birthDate", "street",
  "houseNumber", "postalCode", "city", "cancellationType", "reason", "reasonText", "moveDate", "newAddress", "country",
  "dateOfDeath", "submitterName", "submitterContact", "submitterRelation", "userName", "userPhoneNumber",
  "selectTerminationDate", "terminationDate", "email", "confirmationPhone", "payoutRequested", "accountHolder", "iban",
  "numberPorting", "file",
]; // biome-ignore format: one look at all of them
export const isTerminationField = (name: string) => fieldOrder.includes(name);

const typed = (posted: FormData, name: string) => {
  const value = posted.get(name);
  return typeof value === "string" ? value : undefined;
};

function choiceOf(posted: FormData, prepaid: boolean) {
  const type = checkCancellationType(typed(posted, "cancellationType"));
  const cancellationType: CancellationType = type.ok ? type.value : "regular";
  const reason = checkReason(typed(posted, "reason"), cancellationType);
  const selectTerminationDate: TerminationDateChoice =
    typed(posted, "selectTerminationDate") === "later" ? "later" : "now";
  return {
    cancellationType,
    reason: reason.ok ? reason.value : undefined,
    selectTerminationDate,
    prepaid,
    payoutRequested: prepaid && normalize(typed(posted, "payoutRequested")) !== "",
    account: normalize(typed(posted, "accountHolder")) + normalize(typed(posted, "iban")),
  };
}

/** A name, an address line or the like that belongs to the reason. */
const detail = line.max(reasonLineLimit);
const email = line.max(personalLimits.email).transform(by(checkEmail)).optional();
const phone = line.transform(by(checkPhone, "phone")).optional();
const reference = line.transform(by(checkReference)).optional();
/** Money goes the other way here than with a direct debit. */
const payoutIban = line.max(ibanLimit, "form").transform(
  by((typed): Check<string, IbanReason | "payoutNotSepa"> => {
    const iban = checkIban(typed);
    return !iban.ok && iban.reason === "notSepa" ? refused("payoutNotSepa", iban.values) : iban;
  }),
);

/**
 * The fields of a termination as it was chosen: those that do not apply are not looked at.
 * @param fields the extra fields that apply, with their need
 */
function terminationSchema(
  { serviceTypes, prepaid, prefilled, now }: TerminationFacts,
  choice: ReturnType<typeof choiceOf>,
  fields: { field: ExtraField; need: Need }[],
) {
  const needs = new Map(fields.map(({ field, need }) => [field, need]));
  const extra = <S extends z.ZodType>(field: ExtraField, schema: S) =>
    needs.has(field) ? (needs.get(field) === "optional" ? schema.optional() : schema) : ignored;
  const holder = <S extends z.ZodType>(schema: S) => (prefilled ? ignored : schema);
  const [only, ...more] = serviceTypes.map(({ id }) => id);
  const serviceType = only === undefined || prefilled ? z.string().optional() : z.enum([only, ...more]);

  const special = choice.cancellationType === "special";
  const later = choice.selectTerminationDate === "later";
  const reason = line.transform(by((typed) => checkReason(typed, choice.cancellationType)));
  const terminationDate = date((typed) => checkTerminationDate(choice.selectTerminationDate, typed, now));

  return z.object({
    serviceType: only !== undefined && more.length === 0 ? serviceType.default(only) : serviceType,
    cancellationType: line.transform(by(checkCancellationType)).default("regular"),
    reason: special ? reason : reason.optional(),
    reasonText: extra("reasonText", z.string().overwrite(normalizeLines).max(reasonTextLimit)),
    moveDate: extra("moveDate", date(checkMoveDate)),
    newAddress: extra("newAddress", detail),
    country: extra("country", detail),
    dateOfDeath: extra(
      "dateOfDeath",
      date((typed) => checkDateOfDeath(typed, now)),
    ),
    submitterName: extra("submitterName", detail),
    submitterContact: extra("submitterContact", detail),
    submitterRelation: extra("submitterRelation", detail),
    userName: extra("userName", detail),
    userPhoneNumber: extra("userPhoneNumber", phone),
    firstName: holder(line.max(personalLimits.name).transform(by(checkName))),
    lastName: holder(line.max(personalLimits.name).transform(by(checkName))),
    phoneNumber: holder(phone),
    customerNumber: holder(reference),
    contractNumber: holder(reference),
    birthDate: holder(date((typed) => checkHolderBirthDate(typed, now)).optional()),
    street: holder(addressSchema.street.optional()),
    houseNumber: holder(addressSchema.houseNumber.optional()),
    postalCode: holder(addressSchema.postalCode.optional()),
    city: holder(addressSchema.city.optional()),
    selectTerminationDate: z.enum(["now", "later"]).default("now"),
    terminationDate: later ? terminationDate : terminationDate.optional(),
    email,
    confirmationPhone: phone,
    payoutRequested: box.refine((ticked) => ticked || !prepaid || choice.account === "", "missing"),
    accountHolder: extra("accountHolder", accountSchema.accountHolder),
    iban: extra("iban", payoutIban),
    numberPorting: box,
  });
}
/** All extra fields: one that any reason requires is required. */
const everyExtra = Object.values(terminationReasons)
  .flatMap(({ fields }) => Object.entries(fields))
  .concat([
    ["accountHolder", "required"],
    ["iban", "required"],
  ])
  .map(([field, need]) => ({ field: field as ExtraField, need: need as Need }))
  .sort((a, b) => a.need.localeCompare(b.need));

/** A form as it is shown, with all that any choice may ask for. */
const shownForm = (prefilled: boolean) =>
  terminationSchema(
    { serviceTypes: [{ id: "one" }, { id: "other" }], prepaid: true, prefilled, now: new Date() },
    { ...choiceOf(new FormData(), true), cancellationType: "special", selectTerminationDate: "later" },
    everyExtra,
    // One of each is chosen already: a post without them means the same.
  ).extend({ cancellationType: z.string(), selectTerminationDate: z.string() });
export const terminationForm = shownForm(false);
export const selfcareForm = shownForm(true);

/**
 * Reads the posted form with all that is wrong at once: each field by itself, then what only several fields
 * together can miss (whose contract it is, where the confirmation goes).
 */
export function readTermination(
  posted: FormData,
  facts: TerminationFacts,
  errorOf: FieldErrors,
): Parsed<EnteredTermination> {
  const choice = choiceOf(posted, facts.prepaid);
  const schema = terminationSchema(facts, choice, extraFields(choice));
  const parsed = parseForm(posted, schema, errorOf, facts.prefilled ? selfcareForm : terminationForm);
  const { form } = parsed;
  form.values = { cancellationType: "regular", selectTerminationDate: "now", ...form.values };
  const found = { ...missingTogether(posted, facts, errorOf), ...form.errors };
  form.errors = inOrder(found);
  if (!parsed.ok || Object.keys(found).length > 0) return { ok: false, form };
  return parsed;
}

function missingTogether(posted: FormData, { prefilled }: TerminationFacts, errorOf: FieldErrors) {
  const errors: FormState["errors"] = {};
  const value = (name: string) => typed(posted, name) ?? "";
  if (!prefilled) {
    const date = {
      day: value("birthDate.day"),
      month: value("birthDate.month"),
      year: value("birthDate.year"),
    };
    const who = identification({
      phoneNumber: value("phoneNumber"),
      customerNumber: value("customerNumber"),
      contractNumber: value("contractNumber"),
      birthDate: date,
      street: value("street"),
      houseNumber: value("houseNumber"),
      postalCode: value("postalCode"),
      city: value("city"),
    });
    // Nothing at all: one message at the first number. Half a person: one at each field that is empty, the first of
    // which says why.
    if (!who.ok && who.reason === "missing") errors.phoneNumber = errorOf("identification.missing");
    if (!who.ok && who.reason === "incomplete") {
      const [first, ...others] = who.fields;
      if (first) errors[first] = errorOf("identification.incomplete");
      for (const field of others) errors[field] = errorOf(`${field}.missing`);
    }
  }
  if (!hasConfirmationChannel({ email: value("email"), confirmationPhone: value("confirmationPhone") }))
    errors.email = errorOf("confirmation.missing");
  return errors;
}

/** Messages in the order of the page. */
export function inOrder(errors: FormState["errors"]): FormState["errors"] {
  const place = (name: string) => fieldOrder.indexOf(name.split(".")[0] ?? name);
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => place(a) - place(b)));
}
