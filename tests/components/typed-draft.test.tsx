import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetOldDrafts, forgetTyped, useTypedDraft } from "#app/browser/typed-draft.ts";

const path = "/angebot/secret-token-4711/meine-daten";
const halfAnHour = 30 * 60_000;

function Form() {
  const form = useRef<HTMLFormElement>(null);
  useTypedDraft(form, ["iban", "documentNumber", "birthDate"]);
  return (
    <form ref={form}>
      {["lastName", "iban", "documentNumber", "birthDate.day", "birthDate.month", "birthDate.year"].map(
        (name) => (
          <input key={name} name={name} aria-label={name} />
        ),
      )}
    </form>
  );
}

/** Opens the page anew. */
function open(pathname = path) {
  const { unmount } = render(
    <MemoryRouter initialEntries={[pathname]}>
      <Form />
    </MemoryRouter>,
  );
  return unmount;
}
const typed = () => screen.getByLabelText<HTMLInputElement>("lastName").value;
function type(text: string, label = "lastName") {
  const field = screen.getByLabelText<HTMLInputElement>(label);
  fireEvent.input(field, { target: { value: field.value + text } });
}
const kept = () => JSON.stringify(window.sessionStorage);

beforeEach(() => vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] }));
afterEach(() => {
  // The pause after a write outlives its page.
  vi.advanceTimersByTime(400);
  vi.useRealTimers();
  cleanup();
  window.sessionStorage.clear();
  document.body.replaceChildren();
});

test("a draft comes back on its own page, whose token it does not show", () => {
  let leave = open();
  type("Muster");
  expect(kept()).not.toMatch(/secret|4711|angebot/);
  leave();
  leave = open("/angebot/another-token/meine-daten");
  expect(typed()).toBe("");
  leave();
  open(`/en${path}`);
  expect(typed()).toBe("Muster");
});

test("numbers of documents and accounts and dates of birth are not kept", () => {
  open();
  type("Muster");
  for (const [label, text] of [
    ["iban", "DE893704"],
    ["documentNumber", "L01X00T47"],
    ["birthDate.day", "29"],
    ["birthDate.month", "11"],
    ["birthDate.year", "1988"],
  ])
    type(text ?? "", label);
  expect(kept()).toContain("Muster");
  expect(kept()).not.toMatch(/DE893704|L01X00T47|"29"|"11"|1988|birthDate/);
});

test("a draft is gone half an hour after the last key, on an open page and on the next one", () => {
  const leave = open();
  type("Must");
  vi.advanceTimersByTime(halfAnHour - 1000);
  type("er");
  vi.advanceTimersByTime(halfAnHour - 1000);
  expect(kept()).toContain("Muster");
  vi.advanceTimersByTime(1000);
  expect(kept()).not.toContain("Muster");
  type("!");
  leave();
  vi.setSystemTime(Date.now() + halfAnHour);
  expect(kept()).toContain("Muster!");
  open();
  expect(typed()).toBe("");
  forgetOldDrafts();
  expect(window.sessionStorage).toHaveLength(0);
});

test("a draft ends on another page that stays open", () => {
  const leave = open();
  type("Muster");
  leave();
  vi.clearAllTimers();
  vi.advanceTimersByTime(halfAnHour / 2);
  forgetOldDrafts();
  vi.advanceTimersByTime(halfAnHour / 2 - 1000);
  expect(kept()).toContain("Muster");
  vi.advanceTimersByTime(1000);
  expect(window.sessionStorage).toHaveLength(0);
});

test("a draft is gone once it was sent", () => {
  const leave = open();
  type("Muster");
  forgetTyped(path);
  expect(kept()).not.toContain("Muster");
  leave();
  open();
  expect(typed()).toBe("");
});

test("where a third party's script may run, only the page's own entry of the history keeps what is typed", () => {
  let leave = open();
  type("Muster");
  leave();
  const script = document.createElement("script");
  script.dataset.settings = "consent";
  document.body.append(script);
  forgetOldDrafts();
  expect(window.sessionStorage).toHaveLength(0);
  leave = open();
  type("Muster");
  type("DE893704", "iban");
  vi.advanceTimersByTime(400);
  expect(window.sessionStorage).toHaveLength(0);
  const entry = window.history.state;
  expect(JSON.stringify(entry)).toContain("Muster");
  expect(JSON.stringify(entry)).not.toContain("DE89");
  leave();
  leave = open();
  expect(typed(), "after a reload").toBe("Muster");
  leave();
  leave = open("/angebot/another-token/meine-daten");
  expect(typed()).toBe("");
  leave();
  open();
  forgetTyped(path);
  expect(JSON.stringify(window.history.state)).not.toContain("Muster");
});

test.each(["beforeunload", "pagehide"])("what was typed a moment before is written at %s", (leaving) => {
  const script = document.createElement("script");
  script.dataset.settings = "consent";
  document.body.append(script);
  open();
  type("Mus");
  type("ter");
  const kept = () => JSON.stringify(window.history.state);
  expect(kept()).not.toContain("Muster");
  fireEvent(window, new Event(leaving));
  expect(kept()).toContain("Muster");
  forgetTyped(path);
});

test("what an entry keeps is gone after half an hour", () => {
  const script = document.createElement("script");
  script.dataset.settings = "consent";
  document.body.append(script);
  const leave = open();
  type("Muster");
  vi.advanceTimersByTime(halfAnHour - 1);
  expect(JSON.stringify(window.history.state)).toContain("Muster");
  vi.advanceTimersByTime(1);
  expect(JSON.stringify(window.history.state)).not.toContain("Muster");
  leave();
});

test("what earlier builds kept, under the page's path, is gone", () => {
  window.sessionStorage.setItem(`draft ${path}`, JSON.stringify({ lastName: "Muster" }));
  window.sessionStorage.setItem("something else", "1");
  forgetOldDrafts();
  expect(Object.keys(window.sessionStorage)).toEqual(["something else"]);
});
