import { createHmac, randomUUID } from "node:crypto";
import { type DeclarationKind, hasReceipt, type Wire } from "#app/backend/declarations.server.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import { ApiError, type FormFieldError } from "#app/errors/errors.ts";
import { audit } from "#app/outcome/audit.server.ts";
import { forwardOnce } from "#app/outcome/declared.server.ts";
import { config } from "#app/platform/config.server.ts";
import { asError, codeOf } from "#app/platform/error-facts.ts";
import { logger } from "#app/platform/log.server.ts";
import { unreadableDeclarations } from "#app/platform/metrics.server.ts";
import { monotonicMs } from "#app/platform/monotonic.ts";
import type { LoginInTime } from "#app/session/bearer.server.ts";
import { sessionSecrets } from "#app/session/open-store.server.ts";
import { callingContext } from "./calling-context.server.ts";
import { contentDigest, idsOf, type PostedDeclaration } from "./declaration-id.server.ts";
import { declarationQueue } from "./open-queue.server.ts";
import type { Added, DeclarationQueue, Entry, Share } from "./queue.ts";
import {
  type Declaration,
  isOfKind,
  type Proof,
  type StoredDeclaration,
  seal,
  unseal,
} from "./stored-declaration.server.ts";

function opened(entry: Entry): Declaration | undefined {
  try {
    return unseal(entry);
  } catch (error) {
    logger.error({ err: error, declaration: entry.id }, "A declaration cannot be read.");
    return undefined;
  }
}

/** Keyed hash of the contract, so that the store reveals nothing. */
function laneOf({ brand, kind, body, facts }: Declaration): string {
  const fields: Record<string, unknown> = { ...facts, ...body };
  const numbers = ["contractNumber", "customerNumber", "phoneNumber", "contractReference", "token"];
  const sign = numbers.map((name) => fields[name]).find((value) => typeof value === "string" && value !== "");
  // A number without digits, such as "unknown", identifies no contract: the declaration then gets a lane of its own.
  const subject =
    typeof sign === "string" && /\d/.test(sign) ? sign.replace(/\W/g, "").toLowerCase() : fields;
  const purpose = hasReceipt(kind) ? "contract" : kind;
  return createHmac("sha256", sessionSecrets().at(-1) ?? "")
    .update(JSON.stringify([brand, purpose, subject]))
    .digest("base64url");
}

/** One attempt to forward a declaration, which has then been answered unless it still waits. */
async function attempt<K extends DeclarationKind>(
  declaration: Declaration<K>,
  attempts: number,
  login?: LoginInTime,
) {
  // An attempt of which nothing is known may have acted, as in a portal that was killed.
  const isRepeated = attempts - 1 > (declaration.idleAttempts ?? 0);
  const tried = await forwardOnce(callingContext(declaration, login), declaration, isRepeated);
  const { state, error } = tried;
  const isIdle = state === "refused" || (state === "waiting" && tried.isIdle);
  const counted = isIdle && !isRepeated ? { ...declaration, idleAttempts: attempts } : declaration;
  if (state === "waiting") {
    const { needsStaff, isUnsent } = tried;
    const unheard = (counted.unheard ?? 0) + (needsStaff ? 1 : 0);
    return { state, error, declaration: { ...counted, unheard }, mayHaveActed: !isIdle && !isUnsent };
  }
  const at = new Date().toISOString();
  const words = state === "refused" ? { refused: tried.refused } : { receipt: tried.receipt };
  return { state, error, declaration: { ...counted, answered: { at, ...words } } };
}

/** Why a store failed, by its code or in its driver's words, in the line of each declaration: the stack is in the worker's, once for each outage. */
function reasonOf(thrown: unknown): string {
  const { name, message } = asError(thrown);
  return codeOf(thrown) ?? (name === "Error" ? message : name);
}

const outcomes = { forwarded: "done", refused: "refused" } as const;

export const auditDeclaration = (
  { kind, id, brand, traceId }: Declaration,
  outcome: "done" | "refused" | "waiting" | "failed",
) => audit({ audit: kind, outcome, brand, traceId }, [id, shortReference(id)]);

const longestPauseMs = 60_000;
/** The pause doubles with each attempt; with jitter, so that not all come at once when the provider is back. */
function pauseAfter(attempts: number): number {
  const { retryMs } = config().declarations;
  const pause = Math.min(retryMs * 2 ** Math.min(attempts - 1, 20), Math.max(longestPauseMs, retryMs));
  return pause * (0.8 + Math.random() * 0.4);
}

/** Over eight minutes by default: a provider that is being deployed has its calls again by then. */
const attemptsBeforeHand = 10;

