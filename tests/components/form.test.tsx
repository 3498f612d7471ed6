import { screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { DateField } from "#app/forms/date-field.tsx";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import type { FormState } from "#app/forms/form-state.ts";
import { keepFormOnLostConnection } from "#app/forms/lost-connection.ts";
import { TextField } from "#app/forms/text-fields.tsx";
import { show } from "../support/render.tsx";

const empty: FormState = { submissionId: "id-1", values: {}, errors: {}, constraints: {} };
const missing = (message: string) => ({ code: "required", message });
const refused: FormState = {
  ...empty,
  values: { firstName: "Ayşe" },
  errors: {
    lastName: missing("Geben Sie Ihren Nachnamen ein."),
    email: missing("Geben Sie Ihre E-Mail-Adresse ein."),
  },
};

function NameForm({ loaded = empty }: { loaded?: FormState }) {
  return (
    <PortalForm id="names" form={useFormState(loaded)} submit="Weiter">
      <TextField name="firstName" label="Vorname" />
      <TextField name="lastName" label="Nachname" />
      <TextField name="email" label="E-Mail-Adresse" />
    </PortalForm>
  );
}

const summary = () => document.querySelector("[data-error-summary]");
const submit = () => screen.getByRole("button", { name: /Weiter|Erneut senden/ });

describe("a refused post", () => {
  test("takes the focus to the summary, whose links lead to the fields; what was typed stays", async () => {
    const { user } = await show(<NameForm />, { action: () => ({ form: refused }) });
    await user.type(screen.getByLabelText("Vorname"), "Ayşe");
    await user.click(submit());
    await vi.waitFor(() => expect(document.activeElement).toBe(summary()));
    const links = screen.getAllByRole("link").map((link) => [link.getAttribute("href"), link.textContent]);
    expect(links).toEqual([
      ["#lastName", "Geben Sie Ihren Nachnamen ein."],
      ["#email", "Geben Sie Ihre E-Mail-Adresse ein."],
    ]);
    await user.click(screen.getByRole("link", { name: "Geben Sie Ihren Nachnamen ein." }));
    const field = screen.getByLabelText<HTMLInputElement>("Nachname");
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(field.getAttribute("aria-describedby")).toBe("lastName-error");
    expect(document.getElementById("lastName-error")?.textContent).toBe("Geben Sie Ihren Nachnamen ein.");
    expect(screen.getByLabelText<HTMLInputElement>("Vorname").value).toBe("Ayşe");
  });

  test("loses each message, and its line of the summary, once its field is set right", async () => {
    const { user } = await show(<NameForm loaded={refused} />);
    const lines = () => screen.queryAllByRole("link").map(({ textContent }) => textContent);
    await user.click(screen.getByLabelText("Nachname"));
    await user.tab();
    expect(lines()).toHaveLength(2);
    await user.type(screen.getByLabelText("Nachname"), "Öztürk");
    expect(lines()).toHaveLength(2);
    await user.tab();
    expect(lines()).toEqual(["Geben Sie Ihre E-Mail-Adresse ein."]);
    expect(screen.getByLabelText("Nachname").getAttribute("aria-invalid")).toBeNull();
    await user.type(screen.getByLabelText("E-Mail-Adresse"), "a@example.org");
    // Nothing moves under the pointer that presses the button.
    await user.pointer({ keys: "[MouseLeft>]", target: submit() });
    expect(summary()).not.toBeNull();
    await user.pointer({ keys: "[/MouseLeft]", target: document.body });
    await user.click(screen.getByLabelText("E-Mail-Adresse"));
    await user.click(document.body);
    expect(summary()).toBeNull();
  });

  test("keeps the message of a date until there is one", async () => {
    const parts = { "born.day": "31", "born.month": "2", "born.year": "1990" };
    const loaded = { ...empty, values: parts, errors: { born: missing("Dieses Datum gibt es nicht.") } };
    const { user } = await show(
      <PortalForm id="date" form={loaded} submit="Weiter">
        <DateField name="born" label="Geburtsdatum" />
      </PortalForm>,
    );
    const type = async (label: string, text: string) => {
      await user.clear(screen.getByLabelText(label));
      await user.type(screen.getByLabelText(label), text);
    };
    await type("Tag", "30");
    await user.click(document.body);
    expect(summary()).not.toBeNull();
    await type("Monat", "3");
    await user.tab();
    expect(summary()).not.toBeNull();
    await user.tab();
    await user.tab();
    await user.click(document.body);
    expect(summary()).not.toBeNull();
    await user.click(screen.getByLabelText("Jahr"));
    await user.click(document.body);
    expect(summary()).toBeNull();
  });

  test("that came with the page tears nobody from a field", async () => {
    const field = document.createElement("input");
    document.body.append(field);
    field.focus();
    await show(<NameForm loaded={refused} />);
    expect(summary()).not.toBeNull();
    expect(document.activeElement).toBe(field);
    field.remove();
  });
});

test("a second click while sending does nothing", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const action = vi.fn(async () => {
    await promise;
    return { form: refused };
  });
  const { user } = await show(<NameForm />, { action });
  await user.click(submit());
  expect(submit().getAttribute("aria-busy")).toBe("true");
  await user.click(submit());
  await user.type(screen.getByLabelText("Vorname"), "{Enter}");
  resolve();
  await vi.waitFor(() => expect(summary()).not.toBeNull());
  expect(action).toHaveBeenCalledOnce();
});

test("a lost connection keeps the form and sends it again with the same id", async () => {
  const ids: FormDataEntryValue[] = [];
  const action = vi.fn(async ({ request }: { request: Request }) => {
    ids.push((await request.formData()).get("submissionId") ?? "");
    if (ids.length === 1) throw new TypeError("Failed to fetch");
    return { form: refused };
  });
  const { user } = await show(<NameForm />, { action, middleware: [keepFormOnLostConnection] as never });
  await user.type(screen.getByLabelText("Vorname"), "Ayşe");
  await user.click(submit());
  await screen.findByText(/Verbindung/);
  expect(screen.getByLabelText<HTMLInputElement>("Vorname").value).toBe("Ayşe");
  await user.click(screen.getByRole("button", { name: "Erneut senden" }));
  await vi.waitFor(() => expect(summary()).not.toBeNull());
  expect(ids).toEqual(["id-1", "id-1"]);
});
