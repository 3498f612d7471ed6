import type { ReceiptKind } from "#app/backend/declarations.server.ts";
import type { Declaration, Kept } from "#app/declarations/declaration.server.ts";
import { formatDateTime, type IsoDate } from "#app/domain/calendar.ts";
import { fieldErrors, refusedBy } from "#app/forms/field-errors.server.ts";
import { brandContext, getT, localeContext, type RequestContext } from "#app/middleware/request.server.ts";
import { type ReceiptFormat, receiptFilePath } from "./confirmation-link.server.ts";

/** How far a received declaration has got. */
export interface Progress {
  kind: "info" | "success" | "warning";
  title: string;
  texts: string[];
}

/** Up to here the customer sees receipt and forwarding as one event. */
const atOnceMs = 60_000;

/** Undefined if the provider took it at once. */
export function progressOf(
  context: RequestContext,
  state: Kept["state"],
  receivedAt: string,
  answered: Declaration["answered"],
): Progress | undefined {
  const t = getT(context, "termination", "progress");
  const { locale } = context.get(localeContext);
  const at = formatDateTime(new Date(receivedAt), locale);
  if (state === "waiting")
    return { kind: "info", title: t("waitingTitle"), texts: [t("waitingText", { at })] };
  if (state === "refused") {
    const hotline = context.get(brandContext).hotline.number;
    const said =
      answered?.refused?.errors?.map((problem) => refusedBy(problem, fieldErrors(context)).message) ?? [];
    return { kind: "warning", title: t("refusedTitle"), texts: [t("refusedText", { at, hotline }), ...said] };
  }
  if (!answered || Date.parse(answered.at) - Date.parse(receivedAt) < atOnceMs) return undefined;
  const passedOn = t("passedOn", { at: formatDateTime(new Date(answered.at), locale) });
  return { kind: "success", title: passedOn, texts: [] };
}

export interface ReceiptFile {
  href: string;
  label: string;
}

/** The receipt to keep: the portal's own in two forms, the provider's document and a calendar's where there are such. */
export function receiptFiles(
  context: RequestContext,
  kind: ReceiptKind,
  id: string,
  state: Kept["state"],
  end?: IsoDate,
): ReceiptFile[] {
  const t = getT(context, "termination", "progress");
  const file = (format: ReceiptFormat) => ({
    href: receiptFilePath(context, kind, id, format),
    label: t(format),
  });
  const formats: ReceiptFormat[] = ["pdf", "text"];
  if (state === "forwarded") formats.push("anbieter");
  if (end) formats.push("kalender");
  return formats.map(file);
}
