import Negotiator from "negotiator";
import { dataTypes, problemType, problemTypes } from "#app/browser/portal-mark.ts";

/** Whether the client prefers data to a page. Browsers name HTML first; a bare curl accepts anything. */
export function wantsData(request: Request): boolean {
  const accept = request.headers.get("Accept") ?? "";
  // Spares pages the parsing.
  if (!/json|application\/\*/i.test(accept)) return false;
  const preferred = new Negotiator({ headers: { accept } }).mediaType(["text/html", ...dataTypes]);
  return preferred !== undefined && dataTypes.includes(preferred);
}

export function acceptsGzip(request: Request): boolean {
  const headers = { "accept-encoding": request.headers.get("Accept-Encoding") ?? "" };
  return new Negotiator({ headers }).encoding(["gzip", "identity"]) === "gzip";
}

interface Facts {
  status: number;
  headers: Headers;
  /** Path and query, which links and forms are relative to. */
  address: string;
  /** The value of the `Refresh` header, if the page reloads automatically. */
  refresh?: string | null | undefined;
  traceId: string | undefined;
  errorNumber?: () => string;
  tracking: unknown[];
  /** The page states why the data is missing. */
  thrown: boolean;
}

/** Extracted from the page's own HTML, so it can reveal no more than that. An error state is a problem of RFC 9457. */
export async function pageAsData(html: string, facts: Facts): Promise<Response> {
  const { parseHTML } = await import("linkedom");
  const blocks = /<(?=(?:h\d|p|li|d[tdl]|div|section|legend|label|button|summary|t[dhr])\b)/g;
  // eslint-disable-next-line redos/no-vulnerable -- each is closed: what was typed is escaped in the portal's own page
  const unscripted = html.replace(/<(style|script)\b.*?<\/\1>/gs, "");
  // With a blank between blocks, their texts stay apart.
  const { document } = parseHTML(unscripted.replace(blocks, " <"));
  const main = document.querySelector("main");
  const { status, headers, address, refresh, traceId, errorNumber, tracking, thrown } = facts;
  const state = main?.getAttribute("data-state") ?? undefined;
  const isState = thrown || (state !== undefined && status >= 400);
  const failed = isState && status >= 400;
  // A form that was not accepted says so in a notice of its own.
  const [alert, alertText] = main?.querySelectorAll("[role=alert] p") ?? [];
  const [form, ...otherForms] = [...(main?.querySelectorAll("form[method=post]") ?? [])].map((form) =>
    formData(form, address),
  );
  const data = {
    page: main?.getAttribute("data-page"),
    state,
    status,
    brand: document.documentElement.getAttribute("data-brand"),
    language: document.documentElement.getAttribute("lang"),
    title: textOf(document.querySelector("title")),
    ...(status >= 400 && { detail: textOf(alert) || undefined }),
    ...(isState && {
      title: textOf(form && alert ? alert : main?.querySelector("h1")),
      detail: textOf(form && alert ? alertText : main?.querySelector("p")),
    }),
    ...(failed && {
      type: `${problemTypes}${state}`,
      downtime: main?.querySelector("[data-downtime-end]")?.getAttribute("data-downtime-end") ?? undefined,
    }),
    text: textOf(main),
    steps: stepsIn(main),
    form,
    otherForms: otherForms.length > 0 ? otherForms : undefined,
    links: [...(main?.querySelectorAll("a[href]") ?? [])]
      .map((link) => ({ text: textOf(link), link: link.getAttribute("href") ?? "" }))
      .filter(({ link }) => !link.startsWith("#"))
      .map(({ text, link }) => ({ text, href: resolved(link, address) })),
    next: refresh?.split("url=")[1],
    traceId,
    errorNumber: failed ? errorNumber?.() : undefined,
    tracking,
  };
  headers.set("Content-Type", failed ? problemType : "application/json");
  return new Response(JSON.stringify(data), { status, headers });
}

/** For a client that requested data, a redirect names its target in the body too. */
export function redirectAsData(request: Request, response: Response): Response {
  const next = response.headers.get("Location");
  if (!next || response.status < 300 || response.status > 399 || !wantsData(request)) return response;
  response.headers.set("Content-Type", "application/json");
  return new Response(JSON.stringify({ status: response.status, next }), response);
}

