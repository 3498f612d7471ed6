import { z } from "zod";
import type { TerminationPrefill } from "#app/backend/contract/termination.ts";
import type { EnteredTermination } from "#app/backend/termination-request.server.ts";
import { type DateParts, parseDate, partsOf } from "#app/domain/calendar.ts";
import { identifies } from "#app/domain/contract-holder.ts";
import { unmasked } from "#app/domain/masked.ts";
import { checkEmail } from "#app/domain/personal-data.ts";
import { checkPhone, mobileNumber } from "#app/domain/phone.server.ts";
import { followingField } from "#app/domain/proof-file.ts";
import { extraFields, isTerminationReason } from "#app/domain/termination-reasons.ts";
import { asWritten, normalize } from "#app/domain/user-input.ts";
import { defineForm, nothingStored } from "#app/forms/define-form.server.ts";
import type { FieldErrors } from "#app/forms/field-errors.server.ts";
import {
  namedAs,
  type Parsed,
  parseForm,
  postedFrom,
  valuesOf,
  withoutRepeats,
} from "#app/forms/form-data.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import { box, formNames, freeLines, freeText } from "#app/forms/schema.server.ts";

/** What reading a termination requires besides its fields. */
export interface TerminationFacts {
  /** The service types offered; none if the configuration is missing. */
  serviceTypes: readonly { id: string }[];
  prepaid: boolean;
  /** Customer and contract are already known: a link from the selfcare pages. */
  prefilled: boolean;
}

const line = freeText(200);
const optionalLine = line.optional();
const parts = z.object({ day: optionalLine, month: optionalLine, year: optionalLine });

/** Who terminates which contract, in the order of the page. */
const holder = {
  firstName: optionalLine,
  lastName: line,
  serviceType: optionalLine,
  phoneNumber: optionalLine,
  customerNumber: optionalLine,
  contractNumber: optionalLine,
  birthDate: parts.optional(),
  street: optionalLine,
  houseNumber: optionalLine,
  postalCode: optionalLine,
  city: optionalLine,
};
/** What only some terminations have, in the order of the page. */
const extra = {
  reason: optionalLine,
  reasonText: freeLines(1000).optional(),
  moveDate: parts.optional(),
  newAddress: optionalLine,
  country: optionalLine,
  dateOfDeath: parts.optional(),
  submitterName: optionalLine,
  submitterContact: optionalLine,
  submitterRelation: optionalLine,
  userName: optionalLine,
  userPhoneNumber: optionalLine,
  terminationDate: parts.optional(),
};
const account = { payoutRequested: box, accountHolder: optionalLine, iban: optionalLine };
const always = {
  cancellationType: optionalLine,
  selectTerminationDate: optionalLine,
  email: optionalLine,
  confirmationPhone: optionalLine,
  numberPorting: box,
};

/** The forms as shown. Only the last name is marked as required; either name will do, as `readTermination` decides. */
const selfcareSchema = z.object({ ...extra, ...always, ...account });
const terminationSchema = z.object({ ...holder, ...selfcareSchema.shape });
/** As it is read: nothing is required by itself. */
const posted = terminationSchema.partial();
/** Chosen at first; a draft may lack it. */
export const defaults = { cancellationType: "regular", selectTerminationDate: "now" };
const shared = {
  texts: ["termination.form"],
  providerNames: "asNamed",
  preselected: Object.keys(defaults),
} as const;

export const terminationForm = defineForm({
  ...shared,
  schema: terminationSchema,
  posted,
  initial: () => ({ ...nothingStored(terminationSchema), ...defaults }),
  hidden: [followingField],
  sensitive: ["birthDate", "iban"],
});

export const selfcareForm = defineForm({
  ...shared,
  schema: selfcareSchema,
  posted: selfcareSchema.partial(),
  hidden: ["prefill", followingField],
  initial: ({ email }: TerminationPrefill) => ({
    ...nothingStored(selfcareSchema),
    ...defaults,
    email: unmasked(email),
  }),
  sensitive: ["iban"],
});

const order = [...Object.keys(terminationSchema.shape), "file"];
const names = formNames({ ...selfcareForm, schema: terminationSchema });

/** The three inputs of a date in one line: in digits if it can be, or else as they were filled in. */
const dateLine = (typed: DateParts = {}): string => {
  const { day = "", month = "", year = "" } = partsOf(typed);
  const filled = [typed.day, typed.month, typed.year].filter((part) => part?.trim());
  const isWhole = day !== "" && month !== "" && year !== "";
  const isInDigits = /^\d*$/.test(day + month + year);
  return isInDigits && (isWhole || filled.length > 1) ? `${day}.${month}.${year}` : filled.join(" ");
};
const dateIn = (typed: DateParts | undefined) => {
  const parsed = parseDate(typed ?? {});
  return parsed.ok ? parsed.value : undefined;
};
const phoneIn = (typed: string | undefined) => {
  const checked = checkPhone(typed);
  return checked.ok ? checked.value : undefined;
};

