import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { type StateAction, type StatePage, StateView } from "#app/error-pages/state-page.tsx";
import type { HelpRow } from "#app/shell/help-row.ts";
import { show } from "../support/render.tsx";

const call: StateAction = { kind: "hotline", label: "Anrufen", href: "tel:+4930", method: "get" };
const stateOf = (more: Partial<StatePage>): StatePage => ({
  kind: "state-page",
  page: "offer-error",
  state: "OfferCancelled",
  headline: "Dieses Angebot wurde abgelehnt",
  text: "Haben Sie weiter Interesse?",
  severity: "warning",
  icon: "warning",
  actions: [call],
  facts: [],
  help: { title: "Hilfe", rows: [] },
  ...more,
});
const looksOf = (name: string) => screen.getByRole("link", { name }).className;

test.each([
  ["open", "button primary"],
  ["closed", "button secondary"],
])("a button that calls a hotline that is %s: %s", async (is, look) => {
  await show(<StateView page={stateOf({ actions: [{ ...call, isClosed: is === "closed" }] })} />);
  expect(looksOf("Anrufen")).toBe(look);
});

const home = "Zur Startseite";

test("good news after which nothing is left to do has the way home as its button", async () => {
  await show(<StateView page={stateOf({ severity: "success", actions: [] })} />);
  expect(looksOf(home)).toBe("button primary");
});

test("beside anything to do, the way home is a link below it", async () => {
  await show(<StateView page={stateOf({ severity: "success" })} />);
  expect([looksOf("Anrufen"), looksOf(home)]).toEqual(["button primary", ""]);
});

test.each([
  [
    "whose hours are known",
    [{ kind: "hours", label: "Erreichbar", value: "Täglich" } as const],
    ["Erreichbar"],
  ],
  ["whose hours nobody knows", [], []],
])(
  "beside a button that calls a number %s, the number of the error comes before other ways",
  async (_, hours, before) => {
    const words = { copy: "Kopieren", copied: "Kopiert", notCopied: "Nicht kopiert" };
    const rows: HelpRow[] = [
      ...hours,
      { kind: "link", label: "E-Mail", value: "Schreiben", href: "mailto:a@example.org" },
      { kind: "code", label: "Fehlernummer", value: "AB12CD", words },
    ];
    await show(<StateView page={stateOf({ help: { title: "Hilfe", rows } })} />);
    expect([...document.querySelectorAll("dt")].map((term) => term.textContent)).toEqual([
      ...before,
      "Fehlernummer",
      "E-Mail",
    ]);
  },
);
