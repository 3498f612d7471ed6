import { act, fireEvent, screen, within } from "@testing-library/react";
import { useRouteError } from "react-router";
import { afterEach, describe, expect, test, vi } from "vitest";
import { surviveLostConnection } from "#app/browser/lost-connection.ts";
import { markHeader, problemTypes } from "#app/browser/portal-mark.ts";
import { typingAids } from "#app/forms/aids.ts";
import { DateField } from "#app/forms/date-field.tsx";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import type { FormState } from "#app/forms/form-state.ts";
import { EmailField, IbanField, TextField } from "#app/forms/text-fields.tsx";
import { becomesTrue } from "../support/eventually.ts";
import { show } from "../support/render.tsx";

vi.mock(import("#app/forms/aids.ts"), { spy: true });

const constraints = { firstName: {}, lastName: {}, email: {}, born: {}, iban: {} };
const empty: FormState = { submissionId: "id-1", values: {}, errors: {}, constraints };
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

// A test's input must not become the next one's draft.
afterEach(() => window.sessionStorage.clear());

const summary = () => document.querySelector("[data-error-summary]");
const submit = () => screen.getByRole("button", { name: "Weiter" });

test("a field that the form has not is refused: what is typed there would be dropped", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const ErrorBoundary = () => <p data-testid="page">{String(useRouteError())}</p>;
  const { email: _, ...others } = constraints;
  await show(<NameForm loaded={{ ...empty, constraints: others }} />, { ErrorBoundary });
  expect((await screen.findByTestId("page")).textContent).toContain("The form has no field email");
  vi.restoreAllMocks();
});

test("a failure says whom to call, and the number to name, with or without hours", async () => {
  const failed = (note?: string): FormState => ({
    ...empty,
    problem: {
      headline: "Nicht bestätigt",
      text: "Klicken Sie bitte noch einmal.",
      state: "TechnicalProblem",
      help: [
        { kind: "phone", label: "Hotline", value: "030 23125 102", note },
        { kind: "code", label: "Fehlernummer", value: "AB12CD" },
      ],
    },
  });
  const { user } = await show(<NameForm loaded={failed()} />, {
    action: () => ({ form: failed("Täglich 08:00–20:00 Uhr, jetzt erreichbar") }),
  });
  const rows = () => within(screen.getByRole("alert")).getAllByRole("definition");
  expect(rows().map((row) => row.textContent?.trim())).toEqual(["030 23125 102", "AB12CD"]);
  await user.click(submit());
  await becomesTrue(() => expect(rows()[0]?.textContent).toContain("jetzt erreichbar"));
  expect(screen.getByRole("link").getAttribute("href")).toBe("tel:+493023125102");
});

describe("a refused post", () => {
  test("moves the focus to the summary, which links to the fields, and keeps the input", async () => {
    const { user } = await show(<NameForm />, { action: () => ({ form: refused }) });
    await user.type(screen.getByLabelText("Vorname"), "Ayşe");
    await user.click(submit());
    await becomesTrue(() => expect(document.activeElement).toBe(summary()));
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
    const marked = [...document.querySelectorAll(".field.invalid input")].map(({ id }) => id);
    expect(marked).toEqual(["lastName", "email"]);
  });

  test("removes a message and its summary line once the field is corrected", async () => {
    // Its code is loaded before anything is typed.
    await typingAids();
    const { user } = await show(<NameForm loaded={refused} />);
    const lines = () => screen.queryAllByRole("link").map(({ textContent }) => textContent);
    await user.click(screen.getByLabelText("Nachname"));
    await user.tab();
    expect(lines()).toHaveLength(2);
    await user.type(screen.getByLabelText("Nachname"), "Öztürk");
    expect(lines()).toHaveLength(2);
    await user.tab();
    await becomesTrue(() => expect(lines()).toEqual(["Geben Sie Ihre E-Mail-Adresse ein."]));
    expect(screen.getByLabelText("Nachname").getAttribute("aria-invalid")).toBeNull();
    await user.type(screen.getByLabelText("E-Mail-Adresse"), "a@example.org");
    // Nothing moves while the pointer presses the button.
    await user.pointer({ keys: "[MouseLeft>]", target: submit() });
    expect(summary()).not.toBeNull();
    await user.pointer({ keys: "[/MouseLeft]", target: document.body });
    await user.click(screen.getByLabelText("E-Mail-Adresse"));
    await user.click(document.body);
    await becomesTrue(() => expect(summary()).toBeNull());
  });

  test("keeps a date's message until the whole date is valid", async () => {
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
    await becomesTrue(() => expect(summary()).toBeNull());
  });

  test("that came with the page does not move the focus", async () => {
    const field = document.createElement("input");
    document.body.append(field);
    field.focus();
    await show(<NameForm loaded={refused} />);
    expect(summary()).not.toBeNull();
    expect(document.activeElement).toBe(field);
    field.remove();
  });
});

