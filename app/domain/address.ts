import {
  accepted,
  asCode,
  bare,
  type Check,
  checkLine,
  checkOptionalLine,
  normalize,
  refused,
} from "./user-input.ts";

/** In the order in which they are written on a letter. */
export const addressFields = ["street", "houseNumber", "addressSupplement", "postalCode", "city"] as const;
export interface PostalAddress {
  street: string;
  houseNumber: string;
  /** Where in the house, or with whom: `Hinterhaus`, `c/o Muster`. */
  addressSupplement?: string | undefined;
  postalCode: string;
  city: string;
}

/** Picks the address fields out of an object that may have others. */
export function addressOf(of: PostalAddress): PostalAddress {
  const { street, houseNumber, addressSupplement, postalCode, city } = of;
  return { street, houseNumber, ...(addressSupplement && { addressSupplement }), postalCode, city };
}

/** Whether two addresses are equal character by character: neither is normalized. */
export function sameAddress(a: PostalAddress, b: PostalAddress): boolean {
  return addressFields.every((field) => (a[field] ?? "") === (b[field] ?? ""));
}

/** `Musterweg 12, Hinterhaus, 50667 Köln`; missing parts are left out. */
export function addressLine(of: Partial<PostalAddress>): string {
  const { street, houseNumber, addressSupplement, postalCode, city } = of;
  const joined = (parts: (string | undefined)[], separator: string) => parts.filter(Boolean).join(separator);
  const lines = [joined([street, houseNumber], " "), addressSupplement, joined([postalCode, city], " ")];
  return joined(lines, ", ");
}

/** Maximum lengths in characters; the format limits the other fields. */
export const addressLimits = { street: 60, addressSupplement: 60, city: 50 } as const;

/** Replaces the hyphens that word processors insert, which no address register knows, with the plain one. */
const withPlainHyphens = (typed: string | undefined) => normalize(typed).replace(/[\u2010\u2011]/g, "-");

type StreetReason = "missing" | "tooLong" | "characters" | "packstation" | "postOfficeBox";

const postOfficeBox =
  /\bpost[\s-]?(f|fach|lagernd)\b|\bp\.?\s?o\.?\s?box\b|^p\.?\s?f\b[.\s\d]*$|\bposte restante\b/i;

const parcelLocker = /\b(pack|paket|post)[\s-]?(station|box|filiale)\b/i;

/** A street in Germany. Parcel lockers and PO boxes are refused: nobody lives there. */
export function checkStreet(typed: string | undefined): Check<string, StreetReason> {
  const form = /^(?=.*\p{L})[\p{L}\p{M}\d.,'’‘`´ \-–/()&]+$/u;
  const checked = checkLine(withPlainHyphens(typed), addressLimits.street, form);
  if (!checked.ok) return checked;
  if (parcelLocker.test(checked.value)) return refused("packstation");
  return postOfficeBox.test(checked.value) ? refused("postOfficeBox") : checked;
}

/** Accepts `12`, `12a`, `12-14`, `12+14`, `12a-c`, `12/1`, `3 1/2a`; stored with a plain hyphen, `½` as `1/2`. */
export function checkHouseNumber(typed: string | undefined): Check<string, "missing" | "form"> {
  const value = asCode(typed?.replaceAll("½", " 1/2"))
    .replace(/ ?([-+/]) ?/g, "$1")
    .replace(/(\d) (?=\p{L})/gu, "$1");
  if (value === "") return refused("missing");
  return houseNumberForm.test(value) ? accepted(value) : refused("form");
}
const houseNumberForm = /^[1-9]\d{0,3}(?: [1-9]\/[1-9])?\p{L}?(?:[-+/](?:[1-9]\d{0,3}\p{L}?|\p{L}))?$/u;

const beforeNumber = /(?<![\s,])[\s,]+(?=\d)/g;

/**
 * Moves a house number that was typed, or filled in by the browser, behind the street: `Musterweg 3` and nothing becomes
 * `Musterweg` and `3`, and so do `Musterweg 3` and `3`, as Firefox fills in an address. A street of a letter and a number
 * (`Q 5` in Mannheim) stays as it is.
 */
export function splitHouseNumber(street: string, houseNumber: string) {
  const typed = normalize(street);
  const gaps = [...typed.matchAll(beforeNumber)];
  const gap = gaps.findLast(({ index }, at) => /\p{L}{2}/u.test(typed.slice(gaps[at - 1]?.index, index)));
  if (!gap) return { street, houseNumber };
  const number = typed.slice(gap.index + gap[0].length);
  const [behind, own] = [checkHouseNumber(number), checkHouseNumber(houseNumber)];
  const isOnlyThere = houseNumber.trim() === "" || (behind.ok && own.ok && behind.value === own.value);
  const name = typed.slice(0, gap.index);
  return behind.ok && isOnlyThere ? { street: name, houseNumber: number } : { street, houseNumber };
}

/** Where in the house, or with whom: `Hinterhaus, 2. Stock`, `c/o Muster`. An empty one is accepted as undefined. */
export const checkAddressSupplement = (typed: string | undefined) =>
  checkOptionalLine(
    withPlainHyphens(typed),
    addressLimits.addressSupplement,
    /^[\p{L}\p{M}\d.,:;#'’‘`´ \-–/()&+]+$/u,
  );

/** Matches everything that `checkPostalCode` can read, whether or not the postal code exists. */
export const typedPostalCode = /^\s*(?:[Dd][Ee]?\W*)?(?:\p{Nd}\s*){5}[.,;]?$/u;

/**
 * A German postal code: five digits, 01001–99998 (01000 was never assigned). A leading `D-`, `D` or `DE` is dropped.
 */
export function checkPostalCode(typed: string | undefined): Check<string, "missing" | "form" | "unknown"> {
  const value = bare(asCode(typed), "end")
    .replace(/^DE?[\s-]*/i, "")
    .replace(/\s/g, "");
  if (value === "") return refused("missing");
  if (!/^\d{5}$/.test(value)) return refused("form");
  return value >= "01001" && value <= "99998" ? accepted(value) : refused("unknown");
}

/**
 * A town in letters of any script, with spaces and the punctuation of German names: `Frankfurt (Oder)`, `Halle/Saale`.
 */
export const checkCity = (typed: string | undefined) =>
  checkLine(withPlainHyphens(typed), addressLimits.city, /^(?=.*\p{L})[\p{L}\p{M}.,'’‘ \-–/()]+$/u);
