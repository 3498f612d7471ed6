import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Call } from "#app/backend/contract/call.ts";
import { calls } from "#app/backend/contract/calls.ts";
import { readAnswer } from "#app/backend/read-answer.ts";
import { sandboxForTest } from "../support/sandbox.ts";

// Each member of each answer × absent, null, of another kind (decision 0108). What the contract's schemas have, and is in
// no row here, fails.

/** What an answer, or the part of it that has the member, cannot do without. */
const essential: Row[] = [
  ["Offer", "offers", "what is ordered"],
  ["OfferItem", "id", "its documents name it"],
  ["Hardware", "id name prices", "§ 312j (2) BGB: what it is and costs"],
  ["Tariff", "id name prices minimumTermMonths noticePeriodMonths", "§ 312j (2) BGB, with term and notice"],
  ["Pack", "id name prices", "§ 312j (2) BGB: what it is and costs"],
  ["PriceEntry", "type amount", "a price without amount or rhythm is none"],
  ["Charge", "frequency amount", "a price without amount or rhythm is none"],
  ["Credit", "creditor amount total annualRate", "§ 506 BGB: no credit without them"],
  ["Hardware.charging", "chargerIncluded minWatts maxWatts", "the label has these three"],
  ["Hardware.durability", "years guarantor model", "the notice has these three"],
  ["Hardware.safety", "manufacturer", "Regulation (EU) 2023/988: who answers for it"],
  ["ResponsibleParty", "name", "nobody is named without it"],
  ["Picture", "url", "there is no picture without it"],
  ["OfferDocument", "itemId type", "its address is made of them"],
  ["PostalAddressAnswer", "street houseNumber postalCode city", "a part of an address is none"],
  ["Delivery", "from", "no delivery date without it"],
  ["acceptOffer", "step", "a refusal with a 2xx is known by it"],
  ["OfferSummary", "orderId offers", "an order is known by its number, with what it costs"],
  ["OfferSummary.withdrawals[]", "receivedAt", "a withdrawal is one of a time"],
  ["OfferSummary.customer", "firstName lastName email", "whom the mails go to"],
  ["OfferSummary.payment", "method", "nothing is said of a payment without it"],
  ["OfferSummary.appointment", "date", "no appointment without it"],
  ["EsimActivation.profiles[]", "smdpAddress matchingId", "no device loads a profile without both"],
  ["Idv", "state", "the answer says nothing without it"],
  ["IdvMethod", "id kind name provider", "what customers choose by, and who sees their papers"],
  ["IdvCoupon", "kind provider referenceNumber code", "a branch asks for them"],
  ["IdvCoupon", "firstName lastName documents validUntil", "a branch compares them"],
  ["OpeningHours", "days from until", "a part of a time is none"],
  ["Token", "data", "the login"],
  ["Token.data", "token", "the login"],
  ["Nationalities[]", "code name", "an entry of a list"],
  ["Consent", "id version channel text validFrom", "Art. 7 GDPR: which wording was agreed to"],
  ["GivenConsent", "id given", "an entry of a list: which one, and whether it stands"],
  ["AddressCheck", "result suggestions", "without either, the address counts as unchecked"],
  ["IbanCheck", "valid", "without it, the account counts as unchecked"],
  ["NovumEntry", "offerToken", "the answer is nothing else"],
  ["TerminationConfig.serviceTypes[]", "id name", "an entry of a list"],
  ["TerminateAnswer.uploads[]", "size", "a file is known by its size"],
  ["TerminationReceipt", "id", "proof that the provider has this declaration"],
  ["TerminationReceipt.uploads[]", "size", "a file is known by its size"],
  ["WithdrawalReceipt", "id", "proof that the provider has this declaration"],
  ["DeviceReturn", "address", "nothing can be sent back without it"],
  ["CustomerDetails.bankAccount", "iban", "an account is known by it"],
];
/** Optional, but what is there has to be read: what customers pay or are bound to. */
const strict: Row[] = [
  ["OfferItem", "hardware tariff packs credit", "a product that is left out has no price"],
  ["PriceEntry", "from months period", "an amount of another time is another price"],
  ["Charge", "from months period", "an amount of another time is another price"],
  ["Pack", "minimumTermMonths", "a term"],
  ["Offer", "charges", "costs"],
  ["OfferSummary", "charges", "costs"],
];

type Row = [of: string, names: string, why: string];
const namesIn = (rows: Row[]) =>
  rows.flatMap(([of, names]) => names.split(" ").map((name) => `${of}.${name}`));

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}
type Json = Record<string, unknown>;
interface Member {
  /** The schema's name, or the path below one. */
  of: string;
  name: string;
  isRequired: boolean;
  steps: (string | number)[];
}

