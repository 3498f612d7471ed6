import { describe, expect, test } from "vitest";
import { paymentStates } from "#app/domain/payment-states.ts";
import { idvOutcomeNames } from "#app/errors/idv-outcomes.ts";
import { offerStateNames } from "#app/errors/offer-states.ts";
import { errorActions } from "#app/errors/state-row.ts";
import de from "#locales/de/errors.json";
import deValidation from "#locales/de/validation.json";
import en from "#locales/en/errors.json";
import enValidation from "#locales/en/validation.json";
import tr from "#locales/tr/errors.json";
import trValidation from "#locales/tr/validation.json";

type Tree = { [key: string]: string | Tree };

function flat(tree: Tree, prefix = ""): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );
}

const languages = [
  ["de", de, deValidation],
  ["en", en, enValidation],
  ["tr", tr, trValidation],
] as const;

describe.each(languages)("texts in %s", (language, errors, validation) => {
  test("every state, outcome and action has its own", () => {
    expect(Object.keys(errors.offer).sort()).toEqual([...offerStateNames].sort());
    expect(Object.keys(errors.idv).sort()).toEqual([...idvOutcomeNames].sort());
    for (const action of Object.keys(errorActions)) expect(errors.actions).toHaveProperty(action);
  });

  test("no two states share a headline or a text", () => {
    for (const group of [errors.offer, errors.idv] as Tree[]) {
      const texts = flat(group).map(([, text]) => text);
      const twice = texts.filter((text, index) => texts.indexOf(text) !== index);
      // Unexpected has the same text for offers and identities; within one journey no text repeats.
      expect(twice).toEqual([]);
    }
  });

  test("nothing holds a code", () => {
    for (const [key, text] of flat({ errors, validation } as Tree))
      expect(text, key).not.toMatch(/[A-Z]{2,}_[A-Z]|undefined|\bHTTP\b|\bnull\b/);
  });

  test("the order of a payment that failed was placed: no text says that nothing was ordered", () => {
    const states = Object.values(paymentStates).flatMap(({ saidAs = [] }) => saidAs);
    const said = states.map((state) => errors.offer[state as keyof typeof errors.offer].text);
    expect(said).toHaveLength(5);
    expect(said.join("\n")).not.toMatch(/nichts bestellt|nothing was ordered|Sipariş verilmedi/);
  });

  test("a downtime, which is also that of a provider that cannot be reached, is not called maintenance", () => {
    for (const { Downtime } of [errors.offer, errors.idv])
      expect(Object.values(Downtime).join("\n")).not.toMatch(/Wartung|maintenance|bakım/i);
  });

  test("headlines and steps do not end with a full stop, texts do", () => {
    const { offer, idv } = errors;
    for (const [key, text] of flat({ offer, idv, fields: validation.fields } as Tree)) {
      if (/\.(headline|sent|awaited|then)$/.test(key)) expect(text, key).not.toMatch(/\.$/);
      else if (!key.endsWith(".email.form")) expect(text, key).toMatch(/[.?“”]$/);
    }
  });

  if (language !== "de") {
    test("is translated", () => {
      const german = new Map(flat({ errors: de, validation: deValidation } as Tree));
      const same = flat({ errors, validation } as Tree).filter(
        ([key, text]) => german.get(key) === text && !/Hotline/.test(text),
      );
      expect(same).toEqual([]);
    });
  }
});

test("the results of identity verification are worded as specified", () =>
  expect([
    de.idvResult.failed,
    de.idvResult.pending,
    de.idv.OfferCancelled.headline,
    de.idv.IdvCompleted.headline,
    de.idv.NoMoreIdvPossible.headline,
  ]).toEqual([
    "Identitätsprüfung fehlgeschlagen",
    "Identitätsprüfung in Bearbeitung",
    "Die Bestellung wurde storniert",
    "Identitätsprüfung abgeschlossen",
    "Identitätsprüfung fehlgeschlagen",
  ]));
