import { setTimeout as wait } from "node:timers/promises";
import { CookieJar } from "tough-cookie";
import { pageAsData } from "../../app/rendering/page-as-data.server.ts";
import type { Fields } from "./journey.ts";

interface Form {
  action: string;
  fields: { name: string }[];
  values: Record<string, string>;
  errors: { field: string; code: string }[];
  submissionId?: string;
}

/** Where a customer is after a request and its redirects. */
export interface Answer {
  url: URL;
  /** The status of every response on the way; the last is the page's. */
  statuses: number[];
  /** `data-page`, or `elsewhere`. */
  page: string;
  state?: string;
  /** Of the portal's own pages. */
  brand?: string;
  language?: string;
  form?: Form;
  links?: { href: string }[];
  /** What the page says. */
  text?: string;
  headers?: Headers;
  tracking?: Record<string, unknown>[];
  traceId?: string;
  html?: string;
}

export interface CustomerOptions {
  base: URL;
  /** Where the sandbox's own pages are, if not with the portal. */
  sandbox?: URL | undefined;
  headers: Record<string, string>;
  /** Requests the pages as HTML, to store them, and extracts the data from them. */
  html: boolean;
}

/** How long a waiting page, or a portal that is full, is asked again, and the longest that a response may take. */
export const patienceMs = 60_000;

/** A customer without a browser: a cookie jar, and responses as data. */
export function newCustomer({ base, sandbox, headers, html }: CustomerOptions) {
  const jar = new CookieJar();
  const walked = [base.origin, sandbox?.origin];

  async function send(url: URL, body?: BodyInit, before: number[] = []): Promise<Answer> {
    const response = await fetch(url, {
      method: body === undefined ? "GET" : "POST",
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        // Headers that let testers in are for the portal alone; a cookie among them is added to its own.
        ...(url.origin === base.origin && headers),
        cookie: [url.origin === base.origin && headers.cookie, jar.getCookieStringSync(url.href)]
          .filter(Boolean)
          .join("; "),
        Accept: html ? "text/html" : "application/json",
      },
    });
    for (const line of response.headers.getSetCookie()) jar.setCookieSync(line, url.href);
    const statuses = [...before, response.status];
    const location = response.headers.get("Location");
    if (location && response.status < 400) {
      await response.body?.cancel();
      const target = new URL(location, url);
      if (!walked.includes(target.origin)) return { url: target, statuses, page: "elsewhere" };
      if (statuses.length > 10) throw new Error("more than ten redirects");
      return send(target, undefined, statuses);
    }
    return { url, statuses, ...(await read(response)) };
  }

  /** Requests a waiting page again every second, until it has a result or the patience is over. */
  async function patiently(answer: Answer, until = performance.now() + patienceMs): Promise<Answer> {
    if (answer.state !== "Waiting" || performance.now() > until) return answer;
    await wait(1000);
    return patiently(await send(answer.url, undefined, answer.statuses.slice(-1)), until);
  }

  /** The calls of a token that acted, as the sandbox reports them. */
  async function callsOf(token: string): Promise<string[]> {
    const address = new URL("/sandbox/token.json", sandbox ?? base);
    address.searchParams.set("token", token);
    const response = await fetch(address, { signal: AbortSignal.timeout(patienceMs) });
    if (!response.ok) throw new Error("there is no sandbox to ask for calls");
    const { calls } = (await response.json()) as { calls: { call: string; effect: string }[] };
    return calls.flatMap(({ call, effect }) => (effect === "done" ? [call] : []));
  }

  return {
    callsOf,
    open: async (path: string) => patiently(await send(new URL(path, base))),
    post: async (url: URL, fields: Fields) => patiently(await send(url, bodyOf(fields))),
  };
}

/** What the walker knows of a page. */
export async function read(response: Response): Promise<Omit<Answer, "url" | "statuses">> {
  const type = response.headers.get("Content-Type") ?? "";
  const text = await response.text();
  const isHtml = type.startsWith("text/html");
  const { headers } = response;
  if (!isHtml && !type.includes("json")) return { page: "elsewhere", headers };
  const facts = {
    status: response.status,
    headers: new Headers(),
    address: response.url,
    traceId: undefined,
    tracking: [],
  };
  const data = isHtml ? await (await pageAsData(text, { ...facts, thrown: false })).json() : JSON.parse(text);
  return {
    ...data,
    page: data.page ?? "elsewhere",
    headers,
    ...(isHtml && { html: text, tracking: undefined }),
  };
}

function bodyOf(fields: Fields): BodyInit {
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  if (given.every((pair): pair is [string, string] => typeof pair[1] === "string"))
    return new URLSearchParams(given);
  const form = new FormData();
  for (const [name, value] of given) {
    if (typeof value === "string") form.append(name, value);
    else if (value) form.append(name, new File([value.content], value.file));
  }
  return form;
}
