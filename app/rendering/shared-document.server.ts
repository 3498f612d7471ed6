import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { StaticHandlerContext } from "react-router";
import type { FormReply } from "#app/forms/form-state.ts";
import { encoded } from "./handed-over.server.ts";
import { emptied, filled, type SharedPage, type Slots, type Template } from "./template.server.ts";
import { isOpen, marks, openForm, typedIn, withRoom } from "./typed-slots.server.ts";

interface Document {
  entry: StaticHandlerContext;
  nonce: string;
  /** What else the page is rendered from. */
  facts: unknown[];
  /** The document's own scripts at the end of the body. */
  scripts: string;
  /** Inputs that show what was typed into them, and nothing else shows it. */
  inputs: readonly string[];
}

interface Kept {
  body: Template;
  /** The strings of its data for browsers: what is there already is not sent again. */
  words: Set<unknown>;
}

const seen = "seen once";
/** By all that the page is made of. What is asked for only once, such as a rare offer, is not kept. */
const pages = new LRUCache<string, Kept | typeof seen>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (page, key) =>
    page === seen ? key.length : page.body.reduce((total, part) => total + part.length, 2 * key.length),
});
/** Of the shipped texts, of which there are few: a key with all of them takes longer to compare than the page's data. */
const numbers = new Map<unknown, number>();
function numberOf(texts: unknown): number {
  const number = numbers.get(texts) ?? numbers.size;
  numbers.set(texts, number);
  return number;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const word = /^[\w~-]+$/;

/** The reply to a post that was refused for its fields alone. */
function refusalOf(
  { actionData, statusCode }: StaticHandlerContext,
  route: string,
  inputs: readonly string[],
) {
  const { form, ...more }: Partial<FormReply> = actionData?.[route] ?? {};
  if (statusCode !== 422 || !form || form.problem || form.suggestions || Object.keys(more).length > 0)
    return undefined;
  return openForm(form, inputs);
}

/**
 * A page of `impersonalContext`, from its third time on without rendering it. Address and data decide what it shows, for
 * otherwise browsers could not render the same from them: pages whose data differ in one letter are kept apart, but for
 * the ids of one answer, the token in the address, and what was typed into the `inputs` of a form that was refused. That
 * is not even there when a page to keep is rendered.
 */
export function sharedDocument(
  document: Document,
  render: (entry: StaticHandlerContext) => string,
): string | SharedPage {
  const { entry, nonce, facts, scripts, inputs } = document;
  const { location, matches, loaderData, actionData, errors, statusCode } = entry;
  const match = matches.at(-1);
  const route = match?.route.id ?? "";
  const { root, [route]: page, ...others } = loaderData;
  const { traceId, texts: frameTexts, ...frame } = root ?? {};
  const { form, texts, ...own } = page ?? {};
  const { submissionId = randomUUID(), ...fields } = form ?? {};
  const token = match?.params.token ?? "";
  const refusal = refusalOf(entry, route, inputs);
  const { submissionId: sentId = randomUUID(), ...refused } = refusal?.form ?? {};
  const isPlain = (refusal || (statusCode === 200 && !actionData)) && !errors && location.search === "";
  // An id of the customer's own making could be a word of the page.
  const areIds = [traceId, submissionId, sentId].every((id) => uuid.test(id)) && word.test(token);
  if (!import.meta.env.PROD || !isPlain || !areIds) return render(entry);
  const data = JSON.stringify([location.pathname, ...facts, frame, others, own, fields, refused]);
  const key = [
    data.replaceAll(`/angebot/${token}`, "/angebot/:"),
    token.length,
    numberOf(frameTexts),
    numberOf(texts),
    scripts.replaceAll(nonce, ""),
  ].join("\n");
  const known = pages.get(key);
  const slots = { nonce, traceId, submissionId, token, sentId };
  if (known && known !== seen) return filledIn(known, slots, refusal?.typed ?? []) ?? render(entry);
  const html = render(entry);
  pages.set(key, seen);
  if (!known) return html;
  const { typed = [], form: open } = refusal ?? {};
  const marked = open ? { ...entry, actionData: { [route]: { form: open } } } : entry;
  // Without a form it is the language switcher's.
  const [, id = submissionId] = (!open && /name="submissionId" value="([\w-]+)"/.exec(html)) || [];
  const filling = { ...slots, submissionId: id };
  const body = withRoom(emptied(open ? render(marked) : html, { ...filling, ...marks(typed) }));
  const list = open ? encoded({ loaderData, actionData: marked.actionData, errors }) : "[]";
  const kept = { body, words: new Set<unknown>(JSON.parse(list)) };
  const isNamed = body.some((part) => typeof part === "string" && part.includes(token));
  const areWords = [traceId, sentId].some((own) => key.includes(own));
  const areOne = new Set(Object.values(filling)).size < Object.keys(filling).length;
  if (isNamed || areWords || areOne || !isOpen(body, typed)) return html;
  const again = filledIn(kept, filling, typed);
  if (again && filled(again.body, again.slots) === html) pages.set(key, kept);
  return html;
}

/** Nothing where the data for browsers would be written in another way with what was typed. */
function filledIn({ body, words }: Kept, slots: Slots, typed: string[]): SharedPage | undefined {
  const own = Object.values(slots) as string[];
  const isOther = (text: string) =>
    words.has(text) || /`|\$\{/.test(text) || own.some((value) => text.includes(value));
  return typed.some(isOther) ? undefined : { body, slots: { ...slots, ...typedIn(typed) } };
}
