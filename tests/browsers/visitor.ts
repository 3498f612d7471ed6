import { expect } from "vitest";

/** Only a hang should hit it: milliseconds for one step of a browser. */
export const stepLimitMs = Number(process.env.STEP_MS ?? 60_000);

/** A browser that a test drives: the same few steps in every engine. */
export interface Visitor {
  /** Evaluates a function that refers to nothing outside itself, also where the page's own scripts do not run. */
  run: <T>(fn: (...args: never[]) => T, ...args: unknown[]) => Promise<T>;
  goto: (path: string) => Promise<unknown>;
  reload: () => Promise<unknown>;
  back: () => Promise<unknown>;
  /** A real press, as often as asked, without waiting for what it leads to. */
  press: (selector: string, times?: number) => Promise<void>;
  /** The enter key on an element. */
  enter: (selector: string) => Promise<void>;
  attach: (selector: string, file: string) => Promise<void>;
  /** What the console has complained about; always empty where the driver cannot tell. */
  errors: () => string[];
  /** The next steps are another customer's. */
  forget: () => Promise<unknown>;
  close: () => Promise<void>;
}

export interface Engine {
  name: string;
  /** Why it cannot run here, if so. */
  missing: string | undefined;
  /** @param origin of the portal */
  launch: (origin: string, options: { scripts: boolean }) => Promise<Visitor>;
}

/** What a test asks about a page. */
export interface Seen {
  path: string;
  name: string;
  /** Empty where the page has none. */
  state: string;
  heading: string;
  title: string;
  hydrated: boolean;
  /** The element that has the focus: the error summary, or an element by its name. */
  focus: string;
}

/** Undefined while one page gives way to the next. */
export const look = (visitor: Visitor): Promise<Seen | undefined> =>
  visitor
    .run((): Seen => {
      const main = document.querySelector("main");
      const active = document.activeElement;
      return {
        path: location.pathname,
        name: main?.dataset.page ?? "",
        state: main?.dataset.state ?? "",
        heading: document.querySelector("h1")?.textContent ?? "",
        title: document.title,
        hydrated: performance.getEntriesByName("hydrated").length > 0,
        focus: active?.matches("[data-error-summary]") ? "error-summary" : active?.localName || "",
      };
    })
    .catch(() => undefined);

/**
 * Brings an element to the middle of the window, and says where to press it: once it has stopped moving and nothing lies
 * over it, as a press elsewhere would be lost.
 * @throws at once if there is none
 */
export async function placeOf({ run }: Pick<Visitor, "run">, selector: string) {
  let place: { x: number; y: number; over: string } | undefined;
  await expect
    .poll(
      async () => {
        const before = place;
        place = await run((css: string) => {
          const element = document.querySelector(css);
          if (!element) return undefined;
          element.scrollIntoView({ block: "center", behavior: "instant" });
          const { left, top, width, height } = element.getBoundingClientRect();
          const x = left + width / 2;
          const y = top + height / 2;
          const topmost = document.elementFromPoint(x, y);
          return {
            x,
            y,
            over: element.contains(topmost) ? "" : (topmost?.outerHTML.slice(0, 120) ?? "the window's edge"),
          };
        }, selector);
        if (!place || place.over) return place?.over ?? "";
        return before?.x === place.x && before.y === place.y ? "" : "it moves";
      },
      { message: `what keeps a press from ${selector}` },
    )
    .toBe("");
  if (!place) throw new Error(`There is no ${selector}.`);
  return place;
}

/** What a test that failed should tell of its page. */
export const describePage = (visitor: Visitor): Promise<string> =>
  visitor
    .run(() => {
      const marks = performance.getEntriesByType("mark").map(({ name }) => name);
      const notices = [...document.querySelectorAll("[role=alert],[role=status],main button")].map(
        ({ outerHTML }) => outerHTML,
      );
      return [location.href, `hydrated: ${marks.includes("hydrated")}`, ...notices];
    })
    .then((lines) => lines.join("\n"), String);

/** Enters values by the names of fields, as if typed: scripts of the page hear of it. */
export const fill = (visitor: Visitor, fields: Readonly<Record<string, string>>): Promise<void> =>
  visitor.run((values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) {
      const all = [...document.querySelectorAll<HTMLInputElement>(`main [name="${name}"]`)];
      const field = all.find((one) => one.type !== "radio" || one.value === value);
      if (!field) throw new Error(`There is no field ${name}.`);
      if (field.type === "radio" || field.type === "checkbox") field.checked || field.click();
      else {
        field.value = value;
        for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
      }
    }
  }, fields);

/**
 * Types as a keyboard that composes does: each letter replaces all that it holds so far, at the place where it began, so that
 * what a script moves meanwhile is then there twice. Returns what the field has before the keyboard lets go.
 */
export const compose = async (name: string, text: string): Promise<string> => {
  const field = document.querySelector<HTMLInputElement>(`main [name="${name}"]`);
  if (!field) throw new Error(`There is no field ${name}.`);
  field.focus();
  const at = field.value.length;
  let held = "";
  field.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
  for (const letter of text) {
    const data = held + letter;
    field.dispatchEvent(new CompositionEvent("compositionupdate", { bubbles: true, data }));
    field.setRangeText(data, at, at + held.length, "end");
    held = data;
    const inputType = "insertCompositionText";
    field.dispatchEvent(new InputEvent("input", { bubbles: true, isComposing: true, inputType, data }));
    // Scripts that listen have had their turn.
    await new Promise((turn) => setTimeout(turn));
  }
  const { value } = field;
  field.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true, data: held }));
  return value;
};
