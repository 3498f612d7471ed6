import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { freshForm } from "#app/forms/form-data.server.ts";
import { MethodTiles } from "#app/routes/identity/method-tiles.tsx";
import type { MethodView } from "#app/routes/identity/method-view.server.ts";
import { show } from "../support/render.tsx";

const method = (id: string, isClosed: boolean): MethodView => ({
  id,
  title: id,
  text: "Sie zeigen Ihren Ausweis.",
  facts: isClosed ? [{ icon: "calendar", text: "Täglich 08:00–22:00 Uhr" }] : [],
  more: [],
  isClosed,
  icon: "video",
  mark: undefined,
});
const tilesOf = async (...methods: MethodView[]) => {
  await show(<MethodTiles form={freshForm()} methods={methods} label="Wege" />);
  return screen.getAllByRole("list").map((list) =>
    within(list)
      .getAllByRole("button")
      .map((tile) => tile.getAttribute("value")),
  );
};

test("methods that are closed now are a list of their own, which says so, with their hours", async () => {
  expect(await tilesOf(method("video", true), method("eid", false), method("shop", true))).toEqual([
    ["eid"],
    ["video", "shop"],
  ]);
  const closed = screen.getByRole("list", { name: "Gerade nicht verfügbar" });
  const [row] = within(closed).getAllByRole("button");
  expect(row?.textContent?.replace(/\s+/g, " ").trim()).toBe("video Täglich 08:00–22:00 Uhr");
  // What it is stands behind the row's chevron.
  expect(within(closed).getAllByText("Einzelheiten")).toHaveLength(2);
  expect(within(closed).getAllByText("Sie zeigen Ihren Ausweis.")).toHaveLength(2);
});

test("where all of them are open, nothing says otherwise", async () => {
  expect(await tilesOf(method("video", false), method("eid", false))).toEqual([["video", "eid"]]);
  expect(screen.queryByText("Gerade nicht verfügbar")).toBeNull();
});

test("what is wrong with a choice is headed by what is missing", async () => {
  const errors = { method: { code: "missing", message: "Wählen Sie unten einen der Wege." } };
  await show(<MethodTiles form={{ ...freshForm(), errors }} methods={[method("eid", false)]} label="Wege" />);
  const summary = screen.getByRole("alert");
  expect(within(summary).getByRole("heading").textContent).toBe("Ihre Wahl fehlt noch");
  expect(within(summary).getByRole("link").textContent).toBe(errors.method.message);
});
