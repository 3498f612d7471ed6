import { CookieJar } from "tough-cookie";
import { all, type Element, first, formValues, parseHtml, textOf } from "./html.ts";

export type Fields = Record<string, string | string[] | Blob | undefined>;
interface Options {
  /** Goes where redirects lead, and answers the last page. */
  follow?: boolean;
  headers?: Record<string, string>;
}

/** A page as a browser without JavaScript gets it. */
export interface Page {
  /** Path and query that answered. */
  path: string;
  status: number;
  headers: Headers;
  /** Where a redirect leads: a path on the portal, or an address elsewhere. */
  location: string | undefined;
  body: Uint8Array;
  html: string;
  document: Element;
  lang: string | undefined;
  brand: string | undefined;
  /** `data-page` and `data-state` of `<main>`. */
  name: string | undefined;
  state: string | undefined;
  title: string;
  heading: string;
  /** The text of `<main>`. */
  text: string;
  /** The messages beside their fields, by the field's name. */
  errors: Record<string, string>;
  /** The error summary's links: name of the field, message. */
  summary: [field: string, message: string][];
}

const userAgent =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36";

/** A cookie jar and `fetch`: one customer. */
export function browser(origin: string, always: Record<string, string> = {}) {
  const jar = new CookieJar();
  const cookies = cookiesOf(jar, origin);

  async function send(
    method: string,
    path: string,
    body: BodyInit | undefined,
    options: Options,
  ): Promise<Page> {
    const url = new URL(path, origin);
    const cookie = jar.getCookieStringSync(url.href);
    const headers = {
      "User-Agent": userAgent,
      // On one machine compressing takes longer than sending.
      "Accept-Encoding": "identity",
      ...always,
      ...(cookie && { Cookie: cookie }),
      ...options.headers,
    };
    const response = await fetch(url, { method, body, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) jar.setCookieSync(line, url.href);
    const page = await read(response, origin, path);
    const stays = page.location?.startsWith("/");
    if (options.follow && page.location && stays) return send("GET", page.location, undefined, options);
    return page;
  }

  const get = (path: string, options: Options = {}) => send("GET", path, undefined, options);
  const post = (path: string, fields: Fields = {}, options: Options = {}) =>
    send("POST", path, encode(fields), options);
  return {
    cookies,
    get,
    post,
    /**
     * Sends a page's form as a browser would: all its values, with these fields changed.
     * `undefined` leaves a field out (an unticked box).
     */
    submit(
      page: Page,
      fields: Fields = {},
      options: Options & { form?: Element | undefined; button?: [string, string] | undefined } = {},
    ) {
      const form = options.form ?? mainForm(page);
      const values: Fields = {};
      for (const [name, value] of formValues(form)) add(values, name, value);
      if (options.button) values[options.button[0]] = options.button[1];
      const action = new URL(form.attributes.action || page.path, new URL(page.path, origin));
      return post(action.pathname + action.search, { ...values, ...fields }, options);
    },
  };
}
export type Browser = ReturnType<typeof browser>;

/** The portal's cookies by name, for tests that read or delete them. */
function cookiesOf(jar: CookieJar, origin: string) {
  const all = () => jar.getCookiesSync(origin).map(({ key, value }): [string, string] => [key, value]);
  const set = (name: string, value: string, rest = "") =>
    jar.setCookieSync(`${name}=${value}; Path=/${rest}`, origin);
  return {
    get: (name: string) => new Map(all()).get(name),
    set: (name: string, value: string) => void set(name, value),
    delete: (name: string) => void set(name, "", "; Max-Age=0"),
    clear: () => jar.removeAllCookiesSync(),
    [Symbol.iterator]: () => all()[Symbol.iterator](),
  };
}

function add(values: Fields, name: string, value: string) {
  const known = values[name];
  if (known === undefined) values[name] = value;
  else values[name] = [...(Array.isArray(known) ? known : [known as string]), value];
}

function encode(fields: Fields): BodyInit {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one): [string, string | Blob] => [name, one]),
  );
  if (pairs.every((pair): pair is [string, string] => typeof pair[1] === "string"))
    return new URLSearchParams(pairs);
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  return form;
}

