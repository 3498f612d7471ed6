import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type Answer, type CustomerOptions, newCustomer, patienceMs } from "./customer.ts";
import type { Fields, Step } from "./journey.ts";

/** How a step went. Nothing in it identifies the customer. */
export interface Walked {
  label: string;
  statuses: number[];
  page: string;
  state?: string;
  ms: number;
  /** What came instead of what was expected: the run ends here. */
  difference?: string;
}

/**
 * Walks the steps of a journey, until its end, the first difference, or a provider's page outside the sandbox.
 * @param named the steps before values replaced `{name}`, for display
 * @param seen is called with every finished step and its response
 */
export async function walk(
  steps: Step[],
  named: Step[],
  options: CustomerOptions & { token: string; brand?: string | undefined; locale?: string | undefined },
  seen: (step: Walked, answer: Answer) => void,
): Promise<void> {
  const customer = newCustomer(options);
  let last: Answer = { url: options.base, statuses: [], page: "nowhere" };
  let surprised = false;
  const isForeign = () => ![options.base.origin, options.sandbox?.origin].includes(last.url.origin);

  async function act(
    label: string,
    action: () => Promise<Answer>,
    differs: (answer: Answer) => Promise<string | undefined>,
  ) {
    const began = performance.now();
    let difference: string | undefined;
    try {
      for (;;) {
        last = await action();
        difference = (await differs(last)) ?? foreignIn(last);
        const pause = difference === undefined ? undefined : pauseOf(last);
        if (pause === undefined || performance.now() - began + pause > patienceMs) break;
        await wait(pause);
      }
    } catch (error) {
      const { cause, message } = error as Error & { cause?: { code?: string } };
      last = { ...last, statuses: [] };
      difference = cause?.code ? `the portal does not answer: ${cause.code} (--base names another)` : message;
    }
    surprised = difference !== undefined;
    const { statuses, page, state } = last;
    seen({ label, statuses, page, state, ms: Math.round(performance.now() - began), difference }, last);
  }

  /** A brand or a language that there is not is answered with another one's page. */
  function foreignIn({ page, brand, language }: Answer): string | undefined {
    if (page === "elsewhere") return undefined;
    if (options.brand && brand && brand !== options.brand)
      return `a page of ${brand}, not of ${options.brand}`;
    if (options.locale && language && language !== options.locale)
      return `a page in ${language}, not in ${options.locale}`;
    return undefined;
  }

  async function take(step: Step, name: Step) {
    /** Pages of other providers are not read: only that the journey leads there is reported. */
    const expected = async (answer: Answer) =>
      isForeign() && step.page === "elsewhere"
        ? undefined
        : (differenceOf(step, answer) ??
          (step.calls && differenceOfCalls(step.calls, await customer.callsOf(options.token))));
    /** A page that the step can fill in is not a difference. */
    const onTheWay = async (answer: Answer) =>
      "fill" in step && (step.fill[answer.page] || payAtOf(answer)) ? undefined : expected(answer);
    if ("send" in step || "post" in step) {
      const from = last;
      const label = "send" in step ? `send ${from.page}` : `post ${"post" in name && name.post}`;
      const send = () =>
        "send" in step
          ? customer.post(...filledForm(from, step.send))
          : customer.post(new URL(step.post, options.base), step.with);
      await act(label, send, expected);
      if (step.twice && !surprised) await act(`${label} again`, send, expected);
      return;
    }
    const { open } = step;
    if (open !== undefined)
      await act(
        `open ${"open" in name && name.open}`,
        () => customer.open(open),
        "fill" in step ? onTheWay : expected,
      );
    if (!("fill" in step)) return;
    while (last.page !== step.page && !surprised && !isForeign()) {
      const from = last;
      const payAt = payAtOf(from);
      const send = () =>
        payAt ? customer.open(payAt) : customer.post(...filledForm(from, step.fill[from.page]));
      await act(payAt ? "pay" : `fill ${from.page}`, send, (answer) =>
        answer.page === from.page && !isForeign() ? expected(answer) : onTheWay(answer),
      );
    }
  }

  for (const [index, step] of steps.entries()) {
    if (surprised || isForeign()) return;
    await take(step, named[index] ?? step);
  }
}

