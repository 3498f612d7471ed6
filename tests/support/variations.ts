/** A way to say the same in JSON, or to leave something out, at one place of an answer. */
export interface Variation {
  /** Where: `offers[].tariff.id`, without indices. */
  path: string;
  what: string;
  /** Nothing is lost: the page has to show the same text. */
  isLossless: boolean;
  apply: (root: unknown) => void;
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** In no log and on no page. */
export const secret = "S3CRET-VALUE";
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const calendarDate = /^\d{4}-\d\d-\d\d$/;

/** Members that hold one of the names of specification §3. */
const enumerated =
  /(^|\.)(type|frequency|itemKind|category|bundleType|offerType|offerUseCase|salutation|step|state|result|channel|method|paymentMethods\[\]|personalData|identificationData|brand|connectionTechnology|cancellationType|code)$/;

const atOffset = (text: string, hours: number, sign: string) =>
  new Date(new Date(text).getTime() + (sign === "+" ? 1 : -1) * hours * 3_600_000).toISOString().slice(0, 19);

/** The same value, written in another way. */
function rewritten(path: string, value: unknown): [what: string, value: unknown][] {
  if (typeof value === "number") return [["number as text", String(value)]];
  if (typeof value !== "string") return [];
  if (instant.test(value))
    return [
      ["offset +05:30", `${atOffset(value, 5.5, "+")}+05:30`],
      ["offset -03:30", `${atOffset(value, 3.5, "-")}.000000-03:30`],
    ];
  if (calendarDate.test(value))
    return [
      ["date with time", `${value}T12:00:00+01:00`],
      ["date with time in the west", `${value}T08:00:00.000-08:00`],
    ];
  if (/^[1-9]\d{0,14}$/.test(value)) return [["text as number", Number(value)]];
  if (!enumerated.test(path)) return [];
  return [
    ["upper case", value.toUpperCase()],
    ["lower case", value.toLowerCase()],
    ["space around", ` ${value}\n`],
  ];
}

/** What can be read in no way, of another kind than the value. */
const unreadable = (value: unknown) =>
  typeof value === "string" || typeof value === "boolean" ? { [secret]: { [secret]: secret } } : secret;

type Edit = (holder: Json, key: string) => void;
const put =
  (value: unknown): Edit =>
  (holder, key) => {
    holder[key] = value;
  };
const drop: Edit = (holder, key) => {
  delete holder[key];
};

/** Variations of every member of an answer, found by walking it. */
export function variationsOf(answer: unknown): Variation[] {
  const found = new Map<string, Variation>();
  let turn = 0;
  const add = (path: string, what: string, isLossless: boolean, steps: (string | number)[], set: Edit) => {
    const key = `${path}: ${what}`;
    if (found.has(key)) return;
    found.set(key, { path, what, isLossless, apply: (root) => edit(root, steps, set) });
  };
  const walk = (value: unknown, path: string, steps: (string | number)[]) => {
    if (Array.isArray(value)) {
      value.forEach((one, index) => {
        for (const [what, other] of rewritten(`${path}[]`, one))
          add(`${path}[]`, what, true, [...steps, index], put(other));
        walk(one, `${path}[]`, [...steps, index]);
      });
      return;
    }
    if (!isObject(value)) return;
    add(path, "unknown members", true, [...steps, "unknown member"], put({ [secret]: [null] }));
    for (const [name, member] of Object.entries(value)) {
      const at = path ? `${path}.${name}` : name;
      const to = [...steps, name];
      for (const [what, other] of rewritten(at, member)) add(at, what, true, to, put(other));
      // They are read alike (tests/unit/read-answer.test.ts), so each member takes its turn.
      const missing: [string, Edit][] = [
        ["null", put(null)],
        ["absent", drop],
        ["empty", typeof member === "string" ? put("") : drop],
      ];
      const [what, set] = missing[turn++ % missing.length] ?? ["absent", drop];
      add(at, what, false, to, set);
      if (member !== null) add(at, "unreadable", false, to, put(unreadable(member)));
      walk(member, at, to);
    }
  };
  walk(answer, "", []);
  return [...found.values()];
}

/** Does nothing where another variation has removed the place. */
function edit(root: unknown, steps: (string | number)[], set: Edit): void {
  let holder = root as Json | undefined;
  for (const step of steps.slice(0, -1)) holder = holder?.[step] as Json | undefined;
  if (typeof holder === "object" && holder !== null) set(holder, String(steps.at(-1)));
}
