import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { data, Form } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { RootError } from "#app/error-pages/root-error.tsx";
import type { StatePage } from "#app/error-pages/state-page.tsx";
import { show } from "../support/render.tsx";

vi.mock(import("#app/error-pages/state-page.tsx"), () => {
  throw new TypeError("Failed to fetch");
});

test("a state whose page's file is out of reach still says what happened and whom to ask", async () => {
  const state: StatePage = {
    kind: "state-page",
    page: "offer-error",
    state: "OfferBlocked",
    headline: "Ihr Angebot ist gesperrt",
    text: "Bitte rufen Sie uns an.",
    severity: "error",
    icon: "lock",
    actions: [],
    facts: [],
    help: { title: "Hilfe", rows: [] },
  };
  const part = (
    <Form method="post">
      <button type="submit">Bestellen</button>
    </Form>
  );
  const action = () => {
    throw data(state, { status: 403 });
  };
  const { user } = await show(part, { action, ErrorBoundary: RootError });
  await user.click(screen.getByRole("button"));
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe(state.headline);
  expect(screen.getByRole("main").dataset.state).toBe("OfferBlocked");
  expect(screen.getByText(state.text)).toBeDefined();
  expect(document.querySelector("[href^='tel:']")).not.toBeNull();
});

/** A page with a form whose button breaks it. */
async function breakPage() {
  function Breaking() {
    const [isBroken, setBroken] = useState(false);
    if (isBroken) throw new Error("A node is gone.");
    return (
      <main className="page wide">
        <h1>Meine Daten</h1>
        <form id="names">
          <input name="firstName" aria-label="Vorname" />
          <button type="button" onClick={() => setBroken(true)}>
            Weiter
          </button>
        </form>
      </main>
    );
  }
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  const { user } = await show(<Breaking />, { loader: () => null, ErrorBoundary: RootError });
  await user.type(screen.getByLabelText("Vorname"), "Ayşe");
  await user.click(screen.getByRole("button", { name: "Weiter" }));
  return { user, dialog: await screen.findByRole("dialog") };
}
const typed = () => screen.getByLabelText<HTMLInputElement>("Vorname").value;

test("an error in the browser is a modal over the page as it was, and closing it brings that back", async () => {
  const { dialog, user } = await breakPage();
  const main = screen.getByRole("main");
  expect([main.dataset.page, main.className]).toEqual(["unexpected-error", "page wide"]);
  expect(within(dialog).getByRole("heading").textContent).toBe("Something went wrong! Unerwarteter Fehler");
  expect(within(dialog).getByText("A node is gone.").lang).toBe("en");
  // Behind it, out of reach: what was there before.
  const behind = main.querySelector("[inert]");
  expect(behind?.querySelector("h1")?.textContent).toBe("Meine Daten");
  expect(typed()).toBe("Ayşe");
  await user.click(within(dialog).getByRole("button", { name: "Schließen" }));
  await waitFor(() => expect(screen.getByRole("main").dataset.page).toBeUndefined());
  expect(screen.queryByRole("dialog")).toBeNull();
  // React returns the input after it has shown the page.
  await waitFor(() => expect(typed()).toBe("Ayşe"));
});
