import { readFileSync } from "node:fs";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, test } from "vitest";
import { Accordion } from "#app/ui/accordion.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { LanguageSwitcher } from "#app/ui/language-switcher.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { StepIndicator } from "#app/ui/step-indicator.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { TileLink } from "#app/ui/tile-link.tsx";

const css = readFileSync("app/ui/parts.css", "utf8");
const html = (part: ReactElement) => renderToStaticMarkup(<MemoryRouter>{part}</MemoryRouter>);
const sizes = (markup: string) =>
  [...markup.matchAll(/<svg[^>]* width="(\d+)"/g)].map((match) => Number(match[1]));

/** The declarations of the rule that has exactly this selector. */
const rule = (selector: string) => {
  const lines = css.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\s+/g, " ");
  return lines.split("}").find((block) => block.split("{")[0]?.trim() === selector) ?? "";
};

describe("the constants of specification §9", () => {
  test("spinners of 16, 24 and 64", () => {
    const edges = (["small", "medium", "large"] as const).map(
      (size) => sizes(html(<Spinner size={size} />))[0],
    );
    expect(edges).toEqual([16, 24, 64]);
  });

  test("a button's icon of 18", () => {
    expect(sizes(html(<Button icon="download">PDF</Button>))).toEqual([18]);
    expect(
      sizes(
        html(
          <ButtonLink href="/" icon="home">
            Start
          </ButtonLink>,
        ),
      ),
    ).toEqual([18]);
  });

  test("a tile's prefix of 18 and state of 14", () => {
    expect(sizes(html(<TileLink href="/x" prefixIcon="mail" title="Post" />))).toEqual([18, 14]);
  });

  test("skeletons of 80 to 100 percent and 16 high", () => {
    const widths = [...html(<Skeleton lines={6} />).matchAll(/width="(\d+)%" height="16"/g)].map(([, w]) =>
      Number(w),
    );
    expect(widths).toHaveLength(6);
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(80);
    expect(Math.max(...widths)).toBe(100);
  });

  test("tooltip on top after 200 ms, gone within 150, 5 px away; menu hides after 400 ms", () => {
    expect(rule(".tooltip > :last-child")).toMatch(/bottom: calc\(100% \+ 5px\).*transition: 150ms/);
    expect(rule(".tooltip:hover > :last-child, .tooltip:focus-within > :last-child")).toContain(
      "transition-delay: 200ms",
    );
    expect(rule(".menu .flyout")).toMatch(/visibility 0s 400ms/);
  });
});

test("a loading button keeps its label, for its width and its name, and says that it is busy", () => {
  const markup = html(
    <Button loading loadingLabel="Wird gesendet">
      Weiter
    </Button>,
  );
  expect(markup).toContain("<span>Weiter</span>");
  expect(markup).toMatch(/aria-busy="true"[^>]*aria-disabled="true"/);
  expect(markup).toContain("Wird gesendet");
  expect(sizes(markup)).toEqual([24]);
  expect(rule(".button[aria-busy] > :not(.spinner)")).toContain("opacity: 0");
});

describe("an accordion", () => {
  const items = ["a", "b", "c"].map((id) => ({ id, title: id, content: id }));
  const opened = (markup: string) =>
    [...markup.matchAll(/<details([^>]*)>/g)].map(([, at]) => at?.includes("open"));

  test("opens one of a group by its id", () => {
    const markup = html(<Accordion id="faq" items={items} open="b" />);
    expect(opened(markup)).toEqual([false, true, false]);
    expect(markup.match(/name="faq"/g)).toHaveLength(3);
  });

  test("opens several by a list", () => {
    const markup = html(<Accordion id="faq" items={items} open={["a", "c"]} />);
    expect(opened(markup)).toEqual([true, false, true]);
    expect(markup).not.toContain("name=");
  });
});

test("a modal can be closed without JavaScript, unless told otherwise", () => {
  const modal = (closable?: boolean) =>
    html(
      <Modal id="m" title="Titel" closeLabel="Schließen" open closable={closable}>
        Text
      </Modal>,
    );
  expect(modal()).toMatch(/<dialog id="m"[^>]* open=""[^>]*aria-labelledby="m-title"/);
  expect(modal()).toContain('<form method="dialog">');
  expect(modal(false)).not.toContain("<form");
});

test("the steps say which is current, which are done and where these lead", () => {
  const steps = [
    { id: "data", label: "Daten", href: "/daten" },
    { id: "pay", label: "Zahlung", href: "/zahlung" },
    { id: "sum", label: "Ende" },
  ];
  const markup = html(
    <StepIndicator label="Schritte" summary="2 von 3" doneLabel="erledigt" current="pay" steps={steps} />,
  );
  expect(markup.match(/aria-current="step"/g)).toHaveLength(1);
  expect(markup).toMatch(/aria-current="step"><span>Zahlung/);
  expect(markup).toContain('href="/daten"');
  expect(markup).not.toContain('href="/zahlung"');
  expect(markup.match(/erledigt/g)).toHaveLength(1);
});

test("the language switcher posts, takes a form's fields along, and is gone where there is one language", () => {
  const props = { label: "Sprache", current: "de", action: "/sprache", returnTo: "/a?b=1&c=2" };
  const languages = [
    { code: "de", name: "Deutsch" },
    { code: "tr", name: "Türkçe" },
  ];
  expect(html(<LanguageSwitcher {...props} languages={languages.slice(0, 1)} />)).toBe("");
  const plain = html(<LanguageSwitcher {...props} languages={languages} />);
  expect(plain).toContain('name="returnTo" value="/a?b=1&amp;c=2"');
  expect(plain).toMatch(/value="tr" lang="tr"/);
  const withForm = html(<LanguageSwitcher {...props} languages={languages} formId="f" />);
  expect(withForm).toContain('formAction="/sprache?returnTo=%2Fa%3Fb%3D1%26c%3D2"');
  const buttons = withForm.match(/<button[^>]*name="locale"[^>]*>/g) ?? [];
  expect(buttons).toHaveLength(2);
  for (const button of buttons) expect(button).toContain(' form="f"');
});

test("a number is dialled in its international form", () => {
  expect(html(<PhoneLink number="030 23125 102" />)).toContain('href="tel:+493023125102"');
  expect(html(<PhoneLink number="+49 30 23125 102" />)).toContain('href="tel:+493023125102"');
});

test("a summary leaves out what has no value", () => {
  const markup = html(
    <SummaryList
      rows={[
        { label: "A", value: "1" },
        { label: "B", value: undefined },
        { label: "C", value: "" },
      ]}
    />,
  );
  expect(markup.match(/<dt>/g)).toHaveLength(1);
});
