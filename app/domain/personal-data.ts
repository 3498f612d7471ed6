import { domainToUnicode } from "node:url";
import { ageAt, berlinDate, type DateParts, type DateReason, type IsoDate, parseDate } from "./calendar.ts";
import {
  accepted,
  asCode,
  bare,
  type Check,
  checkLine,
  checkOptionalLine,
  normalize,
  refused,
  saysNothing,
} from "./user-input.ts";

/** Maximum lengths in characters; the format limits the other fields. `email` follows RFC 5321. */
export const personalLimits = { title: 30, name: 50, email: 254 } as const;

/** In completed years (product decisions §3). */
const ages = { youngest: 18, oldest: 120 } as const;

/** An empty salutation is accepted as undefined: it must never be compulsory (ECJ C-394/23). */
export function checkSalutation(typed: string | undefined): Check<"frau" | "herr" | undefined, "unknown"> {
  const value = normalize(typed).toLowerCase();
  if (value === "") return accepted(undefined);
  return value === "frau" || value === "herr" ? accepted(value) : refused("unknown");
}

/** An academic title or a title of nobility; an empty one is accepted as undefined. */
export const checkTitle = (typed: string | undefined) =>
  checkOptionalLine(typed, personalLimits.title, /^\p{L}[\p{L}\p{M}. \-‐‑()]*$/u);

/** Letters of any script, spaces, hyphens, apostrophes, periods, commas and brackets. A single letter is a name. */
export const checkName = (typed: string | undefined) =>
  checkLine(
    saysNothing(typed) ? "" : typed,
    personalLimits.name,
    /^(?=.*\p{L})[\p{L}\p{M}.,'’‘`´ \-‐‑–()]+$/u,
  );

/** Whether a typed name is this person's, in either order and whatever its capitals. */
export function isNameOf(typed: string, { firstName, lastName }: { firstName: string; lastName: string }) {
  const name = (...parts: string[]) =>
    normalize(parts.join(" ").replaceAll(",", " ")).toLocaleLowerCase("de");
  return [name(firstName, lastName), name(lastName, firstName)].includes(name(typed));
}

/** A provider's name has a letter or a digit: 1&1 has no letter. */
export const checkProvider = (typed: string): Check<string, "missing"> =>
  /[\p{L}\d]/u.test(typed) ? accepted(typed) : refused("missing");

/** The name that another company has on record: of a person or a firm. It has a letter. */
export const checkHolder = (typed: string): Check<string, "missing"> =>
  /\p{L}/u.test(typed) ? accepted(typed) : refused("missing");

/** The same, if there is another name: a dash means that there is none. */
export const checkHolderIfAny = (typed: string): Check<string | undefined, "missing"> =>
  saysNothing(typed) ? accepted(undefined) : checkHolder(typed);

export type BirthDateReason = DateReason | "future" | "tooYoung" | "tooOld";

/** Customers are at least 18 and at most 120 years old, by the date in Germany (product decisions §3). */
export function checkBirthDate(typed: DateParts, now: Date): Check<IsoDate, BirthDateReason> {
  const parsed = parseDate(typed);
  if (!parsed.ok) return parsed;
  const today = berlinDate(now);
  if (parsed.value > today) return refused("future");
  const age = ageAt(parsed.value, today);
  if (age < ages.youngest) return refused("tooYoung");
  return age > ages.oldest ? refused("tooOld") : parsed;
}

/** `letters`: a letter before the @ that mail servers do not accept, such as an umlaut. */
type EmailReason = "missing" | "tooLong" | "noAt" | "letters" | "form";

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainLabel = /^[\p{L}\p{M}\d]([\p{L}\p{M}\d-]{0,61}[\p{L}\p{M}\d])?$/u;
const topLevel = /^(\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)$/u;

/** `xn--mller-kva.de` → `müller.de`: only what is read can be told from another domain. */
const asShown = (domain: string) => (domain.includes("xn--") ? domainToUnicode(domain) || domain : domain);

/** What stands before an address in contact details. */
const emailLabel =
  /^(?:mailto|e-?mail|mail|e-?posta)(?:[ -]?(?:adresse|address|adresi))?(?: ?: ?| (?=[^ @]))/i;

/** An address as copied: with its label, in a list (`a@b.de;`), in brackets, behind a name, as a link with a subject. */
function copiedAddress(typed: string | undefined): string {
  const copied = bare(asCode(typed), "end").replace(emailLabel, "");
  const subject = copied.indexOf("?", copied.indexOf("@"));
  const address = subject < 0 ? copied : copied.slice(0, subject);
  const [name = "", inBrackets = name, ...more] = address.split("<");
  const [local = "", ...domain] = bare(more.length > 0 ? address : inBrackets).split("@");
  return [local.trimEnd(), ...domain.map((part) => part.replace(/ ?\. ?/g, ".").trim())].join("@");
}

/**
 * The subset of RFC 5321 that is in common use. The domain may contain umlauts and becomes lower case; the local part
 * (64 characters at most) keeps its case. What surrounds a copied address is dropped: `mailto:a@b.de`, `Name <a@b.de>`,
 * `E-Mail: a @b.de;`. A domain as the network has it, `xn--mller-kva.de`, becomes the one that people read.
 */
export function checkEmail(typed: string | undefined): Check<string, EmailReason> {
  const value = copiedAddress(typed);
  if (value === "") return refused("missing");
  if (value.length > personalLimits.email) return refused("tooLong", { max: personalLimits.email });
  const at = value.lastIndexOf("@");
  if (at < 0) return refused("noAt");
  const local = value.slice(0, at);
  const domain = asShown(value.slice(at + 1).toLowerCase());
  if (/(?![a-z])\p{L}/iu.test(local)) return refused("letters");
  const labels = domain.split(".");
  const wellFormed =
    local.length <= 64 &&
    localPart.test(local) &&
    labels.length > 1 &&
    labels.every((label) => domainLabel.test(label)) &&
    topLevel.test(labels.at(-1) ?? "");
  return wellFormed ? accepted(`${local}@${domain}`) : refused("form");
}
