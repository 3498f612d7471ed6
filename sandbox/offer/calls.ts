import { offerCalls } from "../../app/backend/contract/offer-calls.ts";
import type { AcceptanceAnswer } from "../../app/backend/contract/order.ts";
import { playAimed } from "../aimed-fault.ts";
import type { Api, ApiRequest } from "../api.ts";
import type { Area } from "../area.ts";
import { dayMs } from "../clock/clock.ts";
import { bearerAge, otherCustomer } from "../login/bearers.ts";
import { codedRefusal, fieldRefusal, refusal, unknownRefusal } from "../problem.ts";
import type { Sandbox } from "../sandbox.ts";
import { wordsOf } from "../words.ts";
import { answerAcceptance, paymentPage } from "./acceptance.ts";
import { offerPdf } from "./documents.ts";
import {
  mailEmailCorrected,
  mailEsimReplaced,
  mailOfferDeclined,
  mailOrderConfirmed,
  mailPortingAsked,
} from "./mails.ts";
import { buildOffer, buildVerification, endOfOffer, isTooEarly } from "./offers.ts";
import {
  cancelOrder,
  codeOfOrder,
  countPoll,
  endOfEsim,
  forgetOffer,
  isDeclined,
  liveOrder,
  markReset,
  movePayment,
  type Order,
  offerMigrations,
  replaceEsim,
  requireStock,
  returnStock,
  storeEmail,
  storeLine,
  wasReset,
} from "./orders.ts";
import { offerDates } from "./progress.ts";
import type { OfferCallName } from "./scenarios.ts";
import { esimsOf, summaryOf } from "./summary.ts";
import { clearedByReset, type OfferScenario, offerScenarioOf } from "./token.ts";

/** Number of polls until a waiting payment is paid. */
const pollsUntilPaid = 3;

/** Offers: verification, loading, preview, acceptance, summary, documents, reset. */
export const offers: Area = { migrations: offerMigrations, calls: registerOfferCalls, dates: offerDates };

