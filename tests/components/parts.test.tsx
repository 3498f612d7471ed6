import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { DocumentLinks } from "#app/routes/offer/goods/documents.tsx";
import { Accordion } from "#app/ui/accordion.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dropdown } from "#app/ui/dropdown.tsx";
import { LanguageSwitcher } from "#app/ui/language-switcher.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { StepIndicator } from "#app/ui/step-indicator.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { show } from "../support/render.tsx";

test.each([
  ["alone, with nothing folded", ["CONTRACT_SUMMARY"], 0],
  ["before the others, which are folded", ["CONTRACT_SUMMARY", "TERMS"], 2],
])("a contract summary stands %s", async (_where, types, folded) => {
  const documents = types.map((type) => ({ itemId: "a", type }));
  const { container } = await show(<DocumentLinks offers={[]} documents={documents} folded archive />);
  expect(screen.getByRole("link", { name: "Vertragszusammenfassung" })).toBeTruthy();
  expect(container.querySelectorAll("details")).toHaveLength(folded ? 1 : 0);
  expect(container.querySelectorAll("details a")).toHaveLength(folded);
});

test("a loading button keeps its label, and so its width and name, and is marked busy", async () => {
  const { container } = await show(<Button loading>Weiter</Button>);
  const button = screen.getByRole("button", { name: "Weiter" });
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(container.querySelector("svg")?.getAttribute("width")).toBe("24");
});

const items = ["a", "b", "c"].map((id) => ({ id, title: id, content: `content ${id}` }));

function OneOpen({ onChange }: { onChange: (open: unknown) => void }) {
  const [open, setOpen] = useState<string | undefined>("b");
  const change = (now: string | string[] | undefined) => {
    onChange(now);
    setOpen(now as string | undefined);
  };
  return <Accordion id="faq" items={items} open={open} onOpenChange={change} />;
}

describe("an accordion", () => {
  const isOpen = () => screen.getAllByRole("group").map((item) => item.hasAttribute("open"));

  test("keeps one item of a group open, given by id", async () => {
    const changed = vi.fn();
    const { user, container } = await show(<OneOpen onChange={changed} />);
    expect(isOpen()).toEqual([false, true, false]);
    expect(container.querySelectorAll('details[name="faq"]')).toHaveLength(3);
    await user.click(screen.getByText("c"));
    expect(changed).toHaveBeenLastCalledWith("c");
    expect(isOpen()).toEqual([false, false, true]);
    await user.click(screen.getByText("c"));
    expect(changed).toHaveBeenLastCalledWith(undefined);
    expect(isOpen()).toEqual([false, false, false]);
  });

  test("opens several by a list", async () => {
    const changed = vi.fn();
    const { user, container } = await show(
      <Accordion id="faq" items={items} open={["a", "c"]} onOpenChange={changed} />,
    );
    expect(isOpen()).toEqual([true, false, true]);
    expect(container.querySelectorAll("details[name]")).toHaveLength(0);
    await user.click(screen.getByText("a"));
    expect(changed).toHaveBeenLastCalledWith(["c"]);
  });
});

test("a dropdown closes on Escape, back at its button, and when the focus leaves it", async () => {
  const { user } = await show(
    <>
      <Dropdown label="Mehr">
        <a href="/x">Innen</a>
      </Dropdown>
      <a href="/y">Außen</a>
    </>,
  );
  const panel = screen.getByRole("group");
  const summary = within(panel).getByText("Mehr").closest("summary");
  await user.click(summary as Element);
  expect(panel.hasAttribute("open")).toBe(true);
  screen.getByText("Innen").focus();
  await user.keyboard("{Escape}");
  expect(panel.hasAttribute("open")).toBe(false);
  expect(document.activeElement).toBe(summary);
  await user.click(summary as Element);
  screen.getByText("Innen").focus();
  screen.getByText("Außen").focus();
  expect(panel.hasAttribute("open")).toBe(false);
});

test("Escape leaves a menu", async () => {
  const { user } = await show(<Menu label="Menü" items={[{ label: "Eins", href: "/1" }]} />);
  screen.getByText("Eins").focus();
  await user.keyboard("{Escape}");
  expect(document.activeElement).toBe(document.body);
});

function Opener() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button type="button" onClick={() => setOpen(!open)}>
        Umschalten
      </Button>
      <Modal id="m" title="Titel" closeLabel="Schließen" open={open}>
        Text
      </Modal>
    </>
  );
}

