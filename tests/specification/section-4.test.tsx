import { renderToStaticMarkup } from "react-dom/server";
import { expect, vi } from "vitest";
import { calls } from "#app/backend/contract/calls.ts";
import { offerSteps } from "#app/domain/offer-steps.ts";
import { idvOutcomeNames, idvOutcomes } from "#app/errors/idv-outcomes.ts";
import { offerStateNames, offerStates } from "#app/errors/offer-states.ts";
import { pages } from "#app/pages.ts";
import { eventById, trackingEvents } from "#app/tracking/catalogue.ts";
import { Accordion } from "#app/ui/accordion.tsx";
import deErrors from "#locales/de/errors.json";
import { fieldsOf } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { heldBy, sectionEnds, statement, statementsFrom } from "./statement.ts";

const portal = await portalForTests();

statement("4.1", () =>
  expect(offerSteps).toEqual(["offer", "personal-data", "id-data", "payment", "summary", "confirmation"]),
);

statement("4.2", async () => {
  expect(calls.resetOffer.method).toBe("PATCH");
  const page = await portal.browser().get(`/angebot/${fresh("state-OFFER_ABANDONED_PAYMENT")}`);
  expect(fieldsOf(page).paymentAction).toBe("clearError");
});

statement("4.3", async () => {
  const customer = portal.browser();
  const page = await customer.get(`/angebot/preview/${fresh("demo")}`);
  const done = await customer.submit(page, {}, { follow: true });
  expect([done.name, done.status]).toEqual(["offer-preview", 200]);
  expect(done.text).toContain("Die Vorschau wurde zurückgesetzt.");
});

const offerTexts: Record<string, { headline: string; text: string }> = deErrors.offer;
statementsFrom(
  "4.4",
  `BirthdateNotPresent DocumentsNotLoaded Downtime Forbidden IdentificationDataMissing NoHardwareStock
  NoPaymentMethodsAvailable NotFound OfferAbandonedPayment OfferBlocked OfferCancelled OfferConsumed OfferExpired
  OfferResetFailed OfferSummaryNotLoaded OfferIncompatibleState OfferPaymentWaitForCapture OfferMismatch OfferTechError
  PaymentAborted PaymentFailed PersonalDataMissing ReservationAmountCanNotBeBlocked ReservationCallHotline
  ReservationFoundNoOrder ReservationRetryDowntime ReservationRetryLater ReservationRetryModal TechnicalProblem
  Unauthorized Unexpected`.split(/\s+/),
  (name) => {
    const state = offerStateNames.find((known) => known === name) ?? expect.fail(`no state ${name}`);
    expect(offerStates[state].actions.length).toBeGreaterThan(0);
    expect(offerTexts[name]).toMatchObject({ headline: expect.any(String), text: expect.any(String) });
  },
);

const idvTexts: Record<string, { headline: string; text: string }> = deErrors.idv;
statementsFrom(
  "4.35",
  `IdvCompleted IdvNoMethodsAvailable IdvSuccess NoMoreIdvPossible NotFound OfferCancelled OfferConsumed OfferExpired
  ReservationCallHotline TechnicalProblem Downtime Unexpected`.split(/\s+/),
  (name) => {
    const outcome = idvOutcomeNames.find((known) => known === name) ?? expect.fail(`no outcome ${name}`);
    expect(idvOutcomes[outcome].page).toMatch(/^(failed|expired|success|consumed|completed|error)$/);
    expect(idvTexts[name]).toMatchObject({ headline: expect.any(String), text: expect.any(String) });
  },
);

statement("4.47", () => {
  for (const name of [
    "selection",
    "failed",
    "expired",
    "pending",
    "success",
    "consumed",
    "completed",
    "post-ident",
  ])
    expect(Object.keys(pages)).toContain(`idv-${name}`);
  // The two others are named so in analytics; submitted is shown as pending (decision 0031).
  expect(trackingEvents.idvSubmitted.pageContent).toBe("idv submitted");
  expect(trackingEvents.idvCancelled.pageContent).toBe("idv cancelled");
  expect(trackingEvents.idvError.pageContent).toBe("idv error");
});

/** Ours: the error page of other journeys. */
const specified = Object.keys(trackingEvents).filter((id) => id !== "errorPage");
const from = (prefix: string) => specified.filter((id) => id.startsWith(prefix));

statement("4.48", () => {
  // Loading, entering and ordering in this order; a failure stands with what failed.
  expect(specified.filter((id) => trackingEvents[id as "offerLoaded"].category === "offer")).toEqual([
    ...["offerLoaded", "offerLoadError", "documentsDownloaded", "documentsLoadError", "personalDataSaved"],
    ...["paymentDataSaved", "offerSubmitted", "offerSubmitFailed", "offerConfirmation", "offerPurchase"],
    "offerErrorPage",
  ]);
});

statement("4.49", () =>
  expect(from("termination")).toEqual([
    ...["terminationLoaded", "terminationSubmitted", "terminationSubmitFailed", "terminationCancelled"],
    ...["terminationTeaserViewed", "terminationRequiredFieldsViewed", "terminationRequiredFieldsClosed"],
    ...["terminationDiscountViewed", "terminationDiscountClosed", "terminationDiscountPhoneClicked"],
    "terminationDiscountSubmitClicked",
  ]),
);

statement("4.50", () =>
  expect(from("selfcare")).toEqual([
    ...["selfcareSubmitted", "selfcareSubmitFailed", "selfcareSubmitClicked", "selfcareModalDisplayed"],
    "selfcareModalClosed",
  ]),
);

statement("4.51", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  for (const id of ["nothing", "constructor", "toString", ""]) expect(eventById(id)).toBeUndefined();
  expect(warn).toHaveBeenCalledTimes(4);
  warn.mockRestore();
});

statement("4.52", () => {
  const items = ["a", "b", "c"].map((id) => ({ id, title: id, content: id }));
  const opened = (open: string | string[]) =>
    renderToStaticMarkup(<Accordion id="x" items={items} open={open} />)
      .match(/<details[^>]*>/g)
      ?.map((item) => item.includes(" open"));
  expect(opened("b")).toEqual([false, true, false]);
  expect(opened(["a", "c"])).toEqual([true, false, true]);
});

heldBy(
  "4.53",
  "tests/components/parts.test.tsx",
  "a loading button keeps its label, and so its width and name, and is marked busy",
);

sectionEnds(4);
