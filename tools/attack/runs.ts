import { keysOf } from "#app/domain/keys-of.ts";
import { browser } from "../../tests/support/browser.ts";
import { filledForms, typedInto } from "../../tests/support/filled-forms.ts";
import { fresh } from "../../tests/support/fresh.ts";
import { type Input, median, meterOf, type Target } from "./meter.ts";

/** No request may cost more than so many of its normal ones, nor more than this at all. */
const budget = { times: 5, ms: 50 };
const trials = 4;

/** What expressions with several open quantifiers spend their time on; the end fits none of them. */
const units = {
  letters: "a",
  pairs: "ab",
  "letters and commas": "a,",
  blanks: " ",
  digits: "1",
  "digits and blanks": "1 ",
  addresses: "a@a.",
  paths: "/a",
  marks: "\u0301",
  "line breaks": "\r\n",
};
const end = "!";

/** One field's run, of this many bytes as it is sent. */
function runOf(unit: string, bytes: number, encode = encodeURIComponent): string {
  const encoded = encode(unit);
  return encoded.repeat(Math.floor(bytes / encoded.length)) + end;
}
/** Letters, then commas: one run behind the other costs more than both mixed. */
const runs = (bytes: number, encode = encodeURIComponent): [string, string][] => [
  ...Object.entries(units).map(([name, unit]): [string, string] => [name, runOf(unit, bytes, encode)]),
  ["letters, then commas", runOf("a", bytes / 2, encode) + runOf(",", bytes / 2, encode)],
];

/** The body's limit, with room for the other fields. */
const bodyBytes = 60_000;
/** The portal's limit of all headers, and of an address, with room for the others. */
const headerBytes = 30_000;
const addressBytes = 3900;

export interface Worst {
  /** The page of a form, or what was asked. */
  of: string;
  normalMs: number;
  worst: { name: string; ms: number; ratio: number; status: number };
  /** Above the budget, or answered with a failure. */
  found: string[];
}

interface Named {
  name: string;
  input: Input;
}
interface Attacked {
  of: string;
  normal: Input[];
  hostile: Named[];
}

const formType = { "Content-Type": "application/x-www-form-urlencoded" };
const encodedForm = (fields: [name: string, encoded: string][]) =>
  fields.map(([name, value]) => `${encodeURIComponent(name)}=${value}`).join("&");

