/**
 * Which texts the code asks for, read from its source: `const t = useT("offer", "payment")` binds a name to a
 * section, `t("methods.paypal")` and ``t(`methods.${method}`)`` ask for keys of it.
 */
export interface Usage {
  file: string;
  line: number;
  /** `offer.payment` */
  section: string;
  /** Keys asked for; where a part is only known at run time, a pattern. */
  keys: (string | RegExp)[];
  /** A name stands for the key, or for one of them: what it may be stands somewhere else. */
  open: boolean;
}

const section = String.raw`["']([a-z][\w-]*["'],\s*["']\w+)["']`;
const name = String.raw`["']([a-z][\w-]*\.\w+)["']`;
const binder = String.raw`(?:useT\(|(?:getT|textsOf)\(\s*(?:\w+(?:\.\w+)*(?:\([^()]*\))?\s*,\s*)?)\s*${section}`;
const bindings = [
  new RegExp(String.raw`(?:const|let)\s+(\w+)\s*=\s*${binder}`, "g"),
  new RegExp(String.raw`(\w+)\s*:\s*Translate<${section}>`, "g"),
];
const alias = new RegExp(String.raw`type\s+(\w+)\s*=\s*Translate<${section}>`, "g");
const direct = new RegExp(String.raw`${binder}[^()]*\)\(`, "g");
const handedOn = [
  new RegExp(String.raw`(?:\bsection\w*|[?:]|&&)\s*[:=]?\s*${name}`, "g"),
  new RegExp(String.raw`(?:[?:]|=>|\breturn)\s*${binder}\s*\)(?!\()`, "g"),
];

/** The argument that starts at `from`, up to the comma or bracket that ends it. */
function firstArgument(source: string, from: number): string {
  let depth = 0;
  let quote = "";
  for (let at = from; at < source.length; at += 1) {
    const char = source[at] ?? "";
    if (quote) {
      if (char === "\\") at += 1;
      else if (char === quote) quote = "";
      else if (quote === "`" && source.startsWith("${", at)) {
        at += firstArgument(source, at + 2).length + 2;
      }
    } else if ("\"'`".includes(char)) quote = char;
    else if ("([{".includes(char)) depth += 1;
    else if (")]}".includes(char) && depth === 0) return source.slice(from, at);
    else if (")]}".includes(char)) depth -= 1;
    else if (char === "," && depth === 0) return source.slice(from, at);
  }
  return source.slice(from);
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** `"a"`, `x ? "a" : "b"`, `` `a.${x}` `` → the keys they stand for; open where a name stands for one, too. */
function keysIn(argument: string): Pick<Usage, "keys" | "open"> {
  const text = argument
    .replace(/\bas\s+(?:["'][^"']*["']|\w+)/g, "")
    .replace(/(?:[=!]==?)\s*["'][^"']*["']|["'][^"']*["']\s*(?:[=!]==?)/g, "");
  const keys: Usage["keys"] = [];
  for (const [, body = ""] of text.matchAll(/`((?:[^`\\]|\\.)*)`/g)) {
    const parts = body.split(/\$\{[^{}]*\}/);
    keys.push(parts.length === 1 ? body : new RegExp(`^${parts.map(literally).join(".+")}$`));
  }
  const rest = text.replace(/`(?:[^`\\]|\\.)*`/g, "");
  for (const [, key = ""] of rest.matchAll(/["']([^"']*)["']/g)) keys.push(key);
  // What stands before a question mark only decides between keys.
  const values = rest.replace(/["'][^"']*["']/g, "").replace(/^[^?]*\?(?!\?)/, "");
  return { keys, open: /[a-z_$]/i.test(values) };
}

/** `offer", "payment` → `offer.payment` */
const sectionName = (found = "") => found.replace(/["'],\s*["']/, ".");

/** Every place in one file that asks for a text. */
export function usagesIn(file: string, source: string): Usage[] {
  const bound: { name: string; section: string; at: number }[] = [];
  for (const pattern of bindings)
    for (const match of source.matchAll(pattern))
      bound.push({ name: match[1] ?? "", section: sectionName(match[2]), at: match.index });
  for (const [, name = "", of = ""] of source.matchAll(alias))
    for (const match of source.matchAll(new RegExp(String.raw`(\w+)\s*:\s*${name}\b`, "g")))
      bound.push({ name: match[1] ?? "", section: sectionName(of), at: match.index });
  bound.sort((a, b) => a.at - b.at);

  const usages: Usage[] = [];
  const use = (of: string, argumentAt: number) => {
    const argument = firstArgument(source, argumentAt);
    const line = source.slice(0, argumentAt).split("\n").length;
    usages.push({ file, line, section: of, ...keysIn(argument) });
  };
  for (const name of new Set(bound.map((one) => one.name)))
    for (const call of source.matchAll(new RegExp(String.raw`(?<![\w.])${name}\(`, "g"))) {
      // The binding that was made last before the call; a function may stand above the place that names its texts.
      const of = bound.findLast((one) => one.name === name && one.at < call.index);
      if (of) use(of.section, call.index + call[0].length);
    }
  for (const match of source.matchAll(direct)) use(sectionName(match[1]), match.index + match[0].length);
  // A section or its texts handed on: what is asked of them stands where they arrive.
  for (const match of handedOn.flatMap((pattern) => [...source.matchAll(pattern)])) {
    const line = source.slice(0, match.index).split("\n").length;
    usages.push({ file, line, section: sectionName(match[1]), keys: [], open: true });
  }
  return usages;
}
