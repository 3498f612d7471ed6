import { barrierCalls } from "#app/backend/contract/barrier.ts";
import type { Call } from "#app/backend/contract/call.ts";
import { customerCalls } from "#app/backend/contract/customer.ts";
import { identityCalls } from "#app/backend/contract/identity.ts";
import { offerCalls } from "#app/backend/contract/offer-calls.ts";
import { serviceCalls } from "#app/backend/contract/services.ts";
import { openCalls, prefilledCalls } from "#app/backend/contract/termination.ts";
import { withdrawalCalls } from "#app/backend/contract/withdrawal.ts";
import type { Failure } from "#app/errors/errors.ts";
import {
  type Evidence,
  evidenceAfterAsking,
  evidenceOf,
  isConflict,
  isUndecided,
} from "#app/outcome/evidence.ts";

type Page = "confirmation" | "waiting" | "refused";

/** The page's `data-page`, and what it says, where the call is known to have acted, where that is unknown, and where not. */
const pages = new Map<Call, Record<Page, string>>();
function add(calls: Call[], confirmation: string, waiting: string, refused: string) {
  for (const call of calls) pages.set(call, { confirmation, waiting, refused });
}
const waits = "202, waits";
add(
  [offerCalls.acceptOffer],
  "confirmation or the payment page",
  `offer-error, ${waits}`,
  "offer-error, not ordered",
);
add([offerCalls.correctEmail], "order-email, saved", `order-email, ${waits}`, "order-email, not saved");
add(
  [offerCalls.replaceEsim],
  "esim, to be shown",
  `esim-replacement, ${waits}`,
  "esim-replacement, not replaced",
);
add(
  [offerCalls.correctPorting],
  "order-porting, asked again",
  `order-porting, ${waits}`,
  "order-porting, not asked",
);
add([offerCalls.resetOffer], "offer, open again", `offer-error, ${waits}`, "offer-error, not reset");
add([offerCalls.resetPreview], "offer-preview, reset", `offer-preview, ${waits}`, "offer-error, not reset");
add([identityCalls.chooseIdvMethod], "the method's", `idv-selection, ${waits}`, "idv-selection, not chosen");
add(
  [identityCalls.mailIdvCoupon],
  "idv-post-ident, sent",
  `idv-post-ident, ${waits}`,
  "idv-post-ident, not sent",
);
add(
  [customerCalls.changeCustomerDetails],
  "customer-data, saved",
  `customer-data, ${waits}`,
  "customer-data, not saved",
);
for (const [{ declare }, name] of [
  [openCalls, "termination-confirmation"],
  [prefilledCalls, "selfcare-confirmation"],
  [withdrawalCalls, "withdrawal-confirmation"],
] as const)
  add([declare], `${name}, passed on`, `${name}, received, passed on later`, `${name}, not accepted`);
add(
  [serviceCalls.declineEmail],
  "email-rejection, declined",
  "email-rejection, declined, passed on later",
  "email-rejection, unknown link",
);
add(
  [serviceCalls.revokeConsents],
  "revocation, withdrawn",
  "revocation, withdrawn, passed on later",
  "revocation, unknown link",
);
add(
  [serviceCalls.revokeConsentsByName],
  "revocation-by-name, withdrawn",
  "revocation-by-name, withdrawn, passed on later",
  "revocation-by-name, withdrawn",
);
add(
  [barrierCalls.reportBarrier],
  "barrier-confirmation",
  "barrier-confirmation, passed on later",
  "barrier-confirmation",
);

const pagesOf = (call: Call): Record<Page, string> => {
  const known = pages.get(call);
  if (!known) throw new Error(`Nobody has said which pages follow ${call.method} ${call.path}.`);
  return known;
};

/** What a customer reads of a call that has acted, where something went wrong with its answer. */
export interface AfterFault {
  fault: string;
  /** What the answer proves (decision 0126). */
  evidence: Evidence;
  /** What is known once the provider was asked whether it is done; missing where that is not asked. */
  asked?: Evidence;
  page: Page;
  /** The page after the waiting page, once the call was sent again under its key. */
  later?: Page;
  /** The last of these pages by its name. */
  shown: string;
}

/** Asks the provider whether it is done, as the portal does; undefined if it could not say. */
export type IsDone = (failure: Failure) => Promise<boolean | undefined>;
type Attempt = () => Promise<Failure | undefined>;

const pageOf = (known: Evidence): Page =>
  known === "did" ? "confirmation" : known === "didNot" ? "refused" : "waiting";

async function read(failure: Failure | undefined, isRepeated: boolean, isDone?: IsDone) {
  if (!failure) return { evidence: evidenceOf({ ok: true, data: undefined }), page: pageOf("did") };
  const evidence = evidenceOf({ ok: false, error: undefined, failure }, isRepeated || isConflict(failure));
  if (!isUndecided(evidence) || !isDone) return { evidence, page: pageOf(evidence) };
  const asked = evidenceAfterAsking(evidence, await isDone(failure));
  return { evidence, asked, page: pageOf(asked) };
}

/**
 * @param failure how the attempt ended
 * @param isRepeated whether an earlier attempt may have acted
 * @param again sends it once more under its key
 */
export async function afterFault(
  call: Call,
  fault: string,
  failure: Failure | undefined,
  { isRepeated = false, isDone, again }: { isRepeated?: boolean; isDone?: IsDone; again: Attempt },
): Promise<AfterFault> {
  const names = pagesOf(call);
  const first = { fault, ...(await read(failure, isRepeated, isDone)) };
  if (first.page !== "waiting") return { ...first, shown: names[first.page] };
  const later = (await read(await again(), true, isDone)).page;
  return { ...first, later, shown: names[later] };
}

/** Something is said not to have happened that did. */
export const isWrong = ({ page, later = page }: AfterFault): boolean => later === "refused";

export const faultLine = (told: AfterFault): string => {
  const { fault, evidence, asked, page, later, shown } = told;
  return [
    `${fault}: ${evidence}`,
    asked && `, asked back: ${asked}`,
    later ? ` → ${page}, sent again → ${later}` : ` → ${page}`,
    ` (${shown})`,
    isWrong(told) && ", wrong: it has acted",
  ]
    .filter(Boolean)
    .join("");
};
