import type { z } from "zod";
import { identityCalls, type idv, type idvChoiceAnswer } from "../../app/backend/contract/identity.ts";
import { playAimed } from "../aimed-fault.ts";
import type { Api, ApiRequest } from "../api.ts";
import { type CopyDate, dayMs } from "../clock/clock.ts";
import { idvIdOf } from "../offer/offers.ts";
import { liveOrder } from "../offer/orders.ts";
import { offerScenarioOf } from "../offer/token.ts";
import { codedRefusal, fieldRefusal, refusal, unknownRefusal } from "../problem.ts";
import type { Sandbox } from "../sandbox.ts";
import { couponOf, couponPdf } from "./coupon.ts";
import { identifiedCustomer } from "./customer.ts";
import {
  isFinal,
  isOpen,
  type Move,
  messageCode,
  moved,
  storedVerification,
  storeVerification,
  type Verification,
  validUntil,
  verificationOf,
} from "./machine.ts";
import { mail, mailResult } from "./mails.ts";
import { daysOf, type MethodKind, methodOf, methodsOfBrand, needsCoupon } from "./methods.ts";
import type { IdvCallName } from "./scenarios.ts";
import { attemptsAllowed, type IdvScenario, idvScenarioOf } from "./token.ts";

/** Number of polls until a submitted verification is under review, and until the review is over. */
const pollsUntilReview = 2;
const pollsUntilResult = 4;

const extra = { offerUseCase: "green_idv" };

/** Final states are returned as error codes. */
const codeOfState: Partial<Record<Verification["state"], string>> = {
  success: "IDV_SUCCESS",
  completed: "IDV_COMPLETED",
  expired: "OFFER_EXPIRED",
  cancelled: "OFFER_CANCELLED",
  consumed: "OFFER_CONSUMED",
};

/** The idv calls of specification §7, and the two for the coupon. */
export function registerIdentityCalls(api: Api, sandbox: Sandbox): void {
  const scenarioOf = (request: ApiRequest): IdvScenario => {
    const scenario = idvScenarioOf(request.param("id"));
    if (!scenario) throw unknownRefusal("Idv");
    return scenario;
  };
  const before = (call: IdvCallName) => (request: ApiRequest) =>
    playAimed(sandbox, scenarioOf(request).fault, call, request.param("id"), request.context, extra);
  /** @throws Refusal with the code of a verification that has ended */
  const openOne = (request: ApiRequest) => {
    const scenario = scenarioOf(request);
    const verification = verificationOf(sandbox, request.param("id"), scenario);
    const code = isFinal(verification) ? "NO_MORE_IDV_POSSIBLE" : codeOfState[verification.state];
    if (code) throw codedRefusal(code, extra);
    return { scenario, verification };
  };

  api.read(
    identityCalls.loadIdv,
    (request) => {
      sandbox.database.transaction(() => settleReview(sandbox, request.param("id"), scenarioOf(request)));
      const { scenario, verification } = openOne(request);
      return answerOf(sandbox, verification, scenario);
    },
    { before: before("idv") },
  );

  api.read(
    identityCalls.idvMethods,
    (request) => {
      const { brand, methods } = openOne(request).scenario;
      if (methods === "none") return [];
      return methodsOfBrand(brand).map((kind) => methodOf(kind, brand, request.language));
    },
    { before: before("methods") },
  );

  api.effect(
    identityCalls.chooseIdvMethod,
    (request) => {
      const { scenario, verification } = openOne(request);
      const { method, returnUrl } = request.body;
      const offered: readonly string[] = scenario.methods === "none" ? [] : methodsOfBrand(scenario.brand);
      if (!offered.includes(method))
        throw fieldRefusal([{ field: "method", code: "NOT_OFFERED", message: "There is no such method." }]);
      const next = moved(verification, "choose", sandbox.now(verification.token));
      if (!next) throw refusal(409, "IDV_UNDER_WAY", "The attempt has started already.", extra);
      const kind = method as MethodKind;
      const chosen = {
        ...next,
        method: kind,
        returnUrl,
        language: request.query.language,
        brand: request.brand,
      };
      storeVerification(sandbox, chosen);
      if (scenario.code && !needsCoupon(kind)) mail(sandbox, chosen, "code", messageCode(chosen));
      const answer: z.input<typeof idvChoiceAnswer> = needsCoupon(kind)
        ? { step: "coupon" }
        : { step: "provider", redirectUrl: attemptUrl(sandbox, chosen) };
      return answer;
    },
    { before: before("choose"), lose: (request) => scenarioOf(request).lost },
  );

  const couponFor = (request: ApiRequest) => {
    const { scenario, verification } = openOne(request);
    const coupon = couponOf(sandbox, verification, scenario);
    if (!coupon) throw unknownRefusal("Coupon");
    return { coupon, verification };
  };

  api.read(
    identityCalls.idvCoupon,
    (request) =>
      couponPdf(
        couponFor(request).coupon,
        request.brand,
        request.query.language,
        sandbox.now(request.param("id")),
      ),
    { before: before("coupon") },
  );

  api.effect(
    identityCalls.mailIdvCoupon,
    (request) => {
      const { coupon, verification } = couponFor(request);
      if (!coupon.email) throw refusal(409, "NOT_OFFERED", "This coupon is not sent by e-mail.", extra);
      const { language } = request.query;
      mail(sandbox, { ...verification, language, brand: request.brand }, "coupon", coupon.referenceNumber);
    },
    { before: before("mail") },
  );
}