/** The eight offer calls of specification §7, and ours. */
function registerOfferCalls(api: Api, sandbox: Sandbox): void {
  const { database } = sandbox;
  const scenarioOf = (request: ApiRequest): OfferScenario => {
    const scenario = offerScenarioOf(request.param("id"));
    if (!scenario) throw unknownRefusal("Offer");
    return scenario;
  };

  /** What the session or a login has ordered, and how it stands. */
  function ownOrder(request: ApiRequest) {
    const token = request.param("id");
    const scenario = scenarioOf(request);
    requireLiveLogin(sandbox, request.bearer);
    const order = liveOrder(sandbox, token);
    const offer = order && buildOffer(token, scenario, new Date(order.at), order.language, order.brand);
    return { order, summary: offer && summaryOf(sandbox, order, offer, scenario, undefined) };
  }

  /** Before each call: the scenario's fault, then the login. */
  const before = (call: OfferCallName) => async (request: ApiRequest) => {
    const scenario = scenarioOf(request);
    const faulty = await playFault(sandbox, call, scenario, request);
    if (faulty) return faulty;
    requireLogin(sandbox, scenario, request.bearer);
    return undefined;
  };

  const refuseIfOrdered = (token: string, scenario: OfferScenario) => {
    const order = liveOrder(sandbox, token);
    if (order) throw codedRefusal(codeOfOrder(order), { offerUseCase: order.useCase });
    if (isDeclined(database, token))
      throw codedRefusal("OFFER_CANCELLED", { offerUseCase: scenario.useCase });
    if (endOfOffer(sandbox, scenario) < sandbox.now(token))
      throw codedRefusal("OFFER_EXPIRED", { offerUseCase: scenario.useCase });
    if (scenario.stuck && !wasReset(database, token))
      throw codedRefusal("OFFER_INCOMPATIBLE_STATE", { offerUseCase: scenario.useCase });
    requireStock(database, scenario.stockPool);
  };

  const openOffer = ({ language, brand }: ApiRequest, token: string, scenario: OfferScenario) => ({
    ...buildOffer(token, scenario, sandbox.now(token), language, brand, sandbox.publicUrl),
    validUntil: endOfOffer(sandbox, scenario).toISOString(),
  });

  api.read(
    offerCalls.verifyOffer,
    (request) => {
      const token = request.param("id");
      const scenario = scenarioOf(request);
      const order = liveOrder(sandbox, token);
      if (order) settleWaiting(sandbox, order, scenario);
      refuseIfOrdered(token, scenario);
      return buildVerification(token, scenario);
    },
    { before: before("verify") },
  );

  api.read(
    offerCalls.loadOffer,
    (request) => {
      const token = request.param("id");
      const scenario = scenarioOf(request);
      refuseIfOrdered(token, scenario);
      return openOffer(request, token, scenario);
    },
    { before: before("load") },
  );

  // A preview always shows the original offer.
  api.read(
    offerCalls.previewOffer,
    (request) => openOffer(request, request.param("id"), scenarioOf(request)),
    { before: before("preview") },
  );

  api.effect(
    offerCalls.resetPreview,
    (request) => forgetOffer(sandbox, request.param("id"), scenarioOf(request).stockPool),
    { before: before("previewreset") },
  );

  api.effect(
    offerCalls.acceptOffer,
    (request) => {
      const token = request.param("id");
      const scenario = scenarioOf(request);
      refuseIfOrdered(token, scenario);
      if (isTooEarly(scenario, sandbox.now(token)))
        throw codedRefusal("OFFER_INCOMPATIBLE_STATE", { offerUseCase: scenario.useCase });
      // Or its refusal, which the contract has beside it.
      return answerAcceptance(sandbox, token, scenario, request.body, request.brand) as AcceptanceAnswer;
    },
    { before: before("accept"), lose: (request) => scenarioOf(request).lost },
  );

  api.effect(
    offerCalls.declineOffer,
    (request) => {
      const token = request.param("id");
      const scenario = scenarioOf(request);
      if (isDeclined(database, token)) return;
      refuseIfOrdered(token, scenario);
      const { reason } = request.body;
      const at = sandbox.now(token).toISOString();
      database.insert("declined_offers", { token, reason, at });
      const { brand, language } = request;
      const { offers } = buildOffer(token, scenario, new Date(at), language, brand);
      mailOfferDeclined(sandbox, { token, at, reason, offers, brand, language });
    },
    { before: before("decline") },
  );

  api.effect(
    offerCalls.correctEmail,
    (request) => {
      const token = request.param("id");
      const scenario = scenarioOf(request);
      requireLiveLogin(sandbox, request.bearer);
      const order = liveOrder(sandbox, token);
      if (!order) throw codedRefusal("OFFER_INCOMPATIBLE_STATE", { offerUseCase: scenario.useCase });
      const { value } = request.body.email;
      if (value.endsWith("@refused.example")) throw fieldRefusal([{ field: "email.value", code: "form" }]);
      const { email: before } = order.customer;
      if (value === before) return;
      storeEmail(database, order, value);
      mailEmailCorrected(sandbox, order, value);
      const corrected = { ...order, customer: { ...order.customer, email: value } };
      const offer = buildOffer(token, scenario, new Date(order.at), order.language, order.brand);
      mailOrderConfirmed(sandbox, corrected, offer);
    },
    { before: before("email") },
  );

  api.effect(
    offerCalls.correctPorting,
    (request) => {
      const token = request.param("id");
      const scenario = scenarioOf(request);
      requireLiveLogin(sandbox, request.bearer);
      const order = liveOrder(sandbox, token);
      const { porting, askedAgainAt } = order?.line ?? {};
      if (!order || !porting || !scenario.stopped)
        throw codedRefusal("OFFER_INCOMPATIBLE_STATE", { offerUseCase: scenario.useCase });
      const { holder } = request.body;
      if (holder?.value === "Refused") throw fieldRefusal([{ field: "holder.value", code: "DIFFERENT" }]);
      if (askedAgainAt) return;
      storeLine(database, order, {
        ...order.line,
        porting: { ...porting, ...(holder && { holder: holder.value }) },
        askedAgainAt: sandbox.now(token).toISOString(),
      });
      mailPortingAsked(sandbox, order);
    },
    { before: before("porting") },
  );

  api.effect(
    offerCalls.readEsim,
    (request) => {
      const token = request.param("id");
      const { order, summary } = ownOrder(request);
      if (!order || summary?.esim !== "ready") throw esimRead();
      database.insert("read_esims", { order_id: order.id, at: sandbox.now(token).toISOString() });
      return { profiles: esimsOf(sandbox, order, summary) };
    },
    {
      // The repetition of a call is answered before its handler is asked.
      async before(request) {
        const faulty = await before("esim")(request);
        const token = request.param("id");
        const order = liveOrder(sandbox, token);
        const until = order && endOfEsim(sandbox, order);
        if (!faulty && until && until <= sandbox.now(token)) throw esimRead();
        return faulty;
      },
      isAnswerWanted: true,
    },
  );

  api.effect(
    offerCalls.replaceEsim,
    (request) => {
      const { order, summary } = ownOrder(request);
      if (!order || summary?.esim !== "read" || !summary.esimReplaceable)
        throw refusal(409, "ESIM_NOT_REPLACEABLE", "There is no eSIM to be replaced.");
      replaceEsim(sandbox, order);
      mailEsimReplaced(sandbox, order);
    },
    { before: before("newesim") },
  );

  api.read(
    offerCalls.offerSummary,
    (request) => {
      const token = request.param("id");
      const scenario = scenarioOf(request);
      const found = liveOrder(sandbox, token);
      const order = found && settleWaiting(sandbox, found, scenario);
      const extra = { offerUseCase: scenario.useCase };
      if (!order) throw codedRefusal("OFFER_INCOMPATIBLE_STATE", extra);
      const code = codeOfOrder(order);
      // What is ordered can be seen while its payment is open.
      const isShown = code === "OFFER_CONSUMED" || order.paymentState === "pending";
      if (!isShown) throw codedRefusal(code, extra);
      const { language, brand } = request;
      const offer = buildOffer(token, scenario, new Date(order.at), language, brand, sandbox.publicUrl);
      const payAt = (wordsOf(token) ?? sandbox.words)?.bare && paymentPage(sandbox, order);
      return summaryOf(sandbox, order, offer, scenario, payAt);
    },
    { before: before("summary") },
  );

  api.read(
    offerCalls.offerDocument,
    async (request) => {
      const token = request.param("id");
      const scenario = scenarioOf(request);
      // Documents are in German, the contract's language.
      const offer = buildOffer(token, scenario, sandbox.now(token), "de", request.brand);
      const itemId = request.param("itemId");
      const type = request.param("type");
      const document = offer.documents.find((one) => one.itemId === itemId && one.type === type);
      if (!document) throw unknownRefusal("Document");
      return offerPdf(offer, document, liveOrder(sandbox, token), sandbox.now(token));
    },
    { before: before("documents") },
  );

  api.effect(
    offerCalls.resetOffer,
    (request) => {
      const token = request.param("id");
      const scenario = scenarioOf(request);
      const order = liveOrder(sandbox, token);
      if (order) {
        const code = codeOfOrder(order);
        // A reset never undoes a payment that is captured or being captured: no second order.
        if (!clearedByReset.has(code)) throw codedRefusal(code, { offerUseCase: order.useCase });
        cancelOrder(database, order);
        returnStock(database, scenario.stockPool);
      }
      markReset(database, token);
    },
    { before: before("reset") },
  );
}

