import { Parser } from "htmlparser2";

/** A parsed page. */
export interface Element {
  tag: string;
  attributes: Record<string, string>;
  children: (Element | string)[];
  parent: Element | undefined;
}

const rawTexts = new Set(["script", "style"]);

/** A real DOM takes ten times as long, and tests read thousands of pages. */
export function parseHtml(html: string): Element {
  const root: Element = { tag: "#document", attributes: {}, children: [], parent: undefined };
  let open = root;
  const parser = new Parser({
    onopentag(tag, attributes) {
      const element: Element = { tag, attributes, children: [], parent: open };
      open.children.push(element);
      open = element;
    },
    ontext(text) {
      const last = open.children.at(-1);
      if (typeof last === "string") open.children[open.children.length - 1] = last + text;
      else open.children.push(text);
    },
    onclosetag() {
      open = open.parent ?? root;
    },
  });
  parser.end(html);
  return root;
}

type Wanted = Record<string, string | true>;

/** All elements below, in document order; `true` requires only that an attribute exists. */
export function all(within: Element, tag = "*", wanted: Wanted = {}): Element[] {
  return within.children.flatMap((child) => {
    if (typeof child === "string") return [];
    const fits =
      (tag === "*" || child.tag === tag) &&
      Object.entries(wanted).every(([name, value]) =>
        value === true ? name in child.attributes : child.attributes[name] === value,
      );
    return fits ? [child, ...all(child, tag, wanted)] : all(child, tag, wanted);
  });
}

export const first = (within: Element, tag = "*", wanted: Wanted = {}): Element | undefined =>
  all(within, tag, wanted)[0];

/** The visible text: without scripts and styles, white space collapsed (no-break spaces stay). */
export function textOf(element: Element | undefined): string {
  const raw = (node: Element | string): string => {
    if (typeof node === "string") return node;
    if (rawTexts.has(node.tag) || node.tag === "template") return "";
    return node.children.map(raw).join("");
  };
  return element
    ? raw(element)
        .replace(/[ \t\r\n]+/g, " ")
        .trim()
    : "";
}

/** The values that a browser would send for this form, unchanged and without a button. */
export function formValues(form: Element): [name: string, value: string][] {
  let document = form;
  while (document.parent) document = document.parent;
  const { id } = form.attributes;
  const belongs = (control: Element) => {
    if (control.attributes.form !== undefined) return control.attributes.form === id;
    for (let parent = control.parent; parent; parent = parent.parent) if (parent === form) return true;
    return false;
  };
  return all(document).flatMap((control): [string, string][] => {
    const { name, value, type = "text", disabled, checked } = control.attributes;
    if (!name || disabled !== undefined || isDisabledByFieldset(control) || !belongs(control)) return [];
    if (control.tag === "textarea") return [[name, rawValue(control)]];
    if (control.tag === "select") return selectedValues(control).map((chosen) => [name, chosen]);
    if (control.tag !== "input" || ["submit", "button", "image", "reset", "file"].includes(type)) return [];
    if (type === "checkbox" || type === "radio") return checked === undefined ? [] : [[name, value ?? "on"]];
    return [[name, value ?? ""]];
  });
}

// A textarea's first line break is markup, not content.
const rawValue = (textarea: Element) => textarea.children.join("").replace(/^\n/, "");

function selectedValues(select: Element): string[] {
  const options = all(select, "option").filter(({ attributes }) => attributes.disabled === undefined);
  const chosen = options.filter(({ attributes }) => attributes.selected !== undefined);
  const taken = chosen.length > 0 || select.attributes.multiple !== undefined ? chosen : options.slice(0, 1);
  return taken.map((option) => option.attributes.value ?? textOf(option));
}

function isDisabledByFieldset(control: Element): boolean {
  for (let parent = control.parent; parent; parent = parent.parent) {
    if (parent.tag === "fieldset" && parent.attributes.disabled !== undefined) return true;
  }
  return false;
}