describe("while somebody types", () => {
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

  test.each([
    ["typed", "24.12.1990"],
    ["as digits", "24121990"],
  ])("a whole date, %s, fills the three inputs", async (_, text) => {
    const { user } = await show(
      <PortalForm id="date" form={empty} submit="Weiter">
        <DateField name="born" label="Geburtsdatum" />
      </PortalForm>,
    );
    await user.type(field("Tag"), text);
    const shown = () => ["Tag", "Monat", "Jahr"].map((label) => field(label).value);
    await becomesTrue(() => expect(shown()).toEqual(["24", "12", "1990"]));
  });

  test("an IBAN is grouped, and the caret stays after its character", async () => {
    const { user } = await show(
      <PortalForm id="account" form={empty} submit="Weiter">
        <IbanField label="IBAN" />
      </PortalForm>,
    );
    await user.type(field("IBAN"), "DE893704");
    await becomesTrue(() => expect(field("IBAN").value).toBe("DE89 3704"));
    await user.type(field("IBAN"), "x", { initialSelectionStart: 3, initialSelectionEnd: 3 });
    const shown = () => [field("IBAN").value, field("IBAN").selectionStart];
    await becomesTrue(() => expect(shown()).toEqual(["DE8x 9370 4", 4]));
    await user.type(field("IBAN"), "{Backspace}", { initialSelectionStart: 5, initialSelectionEnd: 5 });
    await becomesTrue(() => expect(shown()).toEqual(["DE8x 9370 4", 4]));
  });

  test("nothing is rearranged while a keyboard composes: at its end, and when the field is left", async () => {
    await show(
      <PortalForm id="account" form={empty} submit="Weiter">
        <IbanField label="IBAN" />
      </PortalForm>,
    );
    const input = field("IBAN");
    await act(() => typingAids());
    fireEvent.compositionStart(input);
    input.value = "DE893704";
    fireEvent(input, new InputEvent("input", { bubbles: true, isComposing: true }));
    await act(() => typingAids());
    expect(input.value).toBe("DE893704");
    fireEvent.compositionEnd(input);
    await becomesTrue(() => expect(input.value).toBe("DE89 3704"));
    input.value = "DE8937040";
    fireEvent.focusOut(input);
    await becomesTrue(() => expect(input.value).toBe("DE89 3704 0"));
  });

  test("a mistyped mail domain gets a suggestion, not an error", async () => {
    const { user } = await show(
      <PortalForm id="mail" form={empty} submit="Weiter">
        <EmailField label="E-Mail-Adresse" />
      </PortalForm>,
    );
    await user.type(field("E-Mail-Adresse"), "Max@gmial.com");
    await user.click(document.body);
    await user.click(await screen.findByRole("button", { name: "Meinten Sie Max@gmail.com?" }));
    expect(field("E-Mail-Adresse").value).toBe("Max@gmail.com");
    expect(document.activeElement).toBe(field("E-Mail-Adresse"));
    expect(screen.queryByRole("button", { name: /Meinten/ })).toBeNull();
    expect(summary()).toBeNull();
  });
});

