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

/** Longer than any street with number and supplement. */
const longestStreet = 130;

const numberWord = /^(?:(?:haus-?)?nr|(?:haus-?)?nummer|numara|no|number|#)(?=[.: \d])[.: ]*/i;
const houseNumberForm = /^[1-9]\d{0,3}(?: [1-9]\/[1-9])?\p{L}?(?:[-+/](?:[1-9]\d{0,3}\p{L}?|\p{L}))?$/u;
/** `12, Hinterhaus`, `12 c/o Muster`, `12 3. OG`, `12-Hinterhaus`: the number, and what stands behind it. */
const numberAndMore =
  /^([1-9]\d{0,3}(?: [1-9]\/[1-9])?\p{L}?(?:[-+/][1-9]\d{0,3}\p{L}?)?)(?:[ ,;]|-(?=\p{L}{2}))(\P{L}*\p{L}.*)$/u;

/** A house number as it is typed: `Nr. 12 a`, `12 a, Hinterhaus`. */
function readHouseNumber(typed: string): { number: string; supplement: string } {
  const value = asCode(typed.slice(0, longestStreet).replaceAll("½", " 1/2"))
    .replace(numberWord, "")
    .replace(/ ?([-+/]) ?/g, "$1")
    .replace(/(\d) (?!c\/o)(?=\p{L}(?:\/\p{L})?(?![\p{L}/]))/gu, "$1");
  const [, number = value, behind = ""] = houseNumberForm.test(value)
    ? []
    : (numberAndMore.exec(value) ?? []);
  const supplement = behind.replace(/^[ ,;]+/, "");
  return parcelLocker.test(supplement) ? { number: value, supplement: "" } : { number, supplement };
}

/** Accepts `12`, `12a`, `12-14`, `12+14`, `12a-c`, `12 a/b`, `12/1`, `3 1/2a`; stored with a plain hyphen, `½` as `1/2`. */
export function checkHouseNumber(typed: string | undefined): Check<string, "missing" | "form"> {
  const { number, supplement } = readHouseNumber(typed ?? "");
  if (saysNothing(number)) return refused("missing");
  return supplement === "" && houseNumberForm.test(number) ? accepted(number) : refused("form");
}

const supplementWords =
  /^(?:hinter|vorder|garten|seiten|quer|aufgang|eingang|wohnung|whg|apartment|app|hh|vh|haus|block|zimmer|tür|top|c\/o|bei|(?:[\dIVX]+\.? ?)?(?:etage|stock|[oeud]g))/i;

/**
 * A house number in the street's field: `Musterstr.12`, `Musterweg 3 Hinterhaus`, `Straße 12 Nr. 5`. Only behind a name:
 * `Q 5` in Mannheim has none.
 */
function behindStreet(street: string) {
  const typed = normalize(street.slice(0, longestStreet));
  const found = [...typed.matchAll(/(?<!\d)\d/g)].flatMap(({ index }) => {
    const before = typed.slice(0, index).trimEnd();
    const name = before.replace(/ (?:haus-?)?nr\.?$/i, "").replace(/ ?,$/, "");
    const isNamed = /\p{L}{2}/u.test(name.split(" ").at(-1) ?? "") || /nr\.?$/i.test(before);
    const read = { name, ...readHouseNumber(typed.slice(index)) };
    return isNamed && houseNumberForm.test(read.number) ? [read] : [];
  });
  const [first] = found;
  const isMore = first && (supplementWords.test(first.supplement) || !/\d/.test(first.supplement));
  return isMore ? first : found.find(({ supplement }) => supplement === "");
}

type Typed = Record<"street" | "houseNumber" | "addressSupplement", string>;

/**
 * Moves a house number from the street's field into its own, also if it is in both, as Firefox fills in an address; and
 * what stands behind the number into the supplement.
 */
export function splitHouseNumber(typed: Typed): Typed {
  const own = readHouseNumber(typed.houseNumber);
  const behind = behindStreet(typed.street);
  const isMoved = behind && (own.number === "" || own.number === behind.number);
  const read = isMoved && own.supplement === "" ? behind : own;
  if (!isMoved && !(own.supplement && houseNumberForm.test(own.number))) return typed;
  return {
    street: isMoved ? behind.name : typed.street,
    houseNumber: read.number,
    addressSupplement: [read.supplement, typed.addressSupplement.trim()].filter(Boolean).join(", "),
  };
}

/** Where in the house, or with whom: `Hinterhaus, 2. Stock`, `c/o Muster`. An empty one is accepted as undefined. */
export const checkAddressSupplement = (typed: string | undefined) =>
  checkOptionalLine(
    withPlainHyphens(typed),
    addressLimits.addressSupplement,
    /^[\p{L}\p{M}\d.,:;#'’‘`´ \-–/()&+]+$/u,
  );

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
