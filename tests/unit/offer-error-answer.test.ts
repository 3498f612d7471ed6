import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { loadAbilities } from "#app/backend/services.server.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import type { StatePage } from "#app/error-pages/state-page.tsx";
import { type OfferError, offerErrorIn } from "#app/errors/errors.ts";
import type { ErrorAction } from "#app/errors/state-row.ts";
import { postOnce } from "#app/outcome/attempt.server.ts";
import type { OrderLife } from "#app/outcome/order-life.ts";
import { cartOf, changeCart } from "#app/routes/offer/cart/cart.server.ts";
import { cartNotice } from "#app/routes/offer/cart/cart-notice.server.ts";
import {
  type OfferPlace,
  offerErrorAnswer,
  offerReset,
  toUnknownReset,
} from "#app/routes/offer/cart/error-answer.server.ts";
import { previewReset, reset } from "#app/routes/offer/order/reset.server.ts";
import {
  customerWithCart as customer,
  editing,
  ordered,
  payAt,
  offerRefusal as refusal,
  seen,
  seenOf,
  token,
} from "../support/cart.ts";
import { offersCalls as provider } from "../support/offers-calls.ts";

vi.mock(
  import("#app/backend/offers.server.ts"),
  async () => (await import("../support/offers-calls.ts")).offersCalls,
);
vi.mock(
  import("#app/backend/services.server.ts"),
  async (load) => ({ ...(await load()), loadAbilities: vi.fn() }) as object,
);
vi.mock("node:timers/promises", async () => (await import("../support/short-pauses.ts")).shortPauses);
beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(loadAbilities).mockResolvedValue({ newLink: true });
});

const danke = "/angebot/demo/danke";
const fehler = "/angebot/demo/fehler";
const summaryPage = "/angebot/demo/zusammenfassung";
const hotline = { kind: "hotline" };
const term = { prices: [{ type: "monthly", amount: 9.99 }], minimumTermMonths: 24, noticePeriodMonths: 1 };
const offers = [
  { id: "item", tariff: { id: "t", name: "Tarif", ...term }, packs: [{ id: "p", name: "Extra", ...term }] },
];
/** A button that resets, with all of its fields. */
const resets = (kind: ErrorAction, label: string, fields: object, href = fehler) => ({
  kind,
  label,
  href,
  method: "post" as const,
  fields: { submissionId: expect.any(String), ...fields },
});
const counted = (event: string, description: string, more: object = {}) => [
  expect.objectContaining({ event, description, ...more }),
];

/** What a customer may ask for whose credit was refused, whatever the provider says of it. */
const rights = {
  kind: "list" as const,
  label: "Ihre Rechte",
  parts: expect.arrayContaining([expect.stringContaining("Mensch")]),
};