const sandbox = sandboxForTest();
afterAll(() => sandbox.close());
const document = await sandbox.json<{
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>
  >;
  components: { schemas: Record<string, Schema> };
}>("/openapi.json");

const named = ({ $ref }: Schema) => $ref?.split("/").at(-1);
const address = "https://www.example.com/";
const texts: Record<string, string> = {
  date: "2030-02-28",
  "date-time": "2030-02-28T10:00:00Z",
  uri: address,
};
const plainTexts = ["12345", "08:00", "123456789012", "/bild", address];

const shapesOf = ({ anyOf = [] }: Schema) => anyOf.filter(({ type }) => type !== "null");

/** A value with every member that its schema has. */
function whole(schema: Schema): unknown {
  const { type, enum: names, format = "", properties, items } = schema;
  const name = named(schema);
  if (name) return whole(document.components.schemas[name] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (names) return names[0];
  const [first] = shapesOf(schema);
  if (first) return whole(first);
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, whole(one)]));
  if (items) return [whole(items)];
  const [kind] = [type].flat();
  if (kind === "boolean") return true;
  if (kind === "number" || kind === "integer") return Math.max(schema.minimum ?? 1, 1);
  if (kind === "object") return {};
  return texts[format] ?? plainTexts.find((text) => new RegExp(schema.pattern ?? "").test(text));
}

function membersOf(schema: Schema, of: string, steps: Member["steps"] = []): Member[] {
  const name = named(schema);
  if (name) return membersOf(document.components.schemas[name] ?? {}, name, steps);
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const to = [...steps, name];
    const isRequired = schema.required?.includes(name) === true;
    return [{ of, name, isRequired, steps: to }, ...membersOf(member, `${of}.${name}`, to)];
  });
  const items = schema.items ? membersOf(schema.items, `${of}[]`, [...steps, 0]) : [];
  return [...own, ...items, ...shapesOf(schema).flatMap((one) => membersOf(one, of, steps))];
}

/** Of a call that answers in several shapes, a row for each. */
const rows = (Object.entries(calls) as [keyof typeof calls, Call][]).flatMap(([name, call]) => {
  const { answer, refusal, path, method } = call;
  if (!(answer instanceof z.ZodType)) return [];
  const responses = document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
  const given = responses["200"]?.content?.["application/json"]?.schema ?? expect.fail(name);
  const shapes = shapesOf(document.components.schemas[named(given) ?? ""] ?? given);
  return (shapes.length > 0 ? shapes : [given]).map((schema, index) => ({
    name,
    schema,
    answer: index > 0 && refusal ? refusal : answer,
    members: membersOf(schema, named(given) ?? name),
  }));
});
const nameOf = ({ of, name }: Member) => `${of}.${name}`;
const declared = new Map(rows.flatMap(({ members }) => members.map((one) => [nameOf(one), one])));

/** The example with one member changed. */
function changed(example: unknown, steps: Member["steps"], set: (holder: Json, key: string) => void) {
  const copy = structuredClone(example);
  const holder = steps.slice(0, -1).reduce((at, step) => (at as Json)[step], copy);
  set(holder as Json, String(steps.at(-1)));
  return copy;
}
const ways: Record<string, (holder: Json, key: string) => void> = {
  absent: (holder, key) => delete holder[key],
  null: (holder, key) => {
    holder[key] = null;
  },
  "another kind": (holder, key) => {
    holder[key] = typeof holder[key] === "object" ? "?" : { "?": ["?"] };
  },
};

test("what is required has its reason, and nothing else has", () => {
  const required = [...declared.values()].filter(({ isRequired }) => isRequired).map(nameOf);
  expect(required.sort()).toEqual(namesIn(essential).sort());
});

describe.each(rows)("$name", ({ answer, schema, members }) => {
  const plain = whole(schema);

  test("is read as its schema has it", () => {
    expect(readAnswer(answer, plain)).toMatchObject({ ok: true, deviations: [] });
  });

  test("is read without each member that is not essential, and names each that is", () => {
    const isStrict = new Set(namesIn(strict));
    const wrong = members.flatMap((member) =>
      Object.entries(ways).flatMap(([how, set]) => {
        const read = readAnswer(answer, changed(plain, member.steps, set));
        const isMissed = member.isRequired || (how === "another kind" && isStrict.has(nameOf(member)));
        const isNamed = !read.ok || read.deviations.length > 0;
        return (isMissed ? isNamed : read.ok) ? [] : [`${nameOf(member)} ${how}`];
      }),
    );
    expect(wrong).toEqual([]);
  });
});

test("no row is about a member that there is not", () => {
  expect(namesIn(strict).filter((name) => !declared.has(name))).toEqual([]);
});
