import { data, redirectDocument } from "react-router";
import type { LinkKind } from "#app/backend/declarations.server.ts";
import { findDeclaration, type Received } from "#app/declarations/declaration.server.ts";
import type { Declaration } from "#app/declarations/stored-declaration.server.ts";
import { formatDateTime } from "#app/domain/calendar.ts";
import type { Receipt, ReceiptRow } from "#app/domain/receipt.ts";
import { errorResponse, type Place } from "#app/error-pages/error-response.server.ts";
import { formStateOf, retryLater } from "#app/errors/downtime.server.ts";
import { type ApiError, type FieldProblem, FormFieldError } from "#app/errors/errors.ts";
import { subscriptionStates } from "#app/errors/other-states.ts";
import { reasonsIn } from "#app/forms/field-errors.server.ts";
import type { FormReply, FormState } from "#app/forms/form-state.ts";
import { defaultLocale, languageParameter } from "#app/i18n/locale.ts";
import { getT, localeContext, type RequestContext } from "#app/request/context.server.ts";
import { parameterOfLink } from "#app/request/parameters.server.ts";
import { openParam, sealParam } from "#app/session/sealed-param.server.ts";
import { failedForm, formHelp } from "#app/shell/help.server.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import { declarer } from "../declaration/confirmation-link.server.ts";
import { progressSteps, receivedSection } from "../declaration/receipt.server.ts";
import { receiptAs } from "../declaration/receipt-file.server.ts";
import { receiptKinds } from "../declaration/receipt-kinds.ts";

type Kinds = LinkKind | "revocationByName";
/** Where what is sealed is read. */
export type PageOf<Kind extends Kinds> = (typeof receiptKinds)[Kind]["page" | "file"];

/** To be thrown: what is wrong with the link. A link that opens nothing is reported as NotFound. */
export function linkProblem(
  place: Place,
  kind: LinkKind,
  problem: keyof typeof subscriptionStates,
  newLink?: string,
) {
  const row = subscriptionStates[problem];
  const more = row.status === 404 ? { state: "NotFound" } : {};
  return errorResponse(
    place,
    { code: problem },
    {
      section: "email.states",
      page: receiptKinds[kind].page,
      row,
      variant: kind === "revocation" ? "textForConsents" : undefined,
      newLink,
      action: (action) => (action === "revokeAll" && kind === "revocation" ? withoutLink(place) : undefined),
      more,
    },
  );
}

/** To all consents by name; staff goes by the link, too, whatever it opens. */
function withoutLink({ context, url }: Place) {
  const token = parameterOfLink<PageOf<"revocation">>(url, "token");
  const query = token ? `?${new URLSearchParams({ token })}` : "";
  return { href: linkTo(context, "revocation-by-name") + query, method: "get" as const };
}

/** A declaration of this kind, and the link that it was made by: what is sealed for it opens with that link only. */
export interface ByLink<Kind extends Kinds = LinkKind> {
  kind: Kind;
  /** Of what is sealed in the address of its receipt. */
  purpose: string;
}

/**
 * Leads to the page that confirms what was declared by this link: all that it shows is sealed in its address, which works
 * on any day, without cookies.
 * @param shown what the receipt shows besides its number and time
 */
export function toReceipt(
  { context, url }: Place,
  { purpose }: Pick<ByLink, "purpose">,
  declaration: Declaration,
  shown = {},
) {
  const { id, receivedAt } = declaration;
  const done = new URL(url);
  const { brand, language } = declarer(context);
  if (!parameterOfLink<PageOf<Kinds>>(url, "brand")) done.searchParams.set("brand", brand);
  if (language === defaultLocale) done.searchParams.set(languageParameter, language);
  const facts = JSON.stringify({ id, at: receivedAt, ...shown });
  done.searchParams.set("done", sealParam(purpose, facts));
  return redirectDocument(done.pathname + done.search, 303);
}

const receiptFormats = ["pdf", "text"] as const;

type SealedFacts = { id: string; at: string };

/** What is sealed in the address, for this very link, and what the store has of it; undefined without it. */
async function declaredBy<Shown extends object>({ context, url }: Place, { kind, purpose }: ByLink<Kinds>) {
  const opened = openParam(purpose, parameterOfLink<PageOf<Kinds>>(url, "done"));
  if (!opened) return undefined;
  // eslint-disable-next-line house/no-cast -- only a portal can have sealed it
  const shown = JSON.parse(opened) as SealedFacts & Shown;
  const { stored } = await findDeclaration(kind, declarer(context).brand, shown.id);
  return { shown, stored };
}

/** An errors list, readable or not, is a refusal that is not about the link. */
type Refused = readonly FieldProblem[] | undefined;
const refusedOf = (declaration: Declaration): Refused => declaration.answered?.refused?.errors;

