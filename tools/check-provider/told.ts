import type { Failure } from "#app/errors/errors.ts";
import { type Evidence, evidenceAfterAsking, evidenceOf, isOpen } from "#app/outcome/evidence.ts";

type Page = "confirmation" | "waiting" | "refused";

/** What a customer is told of a call that has acted, where something went wrong with its answer. */
export interface Told {
  fault: string;
  /** What the answer proves (decision 0051). */
  evidence: Evidence;
  /** What is known once the provider was asked whether it is done; missing where that is not asked. */
  asked?: Evidence;
  page: Page;
  /** The page after the waiting page, once the call was sent again under its key. */
  later?: Page;
}

/** Asks the provider whether it is done, as the portal does; undefined if it could not say. */
export type IsDone = (failure: Failure) => Promise<boolean | undefined>;
type Attempt = () => Promise<Failure | undefined>;

const pageOf = (known: Evidence): Page =>
  known === "did" ? "confirmation" : known === "didNot" ? "refused" : "waiting";

async function shown(failure: Failure | undefined, isRepeated: boolean, isDone?: IsDone) {
  if (!failure) return { evidence: evidenceOf({ ok: true, data: undefined }), page: pageOf("did") };
  const evidence = evidenceOf({ ok: false, error: undefined, failure }, isRepeated);
  if (!isOpen(evidence) || !isDone) return { evidence, page: pageOf(evidence) };
  const asked = evidenceAfterAsking(evidence, await isDone(failure));
  return { evidence, asked, page: pageOf(asked) };
}

/**
 * @param failure how the attempt ended
 * @param isRepeated whether an earlier attempt may have acted
 * @param again sends it once more under its key
 */
export async function toldOf(
  fault: string,
  failure: Failure | undefined,
  { isRepeated = false, isDone, again }: { isRepeated?: boolean; isDone?: IsDone; again: Attempt },
): Promise<Told> {
  const first = { fault, ...(await shown(failure, isRepeated, isDone)) };
  if (first.page !== "waiting") return first;
  return { ...first, later: (await shown(await again(), true, isDone)).page };
}

/** Something is said not to have happened that did. */
export const isWrong = ({ page, later = page }: Told): boolean => later === "refused";

export const lineOf = (told: Told): string => {
  const { fault, evidence, asked, page, later } = told;
  return [
    `${fault}: ${evidence}`,
    asked && `, asked back: ${asked}`,
    ` → ${page}`,
    later && `, sent again → ${later}`,
    isWrong(told) && ", wrong: it has acted",
  ]
    .filter(Boolean)
    .join("");
};