/** One attempt, whose outcome is stored. */
async function forward<K extends DeclarationKind>(
  queue: DeclarationQueue,
  before: Declaration<K>,
  token: string,
  attempts: number,
  login?: LoginInTime,
) {
  const tried = await attempt(before, attempts, login);
  const { state, error, declaration } = tried;
  const { kind, id, brand } = declaration;
  logger[state === "forwarded" ? "info" : "warn"](
    { declaration: id, kind, brand, state, attempts },
    "declaration",
  );
  const sealed = seal(declaration);
  if (state === "waiting" && (declaration.unheard ?? 0) >= attemptsBeforeHand) {
    await queue.settle(id, token, { state: "byHand" });
    return { declaration, state: "byHand" as const };
  }
  if (state === "waiting") {
    await queue.settle(id, token, { state, sealed, pauseMs: pauseAfter(attempts) });
    return tried;
  }
  const settlement = { state, sealed, keepMs: config().declarations.keptMs };
  // Otherwise another portal has taken it over, and audits it.
  if (await queue.settle(id, token, settlement)) auditDeclaration(declaration, outcomes[state]);
  return { declaration, state, error };
}

/** Longer than the store and one attempt can take together. */
const newLease = () => ({ token: randomUUID(), forMs: 2 * config().pageDeadlineMs, at: monotonicMs() });
/** The store took so long that the lease may end during the attempt, or another portal has it by now. */
const isLate = ({ at, forMs }: ReturnType<typeof newLease>) => monotonicMs() - at > forMs / 2;

export type Received<K extends DeclarationKind = DeclarationKind> =
  | {
      ok: true;
      stored: StoredDeclaration<K>;
      /** False if the same declaration was already stored. */
      isNew: boolean;
    }
  /**
   * The store is away, and the provider has not taken it. `mayArrive`: one of them may have it nevertheless, because of
   * this attempt. What an earlier one left behind, only the portal that made it could know: no text speaks of that.
   */
  | { ok: false; error: ApiError | FormFieldError; isRefused: boolean; mayArrive: boolean };

/**
 * A declaration to be received. Its body may contain the address of its receipt, which depends on the declaration's id.
 */
type NewDeclaration<K extends DeclarationKind> = Omit<
  Declaration<K>,
  "id" | "receivedAt" | "answered" | "body"
> &
  PostedDeclaration & {
    body: (id: string) => Wire[K]["body"];
    /** For the attempt that is made at once; none is stored. */
    login?: LoginInTime | undefined;
  };

/**
 * Receives a declaration. It is on disk before the provider is called, so that nothing in between can lose it; the
 * customer gets the same response whatever the provider does. While the store is down, only the provider can receive
 * it. The same content sent again, as recognised by `idsOf` and the store, is the same declaration.
 */
export async function receiveDeclaration<K extends DeclarationKind>(
  draft: NewDeclaration<K>,
): Promise<Received<K>> {
  const { kind, brand, submissionId, stamp, login } = draft;
  // Read while it is stored.
  void login?.bearer();
  const { id, earlier } = idsOf(draft);
  if (submissionId || stamp)
    for (const earlierId of earlier) {
      const { stored } = await findDeclaration(kind, brand, earlierId);
      if (stored) return { ok: true, isNew: false, stored };
    }
  if (!(await hasRoom(kind))) return noRoom;
  const first = await store(draft, id);
  const { added } = first;
  // Only the store can distinguish two posts with neither id nor stamp: after an hour, it is another declaration.
  const isAnother = added.end === "known" && !added.isRecent && !submissionId && !stamp;
  return forwardNew(isAnother ? await store(draft, randomUUID()) : first, login);
}

/** Of what strangers write and no law protects, so many are stored: 11 kB each at most. */
const shares: Partial<Record<DeclarationKind, { share: Share; most: number }>> = {
  barrier: { share: "barrier", most: 2000 },
};
const noRoom: Received<never> = {
  ok: false,
  error: new ApiError("other", { status: 503 }),
  isRefused: false,
  mayArrive: false,
};

async function hasRoom(kind: DeclarationKind): Promise<boolean> {
  const bound = shares[kind];
  if (!bound) return true;
  try {
    const isThere = await declarationQueue().makeRoom(bound.share, bound.most);
    if (!isThere)
      logger.error(
        { kind, most: bound.most },
        "A declaration finds no room: its share of the store waits for staff.",
      );
    return isThere;
  } catch {
    // Storing it fails as well, which says why.
    return true;
  }
}

/** A declaration, and how storing it ended. */
interface Stored<K extends DeclarationKind> {
  declaration: Declaration<K>;
  added: Added;
  lease: ReturnType<typeof newLease>;
}

async function store<K extends DeclarationKind>(draft: NewDeclaration<K>, id: string): Promise<Stored<K>> {
  const { kind, brand, language, traceId, facts, body } = draft;
  const receivedAt = new Date();
  // Whole seconds, as the receipt states it, so that every copy is the same.
  receivedAt.setMilliseconds(0);
  const at = receivedAt.toISOString();
  const dated = kind === "objection" ? {} : { receivedAt: at };
  const declaration: Declaration<K> = {
    kind,
    id,
    brand,
    language,
    traceId,
    facts,
    receivedAt: at,
    body: { ...body(id), ...dated },
  };
  const lease = newLease();
  const content = contentDigest(draft);
  const share = shares[kind]?.share;
  const entry = { id, lane: laneOf(declaration), sealed: seal(declaration), content, share };
  const added = await declarationQueue().add(entry, lease);
  return { declaration, added, lease };
}