interface Row {
  state: OfferError["code"];
  of?: Partial<OfferError>;
  at?: Partial<OfferPlace>;
  knows?: OrderLife;
  shows: Partial<StatePage>;
}
const rows: Record<string, Row> = {
  "an offer that is ordered here leads to its order, with what was ordered": {
    state: "OfferConsumed",
    knows: ordered(),
    shows: {
      text: expect.stringContaining("Ihre Bestellung ist bei uns eingegangen."),
      actions: [expect.objectContaining({ kind: "showOrder", href: danke })],
      help: { title: "Hilfe", rows: expect.arrayContaining([expect.objectContaining({ kind: "phone" })]) },
      facts: [expect.objectContaining({ kind: "code", label: expect.stringContaining("estellnummer") })],
      ordered: { title: expect.any(String), products: ["Tarif", "Extra"] },
    },
  },
  "an offer that is ordered elsewhere leads nowhere, but says what is next": {
    state: "OfferConsumed",
    shows: {
      actions: [],
      help: { title: "Hilfe", rows: expect.arrayContaining([expect.objectContaining({ kind: "phone" })]) },
      ordered: undefined,
      next: { title: "So geht es weiter", steps: [expect.anything(), expect.anything()] },
    },
  },
  "an order that can be paid, though it cannot be read": {
    state: "OfferSummaryNotLoaded",
    knows: ordered({ at: "page", url: payAt }),
    shows: { text: expect.stringContaining("Dann bezahlen Sie jetzt.") },
  },
  "an order that cannot be read": {
    state: "OfferSummaryNotLoaded",
    knows: ordered(),
    shows: { text: expect.stringContaining("laden Sie die Übersicht neu") },
  },
  "a document that cannot be loaded is named": {
    state: "DocumentsNotLoaded",
    at: { document: "Mandat", failure: "documents" },
    shows: {
      text: expect.stringContaining("„Mandat“"),
      tracking: counted("documentsLoadError", "Loading documents failed: DocumentsNotLoaded"),
    },
  },
  "a stuck offer begins anew": {
    state: "OfferIncompatibleState",
    shows: {
      actions: [resets("restart", "Von vorne beginnen", { paymentAction: "clearError", order: "" })],
      tracking: counted("offerLoadError", "Loading cart failed: OfferIncompatibleState"),
    },
  },
  "an order whose payment was given up is named by the button that ends it": {
    state: "OfferAbandonedPayment",
    at: { ends: { orderId: "o-1" }, failure: "page" },
    shows: {
      actions: [
        {
          ...resets("restart", "Bestellung o-1 stornieren und neu beginnen", {
            paymentAction: "clearError",
            order: "o-1",
          }),
          fold: "Von vorne beginnen",
        },
      ],
      text: expect.stringContaining("Die Bestellung o-1 ist bei uns"),
      facts: [expect.objectContaining({ label: "Bestellnummer", value: "o-1" })],
      tracking: counted("offerErrorPage", "Error page: OfferAbandonedPayment"),
    },
  },
  "a reset that has failed is tried once more, for what it was for": {
    state: "OfferResetFailed",
    at: { paymentAction: "resetPayment" },
    shows: {
      actions: [
        resets("reset", expect.any(String), { paymentAction: "resetPayment", order: "", retried: "yes" }),
      ],
      text: expect.not.stringContaining("beim zweiten Mal"),
    },
  },
  "one that has failed twice is not": {
    state: "OfferResetFailed",
    at: { isRetried: true },
    shows: {
      actions: [expect.objectContaining(hotline), expect.objectContaining({ kind: "shop" })],
      text: expect.stringContaining("Auch beim zweiten Mal"),
    },
  },
  "the retry of a reset alone is no retry of what else has failed": {
    state: "OfferTechError",
    at: { isRetried: true },
    shows: { text: expect.not.stringContaining("beim zweiten Mal") },
  },
  "a reset that is posted elsewhere": {
    state: "OfferIncompatibleState",
    at: { resetAt: "/vorschau" },
    shows: {
      actions: [
        resets("restart", "Von vorne beginnen", { paymentAction: "clearError", order: "" }, "/vorschau"),
      ],
    },
  },
  "an order that is to be sent again in a moment: under its key": {
    state: "ReservationRetryModal",
    at: { failure: "order" },
    shows: {
      dialog: true,
      actions: [
        expect.objectContaining({ href: summaryPage, method: "post", fields: { submissionId: "key" } }),
      ],
      tracking: counted("offerSubmitFailed", "Place order failed: ReservationRetryModal"),
    },
  },
  "anything else that is to be tried again in a moment is its page": {
    state: "ReservationRetryModal",
    shows: { actions: [expect.objectContaining({ href: danke, method: "get" })] },
  },
  "a payment that takes a while has not failed": {
    state: "OfferPaymentWaitForCapture",
    at: { failure: "order" },
    shows: {
      tracking: counted("offerErrorPage", "Error page: OfferPaymentWaitForCapture"),
      steps: [
        expect.objectContaining({ label: "Ihre Bestellung ist bei uns", done: true }),
        expect.objectContaining({ label: "Ihr Zahlungsanbieter bestätigt die Zahlung", current: true }),
        expect.objectContaining({ label: "Wir bearbeiten Ihre Bestellung", done: false }),
      ],
    },
  },
  "who is to log in may have a new link instead": {
    state: "Unauthorized",
    shows: {
      actions: [
        expect.objectContaining({ kind: "login", href: "/angebot/demo/login" }),
        expect.objectContaining({
          kind: "newLink",
          fields: expect.objectContaining({ link: "/angebot/demo" }),
        }),
      ],
    },
  },
  "a credit that is refused says why, and who was asked, in the provider's language": {
    state: "CreditRefused",
    of: { creditCheck: { reason: "Gelir yetersiz ", source: "Findeks.", language: "tr" } },
    shows: {
      facts: [
        { kind: "text", label: "Grund", value: "Gelir yetersiz", language: "tr" },
        { kind: "text", label: "Quelle", value: "Findeks.", language: "tr", note: expect.any(String) },
        rights,
      ],
    },
  },
  "one that says less": {
    state: "CreditRefused",
    of: { creditCheck: { reason: "Zu viel." } },
    shows: { facts: [{ kind: "text", label: "Grund", value: "Zu viel.", language: "de" }, rights] },
  },
  "one that says nothing": {
    state: "CreditRefused",
    shows: { facts: [rights] },
  },
  "what is counted is of the offer's use case": {
    state: "OfferBlocked",
    shows: { tracking: counted("offerLoadError", "Loading cart failed: OfferBlocked", { useCaseCode: 31 }) },
  },
  "or of the one that the provider says": {
    state: "OfferBlocked",
    of: { useCase: "yellow" },
    shows: {
      tracking: counted("offerLoadError", "Loading cart failed: OfferBlocked", { useCaseCode: 30 }),
    },
  },
};

const cartOfOffer = { offer: { offers, documents: [], paymentMethods: [], offerUseCase: "orange_vvl" } };

