import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { surviveLostConnection } from "#app/browser/lost-connection.ts";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import type { FormState } from "#app/forms/form-state.ts";
import { TextField } from "#app/forms/text-fields.tsx";
import { becomesTrue } from "../support/eventually.ts";
import { patienceMs } from "../support/patience.ts";
import { show } from "../support/render.tsx";
import { translate } from "../support/translate.ts";

const empty: FormState = {
  submissionId: "id-1",
  values: {},
  errors: {},
  constraints: { firstName: {}, lastName: {} },
};
const refused: FormState = {
  ...empty,
  errors: { lastName: { code: "required", message: "Geben Sie Ihren Nachnamen ein." } },
};

function NameForm() {
  return (
    <PortalForm id="names" form={useFormState(empty)} submit="Weiter">
      <TextField name="firstName" label="Vorname" />
      <TextField name="lastName" label="Nachname" />
    </PortalForm>
  );
}

const field = () => document.getElementById("firstName") as HTMLInputElement;
const submit = () => screen.getByRole("button", { name: "Weiter" });

afterEach(() => {
  window.sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a form that a browser has translated survives a slow post, a refusal and its correction", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const answers: (() => void)[] = [];
  const action = () => new Promise((resolve) => answers.push(() => resolve({ form: refused })));
  await show(<NameForm />, { action });
  fireEvent.change(field(), { target: { value: "Ayşe" } });
  for (const time of [1, 2]) {
    translate();
    fireEvent.click(submit());
    await becomesTrue(() => expect(answers).toHaveLength(time));
    // Between what is shown while it is sent and what is shown once that takes long, too.
    translate();
    await vi.waitFor(
      async () => {
        await act(() => vi.advanceTimersByTimeAsync(5000));
        expect(document.querySelector(".sending")?.textContent).toContain("Das dauert länger");
      },
      { timeout: patienceMs },
    );
    translate();
    act(() => answers.at(-1)?.());
    await becomesTrue(() => expect(document.querySelector(".sending")?.textContent).toBe(""));
    expect(document.querySelector("[data-error-summary]")).not.toBeNull();
    expect(field().value).toBe("Ayşe");
  }
});

test("a translated form survives a lost connection", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const action = async () => {
    translate();
    throw new TypeError("Failed to fetch");
  };
  await show(<NameForm />, { action, middleware: [surviveLostConnection] as never });
  fireEvent.change(field(), { target: { value: "Ayşe" } });
  for (const _ of [1, 2]) {
    translate();
    fireEvent.click(submit());
    await becomesTrue(() => expect(document.querySelector(".notice-title")?.textContent).toBeTruthy());
    await becomesTrue(() => expect(submit().getAttribute("aria-busy")).not.toBe("true"));
    expect(field().value).toBe("Ayşe");
  }
});
