import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { StaticHandlerContext } from "react-router";
import { emptied, type SharedPage, type Template } from "./template.server.ts";

interface Document {
  entry: StaticHandlerContext;
  nonce: string;
  /** What else the page is rendered from. */
  facts: unknown[];
  /** The document's own scripts at the end of the body. */
  scripts: string;
}

const seen = "seen once";
/** By all that the page is made of. What is asked for only once, such as a rare offer, is not kept. */
const pages = new LRUCache<string, Template | typeof seen>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (page, key) =>
    page === seen ? key.length : page.reduce((total, part) => total + part.length, key.length),
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

/**
 * A page of `impersonalContext`, from its third time on without rendering it. Address and data decide what it shows, for
 * otherwise browsers could not render the same from them: pages whose data differ in one letter are kept apart, but for
 * the ids of one answer and the token in the address.
 */
export function sharedDocument(document: Document, render: () => string): string | SharedPage {
  const { entry, nonce, facts, scripts } = document;
  const { location, matches, loaderData, actionData, errors, statusCode } = entry;
  const match = matches.at(-1);
  const { root, [match?.route.id ?? ""]: page, ...others } = loaderData;
  const { traceId, texts: frameTexts, ...frame } = root ?? {};
  const { form, texts, ...own } = page ?? {};
  const { submissionId = randomUUID(), ...fields } = form ?? {};
  const token = match?.params.token ?? "";
  const isPlain = statusCode === 200 && !actionData && !errors && location.search === "";
  // An id of the customer's own making could be a word of the page.
  const areIds = uuid.test(traceId) && uuid.test(submissionId) && word.test(token);
  if (!import.meta.env.PROD || !isPlain || !areIds) return render();
  const data = JSON.stringify([location.pathname, ...facts, frame, others, own, fields]);
  const key = [
    data.replaceAll(`/angebot/${token}`, "/angebot/:"),
    token.length,
    numberOf(frameTexts),
    numberOf(texts),
    scripts.replaceAll(nonce, ""),
  ].join("\n");
  const known = pages.get(key);
  const slots = { nonce, traceId, submissionId, token };
  if (known && known !== seen) return { body: known, slots };
  const html = render();
  // Without a form it is the language switcher's.
  const [, id = submissionId] = /name="submissionId" value="([\w-]+)"/.exec(html) ?? [];
  const template = known && emptied(html, { ...slots, submissionId: id });
  const isNamed = template?.some((part) => typeof part === "string" && part.includes(token));
  if (!isNamed) pages.set(key, template ?? seen);
  return html;
}
