import { isAddition, type ReceiptKind } from "#app/backend/declarations.server.ts";
import type { Declaration, StoredDeclaration } from "#app/declarations/stored-declaration.server.ts";
import { berlinDate, formatDate, formatDateTime, type IsoDate } from "#app/domain/calendar.ts";
import type { Receipt, ReceiptProgress, ReceiptRow, ReceiptSection } from "#app/domain/receipt.ts";
import { reasonsIn } from "#app/forms/field-errors.server.ts";
import { brandContext, getT, localeContext, type RequestContext } from "#app/request/context.server.ts";
import { type ReceiptFormat, receiptFilePath } from "./confirmation-link.server.ts";

/** Up to this delay, the customer sees receipt and forwarding as one event. */
const atOnceMs = 60_000;
const isAtOnce = (receivedAt: string, answered: { at: string }) =>
  Date.parse(answered.at) - Date.parse(receivedAt) < atOnceMs;

/** Undefined if the provider accepted it at once. */
export function progressOf(
  context: RequestContext,
  { kind, state, receivedAt, answered }: Omit<Declared, "id">,
): ReceiptProgress | undefined {
  const t = getT(context, "receipt", "progress");
  const { locale } = context.get(localeContext);
  const at = formatDateTime(new Date(receivedAt), locale);
  if (state === "waiting") {
    // Whether the systems are away, or there is none that takes it, is not known yet.
    const text = isAddition(kind) ? t("waitingTextEither", { at }) : t("waitingText", { at });
    return { kind: "info", title: t("waitingTitle"), texts: [text] };
  }
  if (state === "byHand") return { kind: "info", title: t("waitingTitle"), texts: [t("byHandText", { at })] };
  if (state === "refused") {
    const hotline = context.get(brandContext).hotline.number;
    const reasons = reasonsIn(context, answered?.refused?.errors ?? []);
    return {
      kind: "warning",
      title: t("refusedTitle"),
      texts: [t("refusedText", { at, hotline }), ...reasons],
    };
  }
  if (!answered || isAtOnce(receivedAt, answered)) return undefined;
  const passedOn = t("passedOn", { at: formatDateTime(new Date(answered.at), locale) });
  return { kind: "success", title: passedOn, texts: [] };
}

interface Declared {
  kind: ReceiptKind;
  id: string;
  state: StoredDeclaration["state"];
  receivedAt: string;
  answered?: Declaration["answered"] | undefined;
  /** When the contract ends, if that is known. */
  end?: IsoDate | undefined;
}

/** What is told of a declaration that a signed link opens, besides its words. */
export const storedFacts = (context: RequestContext, declared: Declared) => ({
  id: declared.id,
  receivedAt: declared.receivedAt,
  brand: context.get(brandContext).name,
  progress: progressOf(context, declared),
  steps: progressSteps(context, declared),
  files: receiptFiles(context, declared),
});

/** When it was received, by which button, and what it effects. */
export function receivedSection(
  context: RequestContext,
  receivedAt: string,
  { heading, button, effects = [] }: { heading?: string; button?: string; effects?: ReceiptRow[] } = {},
): ReceiptSection {
  const t = getT(context, "receipt", "rows");
  const head = getT(context, "receipt", "head");
  const at = formatDateTime(new Date(receivedAt), context.get(localeContext).locale);
  const sentBy = button ? [{ label: t("sentBy"), value: button }] : [];
  return {
    heading: heading ?? head("received"),
    rows: [{ label: t("receivedAt"), value: at }, ...sentBy, ...effects],
  };
}

/** How a receipt that a signed link opens is kept: a copy was sent to somebody, or not. */
export function keptBy(context: RequestContext, sentTo: string): Pick<Receipt, "text" | "keep"> {
  const t = getT(context, "receipt", "head");
  return {
    text: sentTo ? [t("sentTo", { to: sentTo })] : [],
    keep: { first: sentTo ? undefined : t("notSent"), below: t("bookmark") },
  };
}

/** Leaves out unknown steps: not every termination has a certain end. None if it was passed on at once: its facts say as much. */
export function progressSteps(
  context: RequestContext,
  { state, receivedAt, answered, end }: Omit<Declared, "kind" | "id">,
): Receipt["steps"] {
  const t = getT(context, "receipt", "head");
  const steps = getT(context, "receipt", "timeline");
  const progress = getT(context, "receipt", "progress");
  const { locale } = context.get(localeContext);
  const at = (instant: string) => formatDateTime(new Date(instant), locale);
  const passedOn = answered && !isAtOnce(receivedAt, answered) ? at(answered.at) : "";
  if (state === "forwarded" && !passedOn) return [];
  const passed = {
    waiting: t("open"),
    byHand: t("open"),
    refused: progress("refusedTitle"),
    forwarded: passedOn,
  };
  return [
    { label: steps("received"), detail: at(receivedAt), done: true },
    { label: steps("passedOn"), detail: passed[state], done: state === "forwarded" },
    ...(end
      ? [{ label: steps("end"), detail: formatDate(end, locale), done: end < berlinDate(new Date()) }]
      : []),
  ];
}

/** The receipt as files: the portal's own in two formats, the provider's document and a calendar file if available. */
function receiptFiles(context: RequestContext, { kind, id, state, answered, end }: Declared) {
  const t = getT(context, "receipt", "progress");
  const { name } = context.get(brandContext);
  const file = (format: ReceiptFormat) => ({
    href: receiptFilePath(context, kind, id, format),
    label: t(format, { brand: name }),
  });
  const formats: ReceiptFormat[] = ["pdf", "text"];
  // What staff has passed on, the provider's system may not know.
  if (state === "forwarded" && !answered?.isByHand) formats.push("anbieter");
  if (end) formats.push("kalender");
  return formats.map(file);
}