/** Where an order is paid whose provider did not lead there by itself: a page of the payment's provider. */
const payAtOf = ({ state, url, links = [] }: Answer): string | undefined =>
  state === "PaymentOpen"
    ? links
        .map(({ href }) => new URL(href, url))
        .find(
          ({ protocol, origin, pathname }) =>
            protocol.startsWith("http") && (origin !== url.origin || pathname.startsWith("/sandbox/pay/")),
        )?.href
    : undefined;

/** The target of a page's form, and its fields with the given ones changed. */
function filledForm({ url, form, page }: Answer, fields: Fields | undefined): [URL, Fields] {
  if (!form) throw new Error(`${page} has no form`);
  if (!fields) throw new Error(`the journey does not say what to fill in on ${page}`);
  const known = new Set(form.fields.map(({ name }) => name));
  const given: Fields = {};
  for (const [key, value] of Object.entries(fields)) {
    const name = key.replace(/\?$/, "");
    if (known.has(name)) given[name] = value;
    else if (name === key) throw new Error(`${page} has no field ${name}`);
  }
  const id: Fields = form.submissionId ? { submissionId: form.submissionId } : {};
  return [new URL(form.action || url, url), { ...id, ...form.values, ...given }];
}

function differenceOf(expected: Step, answer: Answer): string | undefined {
  const { statuses, page, state, form, traceId } = answer;
  const codes = Object.fromEntries(form?.errors.map(({ field, code }) => [field, code]) ?? []);
  const wanted = inWords(expected.status, expected.page, expected.state, expected.errors ?? {});
  const came = inWords(statuses.at(-1), page, state, codes);
  const trace = traceId ? ` (trace ${traceId})` : "";
  const pause = pauseOf(answer);
  const later = pause === undefined ? "" : `, to be asked again after ${pause / 1000} s`;
  if (wanted !== came) return `expected ${wanted}, came ${came}${later}${trace}`;
  const missing = [...missingIn(expected, answer)];
  return missing.length > 0 ? `${missing.join("; ")}${trace}` : undefined;
}

/** What the answer lacks of what the step expects beside its page. Input of customers is not repeated. */
function* missingIn(expected: Step, { text = "", form, headers, tracking }: Answer): Generator<string> {
  for (const one of expected.texts ?? []) if (!text.includes(one)) yield `the page does not say "${one}"`;
  for (const [field, value] of Object.entries(expected.values ?? {}))
    if (form?.values[field] !== value) yield `${field} has another value`;
  for (const [name, part] of Object.entries(expected.headers ?? {})) {
    const value = headers?.get(name) ?? null;
    if (part === null ? value !== null : !value?.includes(part)) yield `${name} is ${value}`;
  }
  if (!expected.tracking) return;
  if (!tracking) throw new Error("events are in the data only: leave out --save-html");
  let from = 0;
  for (const event of expected.tracking) {
    const index = tracking.findIndex(
      (came, at) => at >= from && isDeepStrictEqual({ ...came, ...event }, came),
    );
    if (index < 0) {
      yield `no event ${JSON.stringify(event)}, but ${JSON.stringify(tracking.map((came) => came.event))}`;
      return;
    }
    from = index + 1;
  }
}

/** The pause that a portal which is full, or refuses so many requests, asks for, in milliseconds. */
function pauseOf({ statuses, headers }: Answer): number | undefined {
  const seconds = Number(headers?.get("Retry-After") ?? Number.NaN);
  return [429, 503].includes(statuses.at(-1) ?? 0) && seconds >= 0 ? seconds * 1000 : undefined;
}

/** `*` stands for one part of a path. */
function differenceOfCalls(expected: Record<string, number>, acted: string[]): string | undefined {
  const found = Object.entries(expected).flatMap(([call, times]) => {
    const parts = call.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
    const pattern = new RegExp(`^${parts.join("[^/]+")}$`);
    const came = acted.filter((one) => pattern.test(one)).length;
    return came === times ? [] : [`${call} acted ${came} times, not ${times}`];
  });
  return found.join("; ") || undefined;
}

const inWords = (
  status: number | string | undefined,
  page: string,
  state = "",
  errors: Record<string, string>,
) =>
  [
    status,
    page,
    state,
    ...Object.entries(errors)
      .map((pair) => pair.join(": "))
      .sort(),
  ]
    .filter(Boolean)
    .join(" ");