test("the code of the aids is loaded for an input, not for a press of the button", async () => {
  vi.mocked(typingAids).mockClear();
  const { user } = await show(<NameForm />, { action: () => ({}) });
  await user.click(submit());
  expect(document.activeElement).toBe(submit());
  expect(typingAids).not.toHaveBeenCalled();
  await user.click(screen.getByLabelText("Vorname"));
  expect(typingAids).toHaveBeenCalled();
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
  await becomesTrue(() => expect(summary()).not.toBeNull());
  expect(action).toHaveBeenCalledOnce();
});

test("a form that was sent is loaded anew when its page comes back whole; an untouched one stays", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  const comeBack = () => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  const { user } = await show(<NameForm />, { action: () => new Promise(() => {}) });
  comeBack();
  expect(reload).not.toHaveBeenCalled();
  await user.click(submit());
  await becomesTrue(() => {
    comeBack();
    expect(reload).toHaveBeenCalled();
  });
  reload.mockRestore();
});

test("a pressed button is busy before the router starts its work", async () => {
  const begun = vi.fn((_args: unknown, next: () => unknown) => next());
  await show(<NameForm />, { action: () => ({ form: refused }), middleware: [begun] });
  begun.mockClear();
  act(() => submit().click());
  expect(submit().getAttribute("aria-busy")).toBe("true");
  expect(begun).not.toHaveBeenCalled();
  await becomesTrue(() => expect(summary()).not.toBeNull());
  expect(begun).toHaveBeenCalled();
});

/** The portal can be reached once the result is called. */
const answersLater = () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", vi.fn().mockReturnValue(promise));
  return () => resolve(new Response("", { headers: { [markHeader]: "1" } }));
};
const answers = () => answersLater()();
afterEach(() => vi.unstubAllGlobals());