test.each(Object.entries(rows))("%s", async (_, { state, of, at, knows = editing, shows }) => {
  const place = await (await customer({ ...cartOfOffer, order: knows }))();
  const answer = await offerErrorAnswer({ ...place, ...at }, { ...offerErrorIn(state), ...of });
  expect((answer as { data: StatePage }).data).toMatchObject(shows);
});

const kept = { submissionId: "reset", startedAt: Date.now(), is: "sent", tries: 1 } as const;
const keptReset = { ...kept, order: "o-1", paymentAction: "clearError", isRetried: false } as const;

test.each([
  ["12:00", false],
  ["22:00", true],
])("at %s, the button that calls leads to a hotline that is closed: %s", async (time, isClosed) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`2026-01-15T${time}:00+01:00`) });
  onTestFinished(() => void vi.useRealTimers());
  const place = await (await customer(cartOfOffer))();
  const answer = await offerErrorAnswer(place, offerErrorIn("OfferCancelled"));
  const { actions } = (answer as { data: StatePage }).data;
  expect(actions).toEqual([expect.objectContaining({ ...hotline, isClosed })]);

  const expired = await offerErrorAnswer(place, offerErrorIn("OfferExpired"));
  const { actions: ways, help } = (expired as { data: StatePage }).data;
  // Where there is another way on, a closed hotline is a row, with its hours.
  expect(ways.map(({ kind }) => kind)).toEqual(isClosed ? ["newLink"] : ["hotline", "newLink"]);
  expect(help.rows[0]).toMatchObject({ kind: isClosed ? "phone" : "hours" });
});

test("while a reset's end is unknown, no page offers another, but for one that is posted elsewhere", async () => {
  const place = await (await customer({}))();
  place.session.write(offerReset.scope, token, keptReset);
  const stuck = offerErrorIn("OfferIncompatibleState");
  expect(seen(await offerErrorAnswer(place, stuck))).toEqual({ status: 302, to: fehler });
  expect(seen(await offerErrorAnswer({ ...place, resetAt: "/vorschau" }, stuck))).toMatchObject({
    state: "OfferIncompatibleState",
  });
  expect(seen(await offerErrorAnswer(place, offerErrorIn("OfferBlocked")))).toMatchObject({
    state: "OfferBlocked",
  });
  expect(seen(await toUnknownReset({ ...place, posted: true }))).toEqual({ status: 303, to: fehler });
});

test("a session that ends says of a reset of unknown end where to look", () => {
  const notices = [reset.scope.endNotice?.(keptReset, token), previewReset.scope.endNotice?.(kept, token)];
  const reference = shortReference(kept.submissionId);
  expect(notices).toEqual([
    { kind: "offer", act: "restart", underWayAt: fehler, reference },
    { kind: "offer", act: "preview", underWayAt: "/angebot/preview/demo", reference },
  ]);
});

const vorschau = "/angebot/preview/demo";
const stuck = { ...refusal(500), error: offerErrorIn("OfferResetFailed") };
const open = [{ ok: true, data: { payment: "missing" } }, refusal(404, "RESERVATION_FOUND_NO_ORDER")];
test.each<[what: string, answer: object, offer: unknown, leads: object, isDone: boolean]>([
  ["done", { ok: true }, refusal(500), { status: 303, to: vorschau }, true],
  ["done, though its answer has no word", refusal(500), open[0], { status: 303, to: vorschau }, true],
  [
    "not done",
    refusal(422, "OFFER_INCOMPATIBLE_STATE"),
    refusal(500),
    { state: "OfferIncompatibleState", actions: { restart: `post ${danke}` } },
    false,
  ],
  ["not done in time", stuck, refusal(500), { status: 303, to: vorschau }, false],
])("a preview's reset is %s", async (_, answer, offer, leads, isDone) => {
  const tabs = await customer({ order: ordered() });
  const press = { submissionId: "one press" };
  const isKept = vi.fn();
  provider.resetPreview.mockImplementation(async () => {
    isKept((await (await tabs()).session.read(previewReset.scope, token)) !== undefined);
    return answer;
  });
  provider.verifyOffer.mockResolvedValue(offer);
  provider.loadSummary.mockResolvedValue(open[1]);
  const pressed = async () => {
    const place = await tabs(60_000);
    const led = await seenOf(postOnce(previewReset, { ...place, posted: true }, press));
    await place.end();
    return led;
  };
  expect(await pressed()).toMatchObject(leads);
  expect(provider.resetPreview.mock.calls[0]?.slice(1)).toEqual([token, press.submissionId]);
  expect(isKept).toHaveBeenCalledWith(true);
  const { context, session } = await tabs();
  expect((await cartOf(context, token))?.order).toMatchObject(
    isDone ? { is: "editing", ended: [{ by: press.submissionId, order: null }] } : { is: "ordered" },
  );
  expect(await session.take(cartNotice, `preview:${token}`)).toBe(isDone ? "reset" : undefined);
  if (!isDone) return;
  changeCart(context, token, (cart) => cart);
  expect(await pressed()).toMatchObject(leads);
  expect(provider.resetPreview).toHaveBeenCalledOnce();
});