/** Forwards a declaration that has just been stored; without the store, to the provider at once. */
async function forwardNew<K extends DeclarationKind>(
  { declaration, added, lease }: Stored<K>,
  login: LoginInTime | undefined,
): Promise<Received<K>> {
  const { id } = declaration;
  const queue = declarationQueue();
  if (added.end === "notStored" || added.end === "unknown") {
    const { end, error } = added;
    logger.error({ reason: reasonOf(error), declaration: id, end }, "A declaration could not be stored.");
    return forwardUnstored(declaration, added.end === "unknown", login);
  }
  if (added.end === "known") {
    // Even if it cannot be read at the moment, it is stored.
    const { entry } = added;
    const found = opened(entry);
    const isRead = found && isOfKind(found, declaration.kind);
    const stored = isRead ? found : { ...declaration, id: entry.id };
    return { ok: true, isNew: false, stored: { declaration: stored, state: entry.state } };
  }
  if (!added.leased || isLate(lease)) {
    auditDeclaration(declaration, "waiting");
    return { ok: true, isNew: true, stored: { declaration, state: "waiting" } };
  }
  const tried = await forward(queue, declaration, lease.token, 1, login).catch((error: unknown) => {
    // The provider's response could not be stored: the worker calls it again, and it acts only once.
    const reason = reasonOf(error);
    logger.error({ reason, declaration: id }, "What became of a declaration could not be stored.");
    return { declaration, state: "waiting" as const };
  });
  if (tried.state === "waiting") auditDeclaration(declaration, "waiting");
  return {
    ok: true,
    isNew: true,
    stored: { declaration: tried.declaration, state: tried.state },
  };
}

async function forwardUnstored<K extends DeclarationKind>(
  declaration: Declaration<K>,
  mayBeStored: boolean,
  login: LoginInTime | undefined,
): Promise<Received<K>> {
  // It may have been sent before. Nobody can be asked for what a link declares: it would fail whatever is wrong with it.
  const tried = await attempt(declaration, hasReceipt(declaration.kind) ? 2 : 1, login);
  const { state, error } = tried;
  if (state !== "forwarded" && error) {
    auditDeclaration(declaration, "failed");
    const mayArrive = mayBeStored || tried.mayHaveActed === true;
    return { ok: false, error, isRefused: state === "refused", mayArrive };
  }
  auditDeclaration(declaration, "done");
  return { ok: true, isNew: !error, stored: { declaration, state: "forwarded" } };
}

/** What the store has of a declaration: nothing once it has expired, and for a foreign id; unknown while it is away. */
export type Found<K extends DeclarationKind> = { stored?: StoredDeclaration<K> | undefined; isAway: boolean };

export async function findDeclaration<K extends DeclarationKind>(
  kind: K,
  brand: string,
  id: string,
): Promise<Found<K>> {
  try {
    const entry = await declarationQueue().find(id);
    const declaration = entry && unseal(entry);
    if (!declaration || !isOfKind(declaration, kind) || declaration.brand !== brand) return { isAway: false };
    const found = { declaration, state: entry?.state ?? "waiting" };
    return { stored: found, isAway: false };
  } catch (error) {
    logger.error({ reason: reasonOf(error), declaration: id }, "A declaration could not be read.");
    return { isAway: true };
  }
}

const proofAttempts = 5;
/** Remembers that the provider has taken a proof, as long as its declaration is stored. */
export async function keepProof(id: string, proof: Proof): Promise<void> {
  const queue = declarationQueue();
  try {
    for (let attempt = 0; attempt < proofAttempts; attempt++) {
      const entry = await queue.find(id);
      if (!entry) return;
      const declaration = unseal(entry);
      const { proofs = [] } = declaration;
      // Presses of the same file would take each other's attempts, and those of another file.
      if (proofs.some(({ size }) => size === proof.size)) return;
      const changed = seal({ ...declaration, proofs: [...proofs, proof] });
      if (await queue.replace(id, entry.sealed, changed)) return;
    }
  } catch (error) {
    const reason = reasonOf(error);
    logger.error({ reason, declaration: id }, "It could not be stored that a proof has arrived.");
  }
}

/** Forwards what is due, one after the other, up to the first declaration that the provider does not accept. */
export async function forwardDue(queue: DeclarationQueue, shouldContinue: () => boolean): Promise<void> {
  while (shouldContinue()) {
    const lease = newLease();
    const entry = await queue.lease(lease);
    if (!entry || isLate(lease)) return;
    try {
      const { state } = await forward(queue, unseal(entry), lease.token, entry.attempts);
      if (state === "waiting") return;
    } catch (error) {
      // Its secret or its brand may be configured again. Until then it waits, without blocking other contracts.
      await queue.settle(entry.id, lease.token, { state: "waiting", pauseMs: longestPauseMs });
      unreadableDeclarations?.inc();
      logger.error({ err: error, declaration: entry.id }, "A declaration is skipped for now.");
    }
  }
}