test("a form works if storage is blocked", async () => {
  const errors = vi.fn();
  window.addEventListener("error", errors);
  const blocked = vi.spyOn(window, "sessionStorage", "get").mockImplementation(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  const { user } = await show(<NameForm />, {
    action: () => ({ form: refused }),
    middleware: [surviveLostConnection] as never,
  });
  await user.type(screen.getByLabelText("Vorname"), "Ada");
  await user.click(submit());
  await becomesTrue(() => expect(summary()).not.toBeNull());
  expect(blocked).toHaveBeenCalled();
  blocked.mockRestore();
  window.removeEventListener("error", errors);
  expect(errors).not.toHaveBeenCalled();
});

describe("a lost connection", () => {
  /** Loses the answers to the first posts. */
  const losing = (times: number) => {
    const ids: FormDataEntryValue[] = [];
    const names: FormDataEntryValue[] = [];
    const action = async ({ request }: { request: Request }) => {
      const sent = await request.formData();
      ids.push(sent.get("submissionId") ?? "");
      names.push(sent.get("firstName") ?? "");
      if (ids.length <= times) throw new TypeError("Failed to fetch");
      return { form: refused };
    };
    return { ids, names, route: { action, middleware: [surviveLostConnection] as never } };
  };
  const notice = () => screen.findByRole("alert");

  test("keeps the form and its button's label, moves the focus, and resends with the same id", async () => {
    const comeBack = answersLater();
    const { ids, route } = losing(1);
    const { user } = await show(<NameForm />, route);
    await user.type(screen.getByLabelText("Vorname"), "Ayşe");
    await user.click(submit());
    const shown = await notice();
    await becomesTrue(() => expect(document.activeElement).toBe(shown));
    expect(submit().textContent?.trim()).toBe("Weiter");
    expect(screen.getByLabelText<HTMLInputElement>("Vorname").value).toBe("Ayşe");
    comeBack();
    await becomesTrue(() => expect(summary()).not.toBeNull());
    expect(ids).toEqual(["id-1", "id-1"]);
  });

  test("resends if the connection broke before React had rendered the busy state", async () => {
    answers();
    const { ids, route } = losing(1);
    await show(<NameForm />, route);
    // `act` renders only at its end, as on a busy phone.
    await act(async () => {
      submit().click();
      await becomesTrue(() => expect(ids).toHaveLength(1));
    });
    await becomesTrue(() => expect(summary()).not.toBeNull());
    expect(ids).toEqual(["id-1", "id-1"]);
  });

  test("does not resend after a change", async () => {
    const comeBack = answersLater();
    const { ids, names, route } = losing(1);
    const { user } = await show(<NameForm />, route);
    await user.click(submit());
    await notice();
    await becomesTrue(() => expect(fetch).toHaveBeenCalled());
    await user.type(screen.getByLabelText("Vorname"), "A");
    comeBack();
    await becomesTrue(() => expect(screen.getByRole("alert").textContent).toContain("wieder da"));
    expect(screen.getByRole("alert").textContent).not.toContain("sobald Sie wieder Netz haben");
    await user.click(submit());
    await becomesTrue(() => expect(summary()).not.toBeNull());
    expect(ids).toEqual(["id-1", "id-1"]);
    expect(names).toEqual(["", "A"]);
  });

  /** What React Router makes of responses to a post, one after the other; then the portal responds. */
  const answeredBy = (...foreign: unknown[]) => {
    const action = async () => {
      if (foreign.length === 0) return { form: refused };
      throw foreign.shift();
    };
    return { action, middleware: [surviveLostConnection] as never };
  };
  const answer = (status: number, data: unknown) => ({ status, statusText: "", internal: false, data });
  const page = (status: number) => answer(status, "<h1>Not by the portal</h1>");

  test.each([401, 403, 413, 429, 502, 503])(
    "is what a page with %i by somebody in between counts as",
    async (status) => {
      answers();
      const { user } = await show(<NameForm />, answeredBy(page(status)));
      await user.type(screen.getByLabelText("Vorname"), "Ayşe");
      await user.click(submit());
      expect((await notice()).textContent).toContain("Die Verbindung ist abgebrochen");
      expect(screen.getByLabelText<HTMLInputElement>("Vorname").value).toBe("Ayşe");
      await user.type(screen.getByLabelText("Vorname"), "n");
      await user.click(submit());
      await becomesTrue(() => expect(summary()).not.toBeNull());
    },
  );

  test("is not sent again while somebody else responds for the portal", async () => {
    const robots = vi.fn().mockResolvedValue(new Response("", { status: 200 }));
    vi.stubGlobal("fetch", robots);
    const { user } = await show(<NameForm />, answeredBy(page(403)));
    await user.click(submit());
    await becomesTrue(() => expect(robots).toHaveBeenCalled());
    expect(summary()).toBeNull();
    answers();
    await becomesTrue(() => expect(summary()).not.toBeNull());
  });

  const problem = (type: string) =>
    JSON.stringify({ type, title: "Das ist zu groß", detail: "Höchstens 100 kB." });
  test.each([
    ["of the host", answer(413, problem(`${problemTypes}too-large`)), "Das ist zu groß"],
    ["of the app", answer(400, { title: "Nicht lesbar", detail: "Bitte noch einmal." }), "Nicht lesbar"],
    ["of another server", answer(413, problem("about:blank")), "Die Verbindung ist abgebrochen"],
    ["of the host, for now", answer(503, problem(`${problemTypes}overloaded`)), "Die Verbindung ist"],
  ])("differs from a refusal; this one is %s", async (_, refusal, title) => {
    answersLater();
    const { user } = await show(<NameForm />, answeredBy(refusal));
    await user.type(screen.getByLabelText("Vorname"), "Ayşe");
    await user.click(submit());
    const shown = await notice();
    expect(shown.textContent).toContain(title);
    await becomesTrue(() => expect(document.activeElement).toBe(shown));
    expect(screen.getByLabelText<HTMLInputElement>("Vorname").value).toBe("Ayşe");
  });

  test("that was missing before sending says that nothing was sent", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const { ids, route } = losing(1);
    const { user } = await show(<NameForm />, route);
    await user.click(submit());
    expect((await notice()).textContent).toContain("Es wurde nichts gesendet");
    vi.restoreAllMocks();
    answers();
    dispatchEvent(new Event("online"));
    await becomesTrue(() =>
      expect(screen.getByRole("alert").textContent).toBe(
        "Die Verbindung ist wieder da. Klicken Sie bitte noch einmal.",
      ),
    );
    await user.click(submit());
    await becomesTrue(() => expect(summary()).not.toBeNull());
    expect(ids).toEqual(["id-1", "id-1"]);
  });
});