describe("a modal", () => {
  const dialog = () => screen.getByRole("dialog", { hidden: true }) as HTMLDialogElement;
  const modal = (props: { open: boolean; closable?: boolean; onClose?: () => void }) => (
    <Modal id="m" title="Titel" closeLabel="Schließen" {...props}>
      Text
    </Modal>
  );

  test("opened by the server becomes a real modal without an onClose call, and closes", async () => {
    const onClose = vi.fn();
    const { user } = await show(modal({ open: true, onClose }));
    expect(dialog().open).toBe(true);
    expect(dialog().getAttribute("aria-labelledby")).toBe("m-title");
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Schließen" }));
    expect(dialog().open).toBe(false);
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("that is opened is read from its headline on", async () => {
    const { rerender } = await show(modal({ open: false }));
    rerender(modal({ open: true }));
    expect(document.activeElement?.textContent).toBe("Titel");
  });

  test("closes by a click outside, not inside", async () => {
    const { user } = await show(modal({ open: true }));
    await user.click(screen.getByText("Text"));
    expect(dialog().open).toBe(true);
    await user.click(dialog());
    expect(dialog().open).toBe(false);
  });

  test("that requires an answer cannot be dismissed", async () => {
    const { user } = await show(modal({ open: true, closable: false }));
    expect(screen.queryByRole("button", { name: "Schließen" })).toBeNull();
    await user.click(dialog());
    const cancel = new Event("cancel", { cancelable: true });
    dialog().dispatchEvent(cancel);
    expect([dialog().open, cancel.defaultPrevented]).toEqual([true, true]);
    expect(dialog().getAttribute("closedby")).toBe("none");
  });

  test("follows its `open` prop", async () => {
    const { user } = await show(<Opener />);
    expect(dialog().open).toBe(false);
    await user.click(screen.getByText("Umschalten"));
    expect(dialog().open).toBe(true);
    await user.click(screen.getByText("Umschalten"));
    expect(dialog().open).toBe(false);
  });
});

test("the steps mark the current and the done ones, and lead nowhere", async () => {
  const steps = [
    { id: "data", label: "Daten" },
    { id: "pay", label: "Zahlung" },
    { id: "sum", label: "Ende" },
  ];
  await show(
    <StepIndicator label="Schritte" summary="2 von 3" doneLabel="erledigt" current="pay" steps={steps} />,
  );
  const current = screen.getAllByRole("listitem", { current: "step" });
  expect(current.map((step) => step.textContent)).toEqual(["Zahlung"]);
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getAllByText(/erledigt/)).toHaveLength(1);
});

describe("the language switch", () => {
  const props = { label: "Sprache", current: "de", action: "/sprache", returnTo: "/a?b=1&c=2" };
  const languages = [
    { code: "de", name: "Deutsch" },
    { code: "tr", name: "Türkçe" },
  ];

  test("is absent if there is one language", async () => {
    await show(<LanguageSwitcher {...props} languages={languages.slice(0, 1)} />);
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("posts the language and the way back", async () => {
    const { container } = await show(<LanguageSwitcher {...props} languages={languages} />);
    const form = screen.getByRole("form", { name: "Sprache" });
    expect([form.getAttribute("method"), form.getAttribute("action")]).toEqual(["post", "/sprache"]);
    expect(container.querySelector("[name=returnTo]")?.getAttribute("value")).toBe("/a?b=1&c=2");
    expect(screen.getByText("Türkçe").getAttribute("lang")).toBe("tr");
    expect(screen.getByText("Deutsch").getAttribute("aria-current")).toBe("true");
  });

  test("submits the page's form natively, bypassing its submit handler and those around it", async () => {
    const sentByPage = vi.fn();
    const askedBack = vi.fn();
    const { user } = await show(
      <>
        <div onSubmitCapture={askedBack}>
          <form
            id="f"
            onSubmit={(event) => {
              event.preventDefault();
              sentByPage();
            }}
          >
            <input name="firstName" aria-label="Vorname" />
          </form>
        </div>
        <LanguageSwitcher {...props} languages={languages} formId="f" />
      </>,
    );
    const button = screen.getByText("Türkçe");
    expect(button.getAttribute("formaction")).toBe("/sprache?returnTo=%2Fa%3Fb%3D1%26c%3D2");
    expect(button.getAttribute("formenctype")).toBe("application/x-www-form-urlencoded");
    await user.click(button);
    expect(sentByPage).not.toHaveBeenCalled();
    expect(askedBack).not.toHaveBeenCalled();
    // Enter in a field presses the form's first button, which must not be a language.
    await user.type(screen.getByLabelText("Vorname"), "Ayşe{Enter}");
    expect(sentByPage).toHaveBeenCalledOnce();
  });
});

test("a number is dialled in its international form", async () => {
  await show(
    <>
      <PhoneLink number="030 23125 102" />
      <PhoneLink number="+49 30 23125 102" />
    </>,
  );
  for (const link of screen.getAllByRole("link")) expect(link.getAttribute("href")).toBe("tel:+493023125102");
});

test("a summary omits rows without a value", async () => {
  await show(
    <SummaryList
      rows={[
        { label: "A", value: "1" },
        { label: "B", value: undefined },
        { label: "C", value: "" },
      ]}
    />,
  );
  expect(screen.getAllByRole("term").map((term) => term.textContent)).toEqual(["A"]);
});