/**
 * Reads the posted form. Only who terminates and one identifying field of the contract are required (§ 312k BGB asks
 * for no more); everything else is accepted as written, with a copy normalized as a date or phone number if it is
 * valid as one. A field hidden by the choices does not count, whatever it contains.
 */
export function readTermination(
  sent: FormData,
  { prefilled, prepaid, serviceTypes }: TerminationFacts,
  errorOf: FieldErrors,
): Parsed<EnteredTermination> {
  const named = namedAs(names, sent);
  const chosen = (name: string) => normalize(String(named.get(name) ?? ""));
  const cancellationType = chosen("cancellationType") === "special" ? "special" : "regular";
  const selectTerminationDate = chosen("selectTerminationDate") === "later" ? "later" : "now";
  const chosenReason = chosen("reason");
  const reason =
    cancellationType === "special" && isTerminationReason(chosenReason) ? chosenReason : undefined;
  const payoutRequested = prepaid && chosen("payoutRequested") !== "";
  const applies = new Set<string>([
    ...extraFields({ cancellationType, reason, selectTerminationDate, prepaid, payoutRequested }),
    ...(prefilled ? [] : Object.keys(holder)),
    ...Object.keys(always),
  ]);
  const counting = new FormData();
  for (const [name, value] of withoutRepeats(named))
    if (name === "submissionId" || applies.has(name.split(".")[0] ?? "")) counting.append(name, value);

  const shown = prefilled ? selfcareForm : terminationForm;
  const parsed = parseForm(counting, { schema: posted }, errorOf, shown.schema);
  const { form } = parsed;
  Object.assign(form, postedFrom(named));
  form.values = { ...defaults, ...valuesOf(named) };
  const missing = prefilled ? {} : missingFields(counting, errorOf);
  form.errors = inOrder({ ...missing, ...form.errors });
  if (!parsed.ok || Object.keys(missing).length > 0) return { ok: false, form };

  const { value } = parsed;
  const { cancellationType: _, selectTerminationDate: __, accountHolder, iban, ...rest } = value;
  const written: Record<string, string> = {};
  for (const [name, entry] of Object.entries(rest)) {
    const text = typeof entry === "object" ? asWritten(dateLine(entry)) : entry;
    if (typeof text === "string" && text !== "") written[name] = text;
  }
  const email = checkEmail(value.email);
  const [onlyService] = serviceTypes.length === 1 ? serviceTypes : [];
  const entered: EnteredTermination = {
    ...written,
    written,
    serviceType: written.serviceType ?? (prefilled ? undefined : onlyService?.id),
    cancellationType,
    reason,
    selectTerminationDate,
    birthDate: dateIn(value.birthDate),
    moveDate: dateIn(value.moveDate),
    dateOfDeath: dateIn(value.dateOfDeath),
    terminationDate: dateIn(value.terminationDate),
    phoneNumber: phoneIn(value.phoneNumber),
    userPhoneNumber: value.userPhoneNumber && (phoneIn(value.userPhoneNumber) ?? value.userPhoneNumber),
    email: email.ok ? email.value : undefined,
    confirmationPhone: mobileNumber(value.confirmationPhone),
    payoutRequested,
    accountHolder,
    iban,
    numberPorting: value.numberPorting ?? false,
  };
  return { ok: true, form, value: entered };
}

/** All that was written and chosen, however the portal interprets it. */
export function contentOf(entered: EnteredTermination) {
  const { written, cancellationType, reason, selectTerminationDate } = entered;
  const { payoutRequested, accountHolder, iban, numberPorting } = entered;
  const choices = { cancellationType, reason, selectTerminationDate, payoutRequested, numberPorting };
  return { ...written, ...choices, accountHolder, iban };
}

function missingFields(posted: FormData, errorOf: FieldErrors) {
  const errors: FormState["errors"] = {};
  const filled = Object.fromEntries([...posted].map(([name, value]) => [name, normalize(String(value))]));
  if (!filled.firstName && !filled.lastName) errors.firstName = errorOf("name.missingBoth");
  const birthDate = ["day", "month", "year"].map((part) => filled[`birthDate.${part}`]).join("");
  if (!identifies({ ...filled, birthDate })) errors.phoneNumber = errorOf("identification.missing");
  return errors;
}

/** Messages in the order of the page. */
export function inOrder(errors: FormState["errors"]): FormState["errors"] {
  const place = (name: string) => order.indexOf(name.split(".")[0] ?? name);
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => place(a) - place(b)));
}
