import { z } from "zod";
import type { EnteredTermination } from "#app/backend/termination-request.server.ts";
import { checkCity, checkHouseNumber, checkPostalCode, checkStreet } from "#app/domain/address.ts";
import type { CheckedDate, DateReason, IsoDate } from "#app/domain/calendar.ts";
import { checkReference, identification } from "#app/domain/contract-holder.ts";
import { checkAccountHolder, checkIban, type IbanReason } from "#app/domain/iban.server.ts";
import { checkEmail, checkName } from "#app/domain/personal-data.ts";
import { checkPhone } from "#app/domain/phone.server.ts";
import {
  checkCancellationType,
  checkDateOfDeath,
  checkHolderBirthDate,
  checkMoveDate,
  checkReason,
  checkReasonLine,
  checkReasonText,
  checkTerminationDate,
  hasConfirmationChannel,
} from "#app/domain/termination-checks.ts";
import {
  type CancellationType,
  type ExtraField,
  extraFields,
  type Need,
  type TerminationDateChoice,
} from "#app/domain/termination-reasons.ts";
import { accepted, type Check, normalize, refused } from "#app/domain/user-input.ts";
import { checked, checkedDate, type Parsed, parseForm } from "#app/forms/form-data.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import type { ValidationText } from "#app/forms/validation-text.server.ts";

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
  };
}

/** A check of a value that may be missing. */
const orNothing =
  <V, R extends string>(check: (value: string | undefined) => Check<V, R>) =>
  (value: string | undefined): Check<V | undefined, R> =>
    normalize(value) === "" ? accepted(undefined) : check(value);

/** The fields by what was chosen: those that do not apply are not looked at. */
function terminationSchema(posted: FormData, facts: TerminationFacts) {
  const { prepaid, prefilled, now } = facts;
  const choice = choiceOf(posted, prepaid);
  const needs = new Map<ExtraField, Need>(extraFields(choice).map(({ field, need }) => [field, need]));

  const extra = <V, R extends string>(
    field: ExtraField,
    check: (value: string | undefined, need: Need) => Check<V, R>,
    key: string = field,
  ) =>
    checked(key, (value): Check<V | undefined, R> => {
      const need = needs.get(field);
      if (!need || (need === "optional" && normalize(value) === "")) return accepted(undefined);
      return check(value, need);
    });
  const person = <V, R extends string>(field: string, check: (value: string | undefined) => Check<V, R>) =>
    checked(field, (value): Check<V | undefined, R> => (prefilled ? accepted(undefined) : check(value)));

  return z.object({
    serviceType: checked("serviceType", (value): Check<string | undefined, "missing" | "unknown"> => {
      const [only, ...more] = facts.serviceTypes;
      const given = normalize(value);
      if (prefilled || !only) return accepted(given || undefined);
      if (given === "") return more.length === 0 ? accepted(only.id) : refused("missing");
      return facts.serviceTypes.some(({ id }) => id === given) ? accepted(given) : refused("unknown");
    }),
    cancellationType: checked("cancellationType", checkCancellationType),
    reason: checked("reason", (value) => checkReason(value, choice.cancellationType)),
    reasonText: extra("reasonText", checkReasonText),
    moveDate: checkedDate(
      "moveDate",
      (value): CheckedDate<DateReason, IsoDate | undefined> =>
        needs.has("moveDate") ? checkMoveDate(value) : accepted(undefined),
    ),
    newAddress: extra("newAddress", checkReasonLine),
    country: extra("country", checkReasonLine),
    dateOfDeath: checkedDate(
      "dateOfDeath",
      (value): CheckedDate<DateReason | "future", IsoDate | undefined> =>
        needs.has("dateOfDeath") ? checkDateOfDeath(value, now) : accepted(undefined),
    ),
    submitterName: extra("submitterName", checkReasonLine),
    submitterContact: extra("submitterContact", checkReasonLine),
    submitterRelation: extra("submitterRelation", checkReasonLine),
    userName: extra("userName", checkReasonLine),
    userPhoneNumber: extra("userPhoneNumber", checkPhone, "phone"),
    firstName: person("firstName", checkName),
    lastName: person("lastName", checkName),
    phoneNumber: person("phone", orNothing(checkPhone)),
    customerNumber: person("customerNumber", orNothing(checkReference)),
    contractNumber: person("contractNumber", orNothing(checkReference)),
    birthDate: checkedDate(
      "birthDate",
      (value): CheckedDate<DateReason | "future", IsoDate | undefined> =>
        prefilled ? accepted(undefined) : checkHolderBirthDate(value, now),
    ),
    street: person("street", orNothing(checkStreet)),
    houseNumber: person("houseNumber", orNothing(checkHouseNumber)),
    postalCode: person("postalCode", orNothing(checkPostalCode)),
    city: person("city", orNothing(checkCity)),
    selectTerminationDate: checked("selectTerminationDate", (value) =>
      ["", "now", "later"].includes(normalize(value))
        ? accepted(choice.selectTerminationDate)
        : refused("unknown"),
    ),
    terminationDate: checkedDate("terminationDate", (value) =>
      checkTerminationDate(choice.selectTerminationDate, value, now),
    ),
    email: checked("email", orNothing(checkEmail)),
    confirmationPhone: checked("phone", orNothing(checkPhone)),
    payoutRequested: checked("payoutRequested", () => {
      const account = normalize(typed(posted, "accountHolder")) + normalize(typed(posted, "iban"));
      if (prepaid && !choice.payoutRequested && account !== "") return refused("missing");
      return accepted(choice.payoutRequested);
    }),
    accountHolder: extra("accountHolder", checkAccountHolder),
    iban: extra("iban", (value): Check<string, IbanReason | "payoutNotSepa"> => {
      const checkedIban = checkIban(value);
      // Money goes the other way here than with a direct debit.
      return !checkedIban.ok && checkedIban.reason === "notSepa"
        ? refused("payoutNotSepa", checkedIban.values)
        : checkedIban;
    }),
    numberPorting: checked("numberPorting", (value) => accepted(normalize(value) !== "")),
  });
}

/**
 * Reads the posted form with all that is wrong at once: each field by itself, then what only several fields
 * together can miss (whose contract it is, where the confirmation goes).
 */
export function readTermination(
  posted: FormData,
  facts: TerminationFacts,
  text: ValidationText,
): Parsed<EnteredTermination> {
  const parsed = parseForm(posted, terminationSchema(posted, facts), text);
  const { form } = parsed;
  form.values = { cancellationType: "regular", selectTerminationDate: "now", ...form.values };
  const found = { ...missingTogether(posted, facts, text), ...form.errors };
  form.errors = inOrder(found);
  if (!parsed.ok || Object.keys(found).length > 0) return { ok: false, form };
  return parsed;
}

function missingTogether(posted: FormData, { prefilled }: TerminationFacts, text: ValidationText) {
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
    if (!who.ok && who.reason === "missing") errors.phoneNumber = text("identification.missing");
    if (!who.ok && who.reason === "incomplete") {
      const [first, ...others] = who.fields;
      if (first) errors[first] = text("identification.incomplete");
      for (const field of others) errors[field] = text(`${field}.missing`);
    }
  }
  if (!hasConfirmationChannel({ email: value("email"), confirmationPhone: value("confirmationPhone") }))
    errors.email = text("confirmation.missing");
  return errors;
}

/** Messages in the order of the page. */
export function inOrder(errors: FormState["errors"]): FormState["errors"] {
  const place = (name: string) => fieldOrder.indexOf(name.split(".")[0] ?? name);
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => place(a) - place(b)));
}
