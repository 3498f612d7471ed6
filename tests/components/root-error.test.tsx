import { screen } from "@testing-library/react";
import { useState } from "react";
import { data, Form } from "react-router";
import { expect, test, vi } from "vitest";
import { RootError } from "#app/error-pages/root-error.tsx";
import type { StatePage } from "#app/error-pages/state-page.tsx";
import { show } from "../support/render.tsx";

vi.mock("#app/error-pages/state-page.tsx", () => {
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
    meta: [],
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

test("a page that breaks comes back with what was typed", async () => {
  function Breaking() {
    const [isBroken, setBroken] = useState(false);
    if (isBroken) throw new Error("A node is gone.");
    return (
      <form id="names">
        <input name="firstName" aria-label="Vorname" />
        <button type="button" onClick={() => setBroken(true)}>
          Weiter
        </button>
      </form>
    );
  }
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const { user } = await show(<Breaking />, { loader: () => null, ErrorBoundary: RootError });
  await user.type(screen.getByLabelText("Vorname"), "Ayşe");
  await user.click(screen.getByRole("button"));
  expect((await screen.findByRole("main")).dataset.page).toBe("unexpected-error");
  expect(screen.queryByLabelText("Vorname")).toBeNull();
  await user.click(screen.getByRole("link", { name: "Erneut versuchen" }));
  expect((await screen.findByLabelText<HTMLInputElement>("Vorname")).value).toBe("Ayşe");
  logged.mockRestore();
});