/** Each field of each form with each run, from a customer who has come to its page. */
async function* formInputs(origin: string): AsyncGenerator<Attacked> {
  for (const page of keysOf(filledForms)) {
    const customer = browser(origin);
    const { path } = await filledForms[page].open(customer, fresh("demo"));
    const Cookie = [...customer.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const typed = Object.entries(typedInto(page)).map(([name, value]): [string, string] => [
      name,
      encodeURIComponent(String(value)),
    ]);
    const post = (changed: [string, string][] = []): Input => {
      const others = typed.filter(([name]) => !changed.some(([other]) => other === name));
      return { path, headers: { ...formType, Cookie }, body: encodedForm([...others, ...changed]) };
    };
    const wrong = Object.entries(filledForms[page].wrong).map(([name, value]): [string, string] => [
      name,
      encodeURIComponent(String(value)),
    ]);
    const names = [...Object.keys(filledForms[page].fields), ...typed.map(([name]) => name)];
    const fields = [...new Set([...names, "submissionId", "other"])];
    yield {
      of: page,
      normal: [post(), post(wrong)],
      hostile: fields.flatMap((field) =>
        runs(bodyBytes).map(([run, value]) => ({ name: `${field}: ${run}`, input: post([[field, value]]) })),
      ),
    };
  }
}

const queries = {
  "/": ["brand", "language"],
  "/angebot": ["brand", "x"],
  "/kuendigung": ["brand", "x"],
  "/entry/novum": ["id"],
  "/email-ablehnung": ["token", "brand", "done"],
  "/einwilligungen": ["token", "brand", "done"],
  "/einwilligungen/pdf": ["token", "done"],
  "/barriere-melden/bestaetigung": ["ref"],
  "/angebot/demo/ablehnen": ["grund", "done"],
  "/selfcarekuendigung": ["data"],
  "/kuendigung/bestaetigung": ["ref", "upload"],
  "/widerruf/bestaetigung": ["ref"],
  "/anmeldung": ["code", "state"],
};
const paths = [
  "/angebot/",
  "/angebot/demo/",
  "/idv/",
  "/kundendaten/",
  "/weitermachen/",
  "/angebot/demo/weitermachen/",
  "/brands/",
  "/en/",
];
const headers = [
  ...["Accept", "Accept-Encoding", "Accept-Language", "If-Modified-Since", "If-None-Match", "Origin"],
  ...["Range", "Referer", "Sec-Fetch-Site", "Save-Data", "traceparent", "tracestate", "User-Agent"],
  ...["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Host"],
];
const cookies = [
  "sid",
  "locale",
  "brand",
  "submitted",
  "trace-id",
  "selfcare",
  "entwurf",
  "declared-barrier",
  "other",
];
/** In a header only what may stand there; semicolons and the like are read as its parts. */
const ofHeaders = (bytes: number): [string, string][] =>
  ["a", "a ", "1", ",", "a,", "a;", "a=1; ", '"', "a;q=0.1,", "/a", "("].map((unit) => [
    JSON.stringify(unit),
    `a${runOf(unit, bytes, String)}`,
  ]);

function* otherInputs(): Generator<Attacked> {
  const gets = (of: string, hostile: Named[]): Attacked => ({
    of,
    normal: [{ path: "/angebot/demo" }, { path: "/angebot" }],
    hostile,
  });
  yield gets(
    "queries",
    Object.entries(queries).flatMap(([path, names]) =>
      names.flatMap((name) =>
        runs(addressBytes).map(([run, value]) => ({
          name: `${path}?${name}: ${run}`,
          input: { path: `${path}?${name}=${value}` },
        })),
      ),
    ),
  );
  yield gets(
    "paths",
    paths.flatMap((path) =>
      runs(addressBytes).map(([run, value]) => ({ name: `${path}: ${run}`, input: { path: path + value } })),
    ),
  );
  yield gets(
    "headers",
    headers.flatMap((header) =>
      ofHeaders(headerBytes).map(([run, value]) => ({
        name: `${header}: ${run}`,
        input: { path: "/angebot/demo", headers: { [header]: value } },
      })),
    ),
  );
  yield gets(
    "cookies",
    cookies.flatMap((cookie) =>
      ofHeaders(headerBytes).map(([run, value]) => ({
        name: `${cookie}: ${run}`,
        input: { path: "/angebot/demo", headers: { Cookie: `${cookie}=${value}` } },
      })),
    ),
  );
}

/** Fewer than the budget's times: one post above it is seen in the sum of all. */
const together = 3;

/** The dearest request of each form, and of queries, paths, headers and cookies. */
export async function attackWithRuns(
  target: Target,
  report: (worst: Worst) => void = () => {},
): Promise<Worst[]> {
  const measure = await meterOf(target);
  const all: Worst[] = [];

  async function normalMsOf(inputs: Input[]) {
    // A form that is answered with its page costs more than one that is taken, or the other way round.
    const medians: number[] = [];
    for (const input of inputs) {
      const costs: number[] = [];
      // The first ones cost more, and would make everything else seem cheap.
      for (let warm = 0; warm < 5; warm++) await measure([input]);
      for (let time = 0; time < 7; time++) costs.push((await measure([input])).ms);
      medians.push(median(costs));
    }
    // Below a millisecond, chance is more than the request.
    return Math.max(1, ...medians);
  }

  /** What is dear may be chance, such as a garbage collection: the least of some trials is not. */
  async function costOf({ name, input }: Named, isDear: (ms: number) => boolean) {
    let { ms, statuses } = await measure([input]);
    for (let trial = 1; trial < trials && isDear(ms); trial++) {
      const again = await measure([input]);
      [ms, statuses] = [Math.min(ms, again.ms), [...statuses, ...again.statuses]];
    }
    return { name, ms, status: Math.max(...statuses) };
  }

  async function attack({ of, normal, hostile }: Attacked) {
    const normalMs = await normalMsOf(normal);
    const isDear = (ms: number) => ms > budget.times * normalMs || ms > budget.ms;
    const found: string[] = [];
    const note = ({ name, ms, status }: Awaited<ReturnType<typeof costOf>>) =>
      found.push(`${name}: ${ms.toFixed(1)} ms, ${(ms / normalMs).toFixed(1)} x, ${status}`);
    let dearest: { ms: number; few: Named[] } = { ms: -1, few: [] };
    for (let first = 0; first < hostile.length; first += together) {
      const few = hostile.slice(first, first + together);
      const { ms, statuses } = await measure(few.map(({ input }) => input));
      if (ms > dearest.ms) dearest = { ms, few };
      if (!isDear(ms) && statuses.every((status) => status < 500)) continue;
      for (const one of few) {
        const cost = await costOf(one, isDear);
        if (isDear(cost.ms) || cost.status >= 500) note(cost);
      }
    }
    const costs = [];
    for (const one of dearest.few) costs.push(await costOf(one, () => true));
    const [worst = { name: "", ms: 0, status: 0 }] = costs.toSorted((a, b) => b.ms - a.ms);
    const result = { of, normalMs, worst: { ...worst, ratio: worst.ms / normalMs }, found };
    report(result);
    all.push(result);
  }

  for await (const form of formInputs(target.origin)) await attack(form);
  for (const others of otherInputs()) await attack(others);
  return all;
}
