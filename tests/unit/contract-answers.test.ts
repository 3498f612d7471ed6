import fc from "fast-check";
import { expect, test } from "vitest";
import type { z } from "zod";
import { isActing } from "#app/backend/contract/call.ts";
import { calls } from "#app/backend/contract/calls.ts";
import { readAnswer } from "#app/backend/read-answer.ts";
import { answerExamples } from "#sandbox/openapi-examples.ts";
import { secret, type Variation, variationsOf } from "../support/variations.ts";

// Every JSON answer of the contract × ways to say the same, or to leave something out (variations.ts finds them by walking
// the answer). What a page needs of them is in the foreign provider's plain words (tests/routes/foreign-provider.test.ts).

/** What a call's answer may not miss, written without a look at the contract; everything else is optional. */
interface Verdict {
  /** The names of members; `offers[]` includes each of the list, but none of its members. */
  essential?: RegExp;
  /** May be missing, but what is there has to be read: what a customer pays or is bound to. */
  whole?: RegExp;
  /** The call may do without it or not. */
  either?: RegExp;
}
const product = "offers\\[\\]\\.(hardware|tariff|packs\\[\\])";
/** Products with their prices; § 312j (2) BGB: minimum term and notice, too. */
const priced = [
  "offers",
  `${product}\\.(name|prices|prices\\[\\]\\.(type|amount))`,
  "offers\\[\\]\\.tariff\\.(minimumTermMonths|noticePeriodMonths)",
  "charges\\[\\]\\.(frequency|amount)",
  // Of instalments that are a credit.
  "offers\\[\\]\\.credit\\.(creditor|amount|total|annualRate)",
].join("|");
const whole = new RegExp(
  `^(offers\\[\\]\\.(hardware|tariff|packs|credit)|charges|${product}\\.minimumTermMonths)$`,
);
/** What an item is found by; and when a price is paid: without it, there is no total. */
const either = /^(offers\[\](\.(hardware|tariff|packs\[\]))?\.id|offers\[\]\.hardware\.prices\[\]\.months)$/;
const offer: Verdict = { essential: new RegExp(`^(${priced})$`), whole, either };
const receipt: Verdict = { essential: /^id$/, either: /^uploads\[\]\.size$/ };
/** Names of others than specification §3, which are shown or passed on as they are. */
const foreign = /^(\[\]\.code|uploads\[\]\.type)$/;
const verdicts: { [Name in keyof typeof answerExamples]?: Verdict } = {
  loadOffer: offer,
  previewOffer: offer,
  offerSummary: { ...offer, essential: new RegExp(`^(orderId|${priced})$`) },
  loadIdv: { essential: /^state$/ },
  novumEntry: { essential: /^offerToken$/ },
  exchangeCode: { essential: /^data(\.token)?$/ },
  consent: { essential: /^(id|version|channel|text|validFrom)$/ },
  checkAddress: { essential: /^result$/, either: /^suggestions/ },
  // A list of which nothing is left is none.
  nationalities: { either: /^\[\]/ },
  checkIban: { essential: /^valid$/ },
  loadTermination: receipt,
  loadPrefilledTermination: receipt,
  loadWithdrawal: receipt,
};

const examples = Object.entries(answerExamples).flatMap(([name, each]) =>
  Object.entries(each).flatMap(([example, answer]) => {
    const call = calls[name as keyof typeof answerExamples];
    const verdict: Verdict = verdicts[name as keyof typeof answerExamples] ?? {};
    // With a code it is no success.
    if (Object.hasOwn(Object(answer), "code")) return [];
    return [{ name, example, call, answer: JSON.parse(JSON.stringify(answer)), verdict }];
  }),
);
type Example = (typeof examples)[number];

function varied({ call, answer }: Example, variations: Variation[]) {
  const changed = structuredClone(answer);
  for (const { apply } of variations) apply(changed);
  return readAnswer(call.answer as z.ZodType, changed);
}
const isMissed = ({ path, what, isLossless }: Variation, { essential, whole }: Verdict) =>
  !isLossless && (essential?.test(path) || (what === "unreadable" && whole?.test(path)));

test.each(examples)("$name, $example: every variation", (one) => {
  const { call, answer, verdict } = one;
  const plain = varied(one, []);
  expect(plain).toMatchObject({ ok: true, deviations: [] });
  const wrong: string[] = [];
  for (const variation of variationsOf(answer)) {
    const { path, what, isLossless } = variation;
    const read = varied(one, [variation]);
    const found = [JSON.stringify(read).includes(secret) && "a value is kept"];
    // Of the answer to a call that acts, nothing is essential (decision 0049).
    if (!isActing(call) && isMissed(variation, verdict)) {
      const field = path.replaceAll("[]", "").split(".").at(-1) ?? "";
      found.push(read.ok && "it is not missed");
      found.push(!read.ok && !JSON.stringify(read.unusable).includes(field) && "it is not named");
    } else if (!isActing(call) && (isLossless || !verdict.either?.test(path))) {
      found.push(!read.ok && "it cannot be used");
      const isSame = JSON.stringify(read.ok && read.data) === JSON.stringify(plain.ok && plain.data);
      if (isLossless && !/date|offset/.test(what) && !foreign.test(path))
        found.push(!isSame && "it is read otherwise");
    }
    const why = found.filter(Boolean);
    if (why.length > 0) wrong.push(`${path} ${what}: ${why}`);
  }
  expect(wrong).toEqual([]);
});

test("of a call that acts, an answer of nothing is one", () => {
  for (const { call } of examples)
    if (isActing(call)) expect((call.answer as z.ZodType).safeParse({}).success, call.path).toBe(true);
});

test("random mixtures of what may be missing", () => {
  const mixtures = fc.record({
    one: fc.constantFrom(...examples.filter(({ call }) => !isActing(call))),
    picks: fc.array(fc.nat({ max: 1_000_000 }), { minLength: 2, maxLength: 12 }),
  });
  const isRead = ({ one, picks }: typeof mixtures extends fc.Arbitrary<infer T> ? T : never) => {
    const optional = variationsOf(one.answer).filter(
      (variation) =>
        variation.isLossless ||
        !(isMissed(variation, one.verdict) || one.verdict.either?.test(variation.path)),
    );
    const chosen = picks.map((pick) => optional[pick % optional.length] as Variation);
    const what = chosen.map(({ path, what }) => `${path} ${what}`).join("; ");
    expect(varied(one, chosen).ok, `${one.name}: ${what}`).toBe(true);
  };
  fc.assert(fc.property(mixtures, isRead), { seed: 26, numRuns: 300 });
});
