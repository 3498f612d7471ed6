import { beforeEach, expect, test, vi } from "vitest";
import { pages } from "#app/pages.ts";
import {
  formIsUnsentContext,
  getIfSet,
  patternContext,
  postedFormContext,
  type RequestContext,
} from "#app/request/context.server.ts";
import { cartContext } from "#app/routes/offer/cart/cart.server.ts";
import { cartNotice } from "#app/routes/offer/cart/cart-notice.server.ts";
import { wantLogin } from "#app/routes/offer/cart/login.server.ts";
import * as handoverPage from "#app/routes/offer/entry/handover.tsx";
import * as loginPage from "#app/routes/offer/entry/login.tsx";
import * as offerPage from "#app/routes/offer/entry/offer.tsx";
import * as paymentPage from "#app/routes/offer/steps/payment.tsx";
import * as personalDataPage from "#app/routes/offer/steps/personal-data.tsx";
import * as summaryPage from "#app/routes/offer/steps/summary.tsx";
import {
  customerWithCart as customer,
  ordered,
  payAt,
  resetting,
  seen,
  token,
  underWay,
} from "../support/cart.ts";
import { browserForTest } from "../support/request.ts";

vi.mock(
  import("#app/backend/offers.server.ts"),
  async () => (await import("../support/offers-calls.ts")).offersCalls,
);
beforeEach(() => void vi.resetAllMocks());

const guarded = {
  offer: offerPage,
  "offer-login": loginPage,
  "personal-data": personalDataPage,
  payment: paymentPage,
  summary: summaryPage,
  handover: handoverPage,
};
type Page = keyof typeof guarded;
const complete = { personalData: "complete", identificationData: "complete", payment: "complete" };
const missing = { ...complete, personalData: "missing" };
const open = { verification: complete };
const placed = { order: ordered({ at: "page", url: payAt }) };
const early = { orderableFrom: "2999-01-01T00:00:00Z" };
const offer = { offers: [{ id: "item" }], documents: [], paymentMethods: [] };

/** Opens a page as the router does: what its guards answer, with what they leave for the next page. */
async function visit(
  name: Page,
  kept: object | undefined,
  posted?: Record<string, string>,
  before?: (context: RequestContext) => void,
) {
  const { path } = pages[name];
  const tabs = kept ? await customer(kept) : browserForTest(path.replace(":token", token));
  const { context, session } = await tabs();
  const url = new URL(path.replace(":token", token), "http://o2.localhost");
  before?.(context);
  context.set(patternContext, path);
  const form = new FormData();
  for (const [field, value] of Object.entries(posted ?? {})) form.set(field, value);
  context.set(postedFormContext, form);
  const request = new Request(url, { method: posted ? "POST" : "GET" });
  const passes = new Response("page");
  const next = (index: number): Promise<Response> => {
    const guard = guarded[name].middleware[index];
    if (!guard) return Promise.resolve(passes);
    const args = { context, params: { token }, request, url, pattern: path };
    return Promise.resolve(guard(args as never, () => next(index + 1))) as Promise<Response>;
  };
  const answer = await next(0).catch((thrown: unknown) => thrown as Response);
  const { to, status } = seen(answer) as { to: string | null; status: number };
  return {
    leads: answer === passes ? "passes" : `${status} ${to?.split("?")[0]}`,
    ...(to?.includes("?") && { carries: true }),
    ...((answer.headers.get("Set-Cookie") ?? "").includes("Max-Age=1800") && { comesBack: true }),
    ...(context.get(formIsUnsentContext) && { isUnsent: true }),
    ...(getIfSet(context, cartContext) && { hasCart: true }),
    ...((await session.take(cartNotice, token)) && { notice: true }),
  };
}

const start = `/angebot/${token}`;
const [danke, data, summary] = ["danke", "meine-daten", "zusammenfassung"].map((step) => `${start}/${step}`);
const typed = { accountHolder: "Kim Beispiel" };

test.each<
  [
    what: string,
    page: Page,
    kept: object | undefined,
    posted: Record<string, string> | undefined,
    seen: object,
  ]