/** What a form begins with that the provider has refused: its words, if it has any; undefined where it is about the link. */
function refusalIn(context: RequestContext, errors: Refused): FormState["problem"] {
  if (!errors) return undefined;
  const t = getT(context, "email", "problem");
  const words = new Set(reasonsIn(context, errors));
  const reason = words.size > 0 ? [t("reason"), ...words] : [];
  const text = [t("refused"), ...reason].join(" ");
  return { headline: t("refusedTitle"), text, help: formHelp(context) };
}

/** What the form at a receipt's address begins with, once the provider has refused what was received. */
export async function refusedSince(place: Place, byLink: ByLink): Promise<FormState["problem"]> {
  const declared = await declaredBy(place, byLink);
  return declared?.stored?.state === "refused"
    ? refusalIn(place.context, refusedOf(declared.stored.declaration))
    : undefined;
}

/**
 * The form again, with what was chosen, where the provider has refused it in its words. Thrown: the page of a link that does not
 * work.
 */
export function refusedByLink(
  place: Place,
  kind: LinkKind,
  form: FormState,
  received: Received,
): ReturnType<typeof data<FormReply>> {
  const errors = received.ok
    ? refusedOf(received.stored.declaration)
    : received.error instanceof FormFieldError
      ? received.error.errors
      : undefined;
  const problem = refusalIn(place.context, errors);
  if (!problem) throw linkProblem(place, kind, "unknownToken");
  return data({ form: { ...form, problem } }, { status: 422 });
}

/** What a receipt says in words of its kind. */
interface Worded extends Pick<Receipt, "brand" | "title" | "text"> {
  /** Why the provider does not have it yet. */
  waits: string;
  /** What was declared, in words, what else was written in it, and the button that was pressed. */
  declaration: string;
  rows?: ReceiptRow[];
  button: string;
}

/**
 * What is told of the declaration that is sealed in the address; undefined without that, for this very link. It has no steps if the
 * declaration is no longer stored.
 */
export async function sealedReceipt<Shown extends object>(
  { context, url }: Place,
  byLink: ByLink<Kinds>,
  words: (shown: Shown) => Worded,
): Promise<Receipt | undefined> {
  const { kind } = byLink;
  const declared = await declaredBy<Shown>({ context, url }, byLink);
  if (!declared) return undefined;
  const { shown, stored } = declared;
  const { id, at } = shown;
  if (stored?.state === "refused" && kind !== "revocationByName") {
    if (refusedOf(stored.declaration)) return undefined;
    throw linkProblem({ context, url }, kind, "unknownToken");
  }
  const { locale } = context.get(localeContext);
  const { waits, declaration, rows = [], button, ...told } = words(shown);
  const t = getT(context, "receipt", "progress");
  const labels = getT(context, "receipt", "rows");
  const byHand = [t("byHandText", { at: formatDateTime(new Date(at), locale) })];
  // Only a declaration by name comes here refused: staff have it.
  const state = stored?.state === "refused" ? "byHand" : stored?.state;
  const notes = { waiting: [waits], byHand, forwarded: [] };
  const answered = stored?.declaration.answered;
  return {
    ...told,
    id,
    receivedAt: at,
    progress: undefined,
    notes: state ? notes[state] : [],
    received: receivedSection(context, at, { button }),
    declared: {
      heading: labels("declared"),
      rows: [{ label: labels("content"), value: declaration }, ...rows],
      withheld: undefined,
    },
    proof: undefined,
    next: { lines: [], link: undefined },
    steps: state ? progressSteps(context, { state, receivedAt: at, answered }) : [],
    keep: { first: undefined, below: undefined },
    files: receiptFormats.map((format) => ({
      href: linkTo(context, receiptKinds[kind].file, { format }) + url.search,
      label: t(format),
    })),
  };
}

/**
 * The receipt as a file.
 * @throws without what is sealed, a redirect to its page
 */
export function receiptOfLink(
  { context, url }: Place,
  kind: Kinds,
  format: string,
  receipt: Receipt | undefined,
): Promise<Response> {
  if (!receipt || !receiptFormats.some((receiptFormat) => receiptFormat === format))
    throw redirectDocument(linkTo(context, receiptKinds[kind].page) + url.search);
  return receiptAs(context, kind, format, receipt);
}

/** The form again where nobody could receive it. */
export function notReceivedByLink(
  context: RequestContext,
  form: FormState,
  error: ApiError | FormFieldError,
  button: string,
) {
  const t = getT(context, "email", "problem");
  const downtimeEnd = retryLater(context, error);
  const text = downtimeEnd ? t("failedWithEnd", { button, downtimeEnd }) : t("failed", { button });
  const problem = failedForm(context, t("failedTitle"), text, formStateOf(error));
  return data({ form: { ...form, problem } } satisfies FormReply, { status: 503 });
}