const textOf = (element: Element | null | undefined) =>
  element?.textContent?.replace(/\s+/g, " ").trim() ?? "";

/** What comes next, as the page lists it. */
function stepsIn(main: Element | null) {
  const steps = [...(main?.querySelectorAll("[data-step]") ?? [])].map((step) => ({
    step: step.getAttribute("data-step"),
    by: step.getAttribute("data-by"),
    state: step.getAttribute("data-progress"),
    how: step.getAttribute("data-how") ?? undefined,
    from: step.getAttribute("data-from") ?? undefined,
    until: step.getAttribute("data-until") ?? undefined,
    text: textOf(step),
  }));
  return steps.length > 0 ? steps : undefined;
}

interface Field {
  name: string;
  type: string;
  label?: string;
  required: boolean;
  options?: { value: string; label: string; hint?: string }[];
  value?: string;
  constraints: Record<string, string | number>;
}

/** A link as a script can use it: of a page of the portal, from its root. */
function resolved(link: string, address: string): string {
  const base = new URL(address, "http://page.invalid");
  const { origin, href, pathname, search, hash } = new URL(link, base);
  return origin === base.origin ? pathname + search + hash : href;
}

function formData(form: Element, address: string) {
  const fields = new Map<string, Field>();
  for (const input of form.querySelectorAll("[name]")) addField(fields, form, input);
  const submissionId = fields.get("submissionId")?.value;
  fields.delete("submissionId");
  const rows = [...fields.values()];
  return {
    action: resolved(form.getAttribute("action") ?? "", address),
    method: "post",
    encType: form.getAttribute("encType") ?? undefined,
    fields: rows,
    values: Object.fromEntries(rows.flatMap(({ name, value }) => (value ? [[name, value]] : []))),
    errors: [...form.querySelectorAll("[data-code]")].map((error) => ({
      field: error.id.replace(/-error$/, ""),
      code: error.getAttribute("data-code"),
      message: textOf(error),
    })),
    submissionId,
  };
}

/** Adds an input, or another choice to a group of radio buttons or named buttons. */
function addField(fields: Map<string, Field>, form: Element, input: Element) {
  const name = input.getAttribute("name") ?? "";
  const tag = input.tagName.toLowerCase();
  const type = tag === "select" || tag === "textarea" ? tag : (input.getAttribute("type") ?? "text");
  const labelled = input.closest("label") ?? form.querySelector(`label[for="${input.id}"]`);
  const label = textOf(labelled);
  const field: Field = fields.get(name) ?? {
    name,
    type,
    required: input.hasAttribute("required"),
    constraints: constraintsIn(input),
  };
  fields.set(name, field);
  const value = input.getAttribute("value") ?? "";
  if (tag === "button" || type === "radio" || type === "checkbox") {
    const choice = choiceIn(tag === "button" ? input : labelled);
    field.options = [...(field.options ?? []), { value, ...choice }];
    if (input.hasAttribute("checked")) field.value = value;
  } else if (tag === "select") {
    const options = [...input.querySelectorAll("option")];
    field.options = options.map((option) => ({
      value: option.getAttribute("value") ?? "",
      label: textOf(option),
    }));
    const chosen = options.find((option) => option.hasAttribute("selected")) ?? options[0];
    field.value = chosen?.getAttribute("value") ?? undefined;
  } else if (type !== "file") field.value = tag === "textarea" ? (input.textContent ?? "") : value;
  if (label && type !== "radio" && type !== "checkbox") field.label = label;
}

/** A choice's name, without the hint after it. */
function choiceIn(element: Element | null) {
  const hint = textOf(element?.querySelector("small, strong + span"));
  const text = textOf(element);
  if (!hint || !text.endsWith(hint)) return { label: text };
  return { label: text.slice(0, -hint.length).trim(), hint };
}

function constraintsIn(input: Element): Field["constraints"] {
  // React's spelling, as React rendered the page.
  return Object.fromEntries(
    ["minLength", "maxLength", "accept"].flatMap((name) => {
      const value = input.getAttribute(name);
      return value === null ? [] : [[name, name.endsWith("Length") ? Number(value) : value]];
    }),
  );
}