async function read(response: Response, origin: string, path: string): Promise<Page> {
  const { headers } = response;
  // Checked on every page that any test opens.
  if (headers.has("Refresh") && headers.has("Retry-After"))
    throw new Error(`${path} names two times to come back.`);
  const body = new Uint8Array(await response.arrayBuffer());
  const isHtml = headers.get("Content-Type")?.startsWith("text/html") ?? false;
  const html = isHtml ? new TextDecoder().decode(body) : "";
  // Parsing takes longest here, and tests pass through many pages without a look, so it happens on first use.
  const parsed = once(() => parseHtml(html));
  const root = once(() => first(parsed(), "html"));
  const main = once(() => first(parsed(), "main"));
  const location = headers.get("Location") ?? undefined;
  const target = location === undefined ? undefined : new URL(location, new URL(path, origin));
  return {
    path,
    status: response.status,
    headers,
    location:
      target?.origin === new URL(origin).origin ? target.pathname + target.search + target.hash : location,
    body,
    html,
    get document() {
      return parsed();
    },
    get lang() {
      return root()?.attributes.lang;
    },
    get brand() {
      return root()?.attributes["data-brand"];
    },
    get name() {
      return main()?.attributes["data-page"];
    },
    get state() {
      return main()?.attributes["data-state"];
    },
    get title() {
      return textOf(first(parsed(), "title"));
    },
    get heading() {
      return textOf(first(parsed(), "h1"));
    },
    get text() {
      return textOf(main());
    },
    get errors() {
      return fieldErrors(parsed());
    },
    get summary() {
      return all(parsed(), "*", { "data-error-summary": true }).flatMap((element) =>
        all(element, "a").map((link): [string, string] => [
          (link.attributes.href ?? "").replace(/^#/, ""),
          textOf(link),
        ]),
      );
    },
  };
}

/** Computes a value at the first call and keeps it. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The message of a field is in `<field>-error`. */
function fieldErrors(document: Element): Record<string, string> {
  const messages = all(document, "*", { id: true }).filter(({ attributes }) =>
    attributes.id?.endsWith("-error"),
  );
  return Object.fromEntries(
    messages
      .map((element) => [element.attributes.id?.slice(0, -"-error".length), textOf(element)])
      .filter(([, text]) => text),
  );
}

/** The page's form: the first post form in `<main>`. */
export function mainForm(page: Page): Element {
  const main = first(page.document, "main");
  const form =
    main && all(main, "form").find(({ attributes }) => attributes.method?.toLowerCase() === "post");
  if (!form)
    throw new Error(
      `There is no form to send on ${page.path} (${page.status}, ${page.name}, ${page.state}).`,
    );
  return form;
}

/** How a request ended. */
export const outcomeOf = ({ status, name, state }: Page) => [status, name, state];

/** The buttons and links of a state's page, by what they do; last the foot's number, unless a button calls it. */
export function actionsOf({ document }: Page) {
  const actions = all(document, "*", { "data-action": true }).map(
    ({ attributes }) => attributes["data-action"],
  );
  const foot = first(document, "*", { class: "status-foot card stack" });
  const calls = foot && all(foot, "a", { class: "phone" }).length > 0;
  return calls ? [...actions, "hotline"] : actions;
}

/** For a page as data, which `dataOf` reads. */
export const asData = { headers: { Accept: "application/json" } };
export const dataOf = ({ body }: Page) => JSON.parse(new TextDecoder().decode(body));

/** What the page's form holds, by name; of several values the last. */
export const fieldsOf = (page: Page, form = mainForm(page)): Record<string, string> =>
  Object.fromEntries(formValues(form));

/** Where the first link with this text, or text pattern, leads: within the portal, from its root. */
export function linkTo(page: Page, text: string | RegExp): string {
  const fits = (link: Element) =>
    typeof text === "string" ? textOf(link) === text : text.test(textOf(link));
  const link = all(page.document, "a", { href: true }).find(fits);
  if (!link) throw new Error(`There is no link ${text} on ${page.path}.`);
  const base = new URL(page.path, "http://portal.invalid");
  const { origin, href, pathname, search, hash } = new URL(link.attributes.href ?? "", base);
  return origin === base.origin ? pathname + search + hash : href;
}
