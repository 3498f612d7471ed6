import { redirectDocument } from "react-router";
import { z } from "zod";
import { declineReason } from "#app/backend/contract/order.ts";
import { declineOffer, verifyOffer } from "#app/backend/offers.server.ts";
import { namesOf } from "#app/domain/item-names.ts";
import type { Receipt } from "#app/domain/receipt.ts";
import { isOwnRefusal, type OfferError } from "#app/errors/errors.ts";
import { defaultLocale, languageParameter } from "#app/i18n/locale.ts";
import { type ActingPost, isAnswered, noticeOfSent, sentSchema } from "#app/outcome/attempt.server.ts";
import { askAgain } from "#app/outcome/lagging-read.server.ts";
import { pathTo } from "#app/pages.ts";
import {
  brandContext,
  getT,
  localeContext,
  type RequestContext,
  sessionContext,
} from "#app/request/context.server.ts";
import { parameterOfLink } from "#app/request/parameters.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { openParam, sealParam } from "#app/session/sealed-param.server.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import { receivedSection } from "../../declaration/receipt.server.ts";
import { cartOf, forgetCart } from "../cart/cart.server.ts";
import type { OfferPlace } from "../cart/error-answer.server.ts";
import { offerStateAnswer } from "../order/told-answer.server.ts";

const declinedSchema = z.object({
  reason: declineReason,
  /** An instant. */
  at: z.string(),
  id: z.string(),
  /** What was offered, if this session has seen it. */
  offer: z.string().optional(),
});
export type Declined = z.infer<typeof declinedSchema>;

/** What is sealed in the address of the confirmation: it opens on any day, in any browser, in its brand and language. */
const sealPurpose = (token: string) => `declined offer ${token}`;
export function declinedIn(token: string, url: URL): Declined | undefined {
  const opened = openParam(sealPurpose(token), parameterOfLink<"offer-decline">(url, "done"));
  // eslint-disable-next-line house/no-cast -- only a portal can have sealed it
  return opened === undefined ? undefined : (JSON.parse(opened) as Declined);
}

/** What its page confirms. */
export function declineReceipt(context: RequestContext, { reason, at, id, offer }: Declined): Receipt {
  const t = getT(context, "offer", "decline");
  const rows = getT(context, "receipt", "rows");
  const follows = (["checked", "goods", "unpaid"] as const).map((key) => t(`notRequested.next.${key}`));
  return {
    id,
    receivedAt: at,
    brand: context.get(brandContext).name,
    title: t(`${reason}.doneTitle`),
    text: [t(`${reason}.done`), ...(reason === "notRequested" ? follows : [])],
    progress: undefined,
    notes: [],
    received: receivedSection(context, at),
    declared: {
      heading: rows("declared"),
      rows: [
        ...(offer ? [{ label: t("offer"), value: offer }] : []),
        { label: t("said"), value: t(`${reason}.said`) },
      ],
      withheld: undefined,
    },
    proof: undefined,
    next: { lines: [], link: undefined },
    steps: [],
    keep: { first: undefined, below: t("keep") },
    files: [],
  };
}

/** What this session has declined, and the provider has taken: known, whatever a read that lags behind says of the offer. */
const declinedScope = defineScope("declined offer", declinedSchema);

/** The confirmation of an offer that this session has declined. */
export async function toDeclined(context: RequestContext, token: string): Promise<Response | undefined> {
  const declined = await context.get(sessionContext).read(declinedScope, token);
  return declined && confirmationOf(context, token, declined, 302);
}

function confirmationOf(context: RequestContext, token: string, declined: Declined, status: 302 | 303) {
  const { locale } = context.get(localeContext);
  const query = new URLSearchParams({ brand: context.get(brandContext).slug });
  // Any other language is the address's prefix.
  if (locale === defaultLocale) query.set(languageParameter, locale);
  query.set("done", sealParam(sealPurpose(token), JSON.stringify(declined)));
  return redirectDocument(`${linkTo(context, "offer-decline", { token })}?${query}`, status);
}

/** Room in an address: what is shown of the names. */
const shownLetters = 80;

const sentNo = sentSchema.extend({ reason: declineReason });
type SentNo = z.infer<typeof sentNo>;

async function offerNames(context: RequestContext, token: string): Promise<string | undefined> {
  const cart = await cartOf(context, token);
  return cart?.offer.offers.flatMap(namesOf).join(", ").slice(0, shownLetters);
}

/** What the provider says of the offer: declined ones are cancelled. */
async function askWhetherDeclined({ context, token }: OfferPlace) {
  const verified = await verifyOffer(context, token);
  if (verified.ok) return "didNot" as const;
  const { error, failure } = verified;
  if (error.code === "OfferCancelled") return { did: undefined };
  return isOwnRefusal(failure) || failure?.status === 401 ? ("didNot" as const) : undefined;
}

export const decline: ActingPost<
  OfferPlace,
  SentNo,
  unknown,
  OfferError,
  { submissionId: string; isMissing: boolean }
> = {
  scope: defineScope("sent no", sentNo, {
    endNotice: noticeOfSent({ kind: "offer", act: "decline" }, (token) => pathTo("offer-decline", { token })),
  }),
  section: "errors.declineWaiting",
  call: "declineOffer",
  self: ({ context, token }) => linkTo(context, "offer-decline", { token }),
  async facts({ context, token }, { reason }) {
    const t = getT(context, "offer", "decline");
    const offer = await offerNames(context, token);
    return [
      ...(offer ? [{ kind: "text" as const, label: t("offer"), value: offer }] : []),
      { kind: "text", label: t("said"), value: t(`${reason}.said`) },
    ];
  },
  send: ({ context, token }, { reason, submissionId }) => declineOffer(context, token, reason, submissionId),
  async ask(place, _, failed) {
    const read = () => askWhetherDeclined(place);
    return isAnswered(failed) ? askAgain(place.context, read) : read();
  },
  askFirst: askWhetherDeclined,
  gaveUp: undefined,
  async done({ context, token }, { reason, submissionId }, _, status) {
    const before = await context.get(sessionContext).read(declinedScope, token);
    if (before?.id === submissionId) return confirmationOf(context, token, before, status);
    const offer = await offerNames(context, token);
    forgetCart(context, token);
    const declined: Declined = { reason, at: new Date().toISOString(), id: submissionId, offer };
    context.get(sessionContext).write(declinedScope, token, declined);
    return confirmationOf(context, token, declined, status);
  },
  /** The provider's own words are shown as the offer's state; anything else leaves the question open. */
  async failed(place, { submissionId }, { error, failure }) {
    if (isOwnRefusal(failure) || failure?.status === 401 || failure?.status === 403)
      throw await offerStateAnswer({ ...place, posted: true }, error);
    return { submissionId, isMissing: failure?.isMissingCall === true };
  },
};