function playFault(
  sandbox: Sandbox,
  call: OfferCallName,
  { fault: aimed, useCase }: OfferScenario,
  request: ApiRequest,
) {
  const token = request.param("id");
  if (aimed?.fault.kind === "code" && clearedByReset.has(aimed.fault.code)) {
    const isOver = call === "reset" ? aimed.calls.length > 1 : wasReset(sandbox.database, token);
    if (isOver) return undefined;
  }
  return playAimed(sandbox, aimed, call, token, request.context, { offerUseCase: useCase });
}

const esimRead = () => refusal(410, "ESIM_READ", "There is no eSIM to be read.");

function requireLogin(sandbox: Sandbox, scenario: OfferScenario, bearer: string | undefined) {
  if (bearer === otherCustomer) throw refusal(403, "FORBIDDEN", "This belongs to another customer.");
  if (!scenario.login) return;
  const age = bearer === undefined ? undefined : bearerAge(sandbox, bearer);
  if (age === undefined || age >= scenario.login.seconds)
    throw refusal(401, "UNAUTHORIZED", "Sign in first.", { offerUseCase: scenario.useCase });
}

/** What is the customer's alone: without a login, by the portal's word that this session has ordered. */
function requireLiveLogin(sandbox: Sandbox, bearer: string | undefined) {
  if (bearer !== undefined && bearerAge(sandbox, bearer) === undefined)
    throw refusal(401, "UNAUTHORIZED", "This login has ended.");
}

/** Captures a waiting payment after enough polls, or a day, then confirms the order by mail. */
function settleWaiting(sandbox: Sandbox, order: Order, scenario: OfferScenario): Order {
  if (order.paymentState !== "waiting") return order;
  return sandbox.database.transaction(() => {
    const isLate = sandbox.now(order.token).getTime() - Date.parse(order.at) >= dayMs;
    if (countPoll(sandbox.database, order) < pollsUntilPaid && !isLate) return order;
    const paid: Order = { ...order, paymentState: "paid" };
    if (movePayment(sandbox.database, order, "waiting", "paid"))
      mailOrderConfirmed(
        sandbox,
        paid,
        buildOffer(order.token, scenario, new Date(order.at), order.language, order.brand),
      );
    return paid;
  });
}