/** Where the chosen attempt continues. */
export const attemptUrl = (sandbox: Sandbox, { token, choices }: Verification) =>
  `${sandbox.publicUrl}/sandbox/ident/${encodeURIComponent(token)}/${choices}`;

function answerOf(sandbox: Sandbox, verification: Verification, scenario: IdvScenario): z.input<typeof idv> {
  const { state, failures, lastAttempt, method } = verification;
  const atProvider = method && !needsCoupon(method) && (state === "methodChosen" || state === "started");
  return {
    state,
    attemptsLeft: attemptsAllowed - failures,
    ...(lastAttempt && { lastAttempt }),
    ...(method && { methodId: method }),
    changeable: state === "created" || state === "methodChosen" || state === "failed",
    ...(atProvider && { continueUrl: attemptUrl(sandbox, verification) }),
    coupon: couponOf(sandbox, verification, scenario),
    validUntil: validUntil(verification).toISOString(),
    ...extra,
  };
}

/** Advances a verification if its state allows it, and mails the result of an attempt. */
export function move(
  sandbox: Sandbox,
  token: string,
  scenario: IdvScenario,
  name: Exclude<Move, "choose">,
): boolean {
  return sandbox.database.transaction(() => {
    const next = moved(verificationOf(sandbox, token, scenario), name, sandbox.now(token));
    if (!next) return false;
    storeVerification(sandbox, next);
    mailResult(sandbox, next);
    return true;
  });
}

/** A submitted verification enters review, and completes after enough polls, or once its method's days are over. */
function settleReview(sandbox: Sandbox, token: string, scenario: IdvScenario): void {
  const verification = verificationOf(sandbox, token, scenario);
  if (scenario.review === "endless") return;
  if (verification.state !== "submitted" && verification.state !== "review") return;
  const looks = verification.looks + 1;
  storeVerification(sandbox, { ...verification, looks });
  const { method, at } = verification;
  const days = method ? daysOf(method) : 1;
  const isLate = sandbox.now(token).getTime() - Date.parse(at) >= days * dayMs;
  if (looks >= pollsUntilReview || isLate) move(sandbox, token, scenario, "review");
  if (looks >= pollsUntilResult || isLate)
    move(sandbox, token, scenario, scenario.review === "success" ? "approve" : "refuse");
}

/** When the verification of a token ends, or that of its order, while it is open. */
export function identityDates(sandbox: Sandbox, token: string): CopyDate[] {
  const offer = offerScenarioOf(token);
  const order = offer && liveOrder(sandbox, token);
  const id = (order && idvIdOf(offer, order)) ?? token;
  const scenario = idvScenarioOf(id);
  // A token of both an offer and a verification is that of the offer, until a method is chosen.
  if (!scenario || (offer && id === token && !storedVerification(sandbox, token))) return [];
  const verification = verificationOf(sandbox, id, scenario);
  if (!isOpen(verification)) return [];
  const { language, brand, returnUrl: href } = verification;
  const { email: to, ...customer } = identifiedCustomer(sandbox, id);
  const notice = { to, customer, language, brand, href };
  return [{ name: "identityEnds", at: validUntil(verification), notice }];
}