>([
  ["of an offer that is complete", "summary", open, undefined, { leads: "passes", hasCart: true }],
  [
    "that is the first one open",
    "personal-data",
    { verification: missing },
    undefined,
    { leads: "passes", hasCart: true },
  ],
  [
    "that is the first one open, as a post",
    "personal-data",
    { verification: missing },
    typed,
    { leads: "passes", hasCart: true },
  ],
  [
    "behind one that misses data",
    "payment",
    { verification: missing },
    undefined,
    { leads: `302 ${data}`, hasCart: true, notice: true },
  ],
  [
    "behind one that misses data, as a post",
    "payment",
    { verification: missing },
    typed,
    { leads: `303 ${data}`, hasCart: true, notice: true, isUnsent: true },
  ],
  [
    "that the offer lacks",
    "payment",
    { verification: { ...complete, payment: "notNeeded" } },
    undefined,
    { leads: `302 ${summary}`, hasCart: true, notice: true },
  ],
  [
    "of an offer that nobody has opened here",
    "payment",
    undefined,
    undefined,
    { leads: `302 ${start}`, comesBack: true },
  ],
  [
    "of an offer that nobody has opened here, as a post",
    "payment",
    undefined,
    typed,
    { leads: `303 ${start}`, carries: true },
  ],
  [
    "of an offer that nobody has opened here, as an empty post",
    "summary",
    undefined,
    {},
    { leads: `303 ${start}`, carries: true },
  ],
  [
    "of an offer that can be ordered later",
    "payment",
    { ...open, offer: { ...offer, ...early } },
    undefined,
    { leads: `302 ${start}`, hasCart: true },
  ],
  [
    "of an offer that can be ordered later, as a post",
    "payment",
    { ...open, offer: { ...offer, ...early } },
    typed,
    { leads: `303 ${start}`, hasCart: true },
  ],
  [
    "that shows an offer that can be ordered later",
    "offer",
    { ...open, offer: { ...offer, ...early } },
    undefined,
    { leads: "passes", hasCart: true },
  ],
  [
    "of an order that was placed early",
    "payment",
    { ...open, ...placed, offer: { ...offer, ...early } },
    undefined,
    { leads: `302 ${danke}`, hasCart: true },
  ],
  [
    "of an order that is placed",
    "payment",
    { ...open, ...placed },
    undefined,
    { leads: `302 ${danke}`, hasCart: true },
  ],
  [
    "of an order that may be placed",
    "summary",
    { ...open, order: underWay("sent") },
    undefined,
    { leads: `302 ${danke}`, hasCart: true },
  ],
  [
    "of an order that is under way for long",
    "summary",
    { ...open, order: underWay("sent", 180_000) },
    undefined,
    { leads: "passes", hasCart: true },
  ],
  [
    "that places an order again",
    "summary",
    { ...open, ...placed },
    { submissionId: "key" },
    { leads: `303 ${payAt}`, hasCart: true },
  ],
  [
    "that places an order again which a reset may have ended",
    "summary",
    {
      ...open,
      ...placed,
      order: resetting(),
    },
    { submissionId: "key" },
    { leads: `303 ${danke}`, hasCart: true },
  ],
  [
    "that places an older order again",
    "summary",
    { ...open, ...placed },
    { submissionId: "old" },
    { leads: `303 ${danke}`, hasCart: true },
  ],
  ["that hands over a cart", "handover", open, undefined, { leads: "passes", hasCart: true }],
  [
    "that hands over what is lost",
    "handover",
    undefined,
    undefined,
    { leads: `302 ${start}`, comesBack: true },
  ],
  [
    "for a login to an offer that nobody has opened here",
    "offer-login",
    undefined,
    undefined,
    { leads: `302 ${start}` },
  ],
  [
    "for a login to an order that is placed",
    "offer-login",
    { ...open, ...placed },
    undefined,
    { leads: `302 ${danke}`, hasCart: true },
  ],
])("a page %s", async (_, page, kept, posted, expected) => {
  expect(await visit(page, kept, posted)).toEqual(expected);
});

test("a login that the provider asks for needs no offer", async () => {
  const wants = (context: RequestContext) => wantLogin(context, token, `${start}/zahlung`);
  expect(await visit("offer-login", undefined, undefined, wants)).toEqual({ leads: "passes" });
  expect(await visit("payment", undefined, undefined, wants)).toMatchObject({ leads: `302 ${start}` });
});
