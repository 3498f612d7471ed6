/**
 * Reads the HTML that the portal renders: closed tags, quoted attributes. Enough to look at a page the way a
 * person or a script would, and not a parser for the web at large.
 */
export interface Element {
  tag: string;
  attributes: Record<string, string>;
  children: (Element | string)[];
  parent: Element | undefined;
}

const voids = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const rawTexts = new Set(["script", "style"]);
const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

const decode = (text: string) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return named[name] ?? whole;
  });

const startTag = /<([a-zA-Z][\w-]*)((?:\s+[^\s"'>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*(\/?)>/y;
const attribute = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

export function parseHtml(html: string): Element {
  const root: Element = { tag: "#document", attributes: {}, children: [], parent: undefined };
  let open = root;
  let at = 0;
  const text = (to: number) => {
    if (to > at) open.children.push(decode(html.slice(at, to)));
    at = to;
  };
  while (at < html.length) {
    const next = html.indexOf("<", at);
    if (next < 0) {
      text(html.length);
      break;
    }
    text(next);
    if (html.startsWith("<!--", at)) {
      at = html.indexOf("-->", at) + 3;
      continue;
    }
    if (html.startsWith("<!", at)) {
      at = html.indexOf(">", at) + 1;
      continue;
    }
    if (html.startsWith("</", at)) {
      const end = html.indexOf(">", at);
      close(
        html
          .slice(at + 2, end)
          .trim()
          .toLowerCase(),
      );
      at = end + 1;
      continue;
    }
    startTag.lastIndex = at;
    const start = startTag.exec(html);
    if (!start) throw new Error(`Not HTML as the portal writes it: ${html.slice(at, at + 60)}`);
    at = startTag.lastIndex;
    const tag = (start[1] ?? "").toLowerCase();
    const element: Element = { tag, attributes: {}, children: [], parent: open };
    for (const [, name = "", a, b, c] of (start[2] ?? "").matchAll(attribute)) {
      element.attributes[name.toLowerCase()] = decode(a ?? b ?? c ?? "");
    }
    open.children.push(element);
    if (voids.has(tag) || start[3]) continue;
    open = element;
    if (rawTexts.has(tag)) {
      const end = html.indexOf(`</${tag}`, at);
      element.children.push(html.slice(at, end));
      at = end;
    }
  }
  return root;

  function close(tag: string) {
    for (let element: Element | undefined = open; element; element = element.parent) {
      if (element.tag !== tag) continue;
      open = element.parent ?? root;
      return;
    }
  }
}

type Wanted = Record<string, string | true>;

/** All elements below, in their order; `true` asks only that an attribute is there. */
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

/** The text as a person reads it: without scripts and styles, blanks collapsed (a no-break blank stays). */
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

/** What a browser would send for this form if nothing was changed and no button named. */
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
