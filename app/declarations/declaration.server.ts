import { createHmac, randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import {
  type DeclarationKind,
  declare,
  type Refusal,
  stateAfter,
  type Wire,
} from "#app/backend/declarations.server.ts";
import { brands } from "#app/brand/registry.server.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import { type ApiError, apiErrorOf, type FormFieldError } from "#app/errors/errors.ts";
import type { Locale } from "#app/i18n/locale.ts";
import {
  brandContext,
  deadlineContext,
  localeContext,
  type RequestContext,
  traceIdContext,
} from "#app/middleware/request.server.ts";
import { audit } from "#app/operation/audit.server.ts";
import { config } from "#app/operation/config.server.ts";
import { logger } from "#app/operation/log.server.ts";
import { unreadableDeclarations } from "#app/operation/metrics.server.ts";
import type { Sealer } from "#app/session/encryption.server.ts";
import { defaultSealer, sessionSecrets } from "#app/session/open-store.server.ts";
import { idsOf, isRecent, type Sent } from "./declaration-id.server.ts";
import { declarationQueue } from "./open-queue.server.ts";
import type { DeclarationQueue, Entry } from "./queue.ts";

/** A declaration as stored, with the provider's response once there is one. */
export interface Declaration<K extends DeclarationKind = DeclarationKind> {
  kind: K;
  /** As made by `idsOf`. */
  id: string;
  /** Slug of the brand. */
  brand: string;
  language: Locale;
  traceId: string;
  /** When the portal received it; an instant. */
  receivedAt: string;
  body: Wire[K]["body"];
  /** What its receipt shows but the provider is not sent, e.g. the contract behind a selfcare link. */
  facts?: Record<string, string | undefined>;
  /** When the provider accepted or refused it, with its receipt or its reasons. */
  answered?: { at: string; receipt?: Wire[K]["receipt"]; refused?: Refusal };
}

/** A stored declaration with its state. */
export interface Kept<K extends DeclarationKind = DeclarationKind> {
  declaration: Declaration<K>;
  state: Entry["state"];
}

const sealedAs = "declarations";
const seal = (declaration: Declaration) =>
  Buffer.from(defaultSealer()(sealedAs).seal(declaration.id, JSON.stringify(declaration))).toString("base64");

/** @returns undefined if the secret that it was sealed with is not among the sealer's */
export function unsealWith(sealer: Sealer, { id, sealed }: Entry): Declaration | undefined {
  const text = sealer(sealedAs).open(id, Buffer.from(sealed, "base64"));
  return text === undefined ? undefined : (JSON.parse(text) as Declaration);
}

/** @throws Error if the secret that it was sealed with is no longer configured */
export function unseal(entry: Entry): Declaration {
  const declaration = unsealWith(defaultSealer(), entry);
  if (!declaration)
    throw new Error(`The declaration ${entry.id} cannot be opened: its SESSION_SECRET is missing.`);
  return declaration;
}

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
  const fields = { ...facts, ...body } as Record<string, unknown>;
  const numbers = ["contractNumber", "customerNumber", "phoneNumber", "contractReference", "token"];
  const sign = numbers.map((name) => fields[name]).find((value) => typeof value === "string" && value !== "");
  // A number without digits, such as "unknown", identifies no contract: the declaration then gets a lane of its own.
  const subject =
    typeof sign === "string" && /\d/.test(sign) ? sign.replace(/\W/g, "").toLowerCase() : fields;
  const purpose = kind === "objection" ? kind : "contract";
  return createHmac("sha256", sessionSecrets().at(-1) ?? "")
    .update(JSON.stringify([brand, purpose, subject]))
    .digest("base64url");
}

/**
 * A context for calling the provider without a session: a declaration needs none, and must not fail when its store
 * does.
 */
function callingContext(
  of: { brand: string; language: Locale; traceId: string },
  deadline = Date.now() + config().pageDeadlineMs,
): RequestContext {
  const brand = brands().get(of.brand);
  if (!brand) throw new Error(`There is no brand ${of.brand}.`);
  const context = new RouterContextProvider();
  context.set(brandContext, brand);
  context.set(localeContext, { locale: of.language });
  context.set(traceIdContext, of.traceId);
  context.set(deadlineContext, deadline);
  return context;
}

/** As `callingContext`, for a page's own calls. */
export const withoutSession = (context: RequestContext) =>
  callingContext(
    {
      brand: context.get(brandContext).slug,
      language: context.get(localeContext).locale,
      traceId: context.get(traceIdContext),
    },
    context.get(deadlineContext),
  );

type Answered = NonNullable<Declaration["answered"]>;
/** How an attempt ended, with the error if the provider did not accept the declaration. */
type Attempt = { error?: ApiError | FormFieldError } & (
  | { state: "forwarded" | "refused"; answered: Answered }
  | { state: "waiting" }
);

/** One attempt to forward a declaration. */
async function attempt(declaration: Declaration): Promise<Attempt> {
  const { kind, id, body } = declaration;
  const result = await declare(callingContext(declaration), kind, id, body, 0.5);
  const at = new Date().toISOString();
  if (result.ok) return { state: "forwarded", answered: { at, receipt: result.data } };
  const { status, problem } = result.failure;
  const error = apiErrorOf(status, problem, result.failure);
  const state = stateAfter(kind, result.failure);
  if (state === "waiting") return { state, error };
  return { state, error, answered: state === "refused" ? { at, refused: problem ?? {} } : { at } };
}

const outcomes = { forwarded: "done", refused: "refused" } as const;

const auditDeclaration = (
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

/** One attempt, whose outcome is stored. */
async function forward(queue: DeclarationQueue, declaration: Declaration, token: string, attempts: number) {
  const tried = await attempt(declaration);
  const { state, error } = tried;
  const { kind, id, brand } = declaration;
  logger[state === "forwarded" ? "info" : "warn"](
    { declaration: id, kind, brand, state, attempts },
    "declaration",
  );
  if (tried.state === "waiting") {
    await queue.settle(id, token, { state: tried.state, pauseMs: pauseAfter(attempts) });
    return { declaration, state, error };
  }
  const answered = { ...declaration, answered: tried.answered };
  const settlement = { state: tried.state, sealed: seal(answered), keepMs: config().declarations.keptMs };
  // Otherwise another portal has taken it over, and audits it.
  if (await queue.settle(id, token, settlement)) auditDeclaration(declaration, outcomes[tried.state]);
  return { declaration: answered, state, error };
}

/** Longer than one attempt can take. */
const newLease = () => ({ token: randomUUID(), forMs: 2 * config().pageDeadlineMs });

export type Received<K extends DeclarationKind = DeclarationKind> =
  | {
      ok: true;
      kept: Kept<K>;
      /** False if the same declaration was already stored. */
      isNew: boolean;
    }
  /** Nobody has it: the store is away, and the provider did not take it. */
  | { ok: false; error: ApiError | FormFieldError; isRefused: boolean };

/**
 * A declaration to be received. Its body may contain the address of its receipt, which depends on the declaration's id.
 */
type Draft<K extends DeclarationKind> = Omit<Declaration<K>, "id" | "receivedAt" | "answered" | "body"> &
  Sent & { body: (id: string) => Wire[K]["body"] };

/**
 * Receives a declaration. It is on disk before the provider is called, so that nothing in between can lose it; the
 * customer gets the same response whatever the provider does. While the store is down, only the provider can receive
 * it. The same content sent again, as recognised by `idsOf`, is the same declaration.
 */
export async function receive<K extends DeclarationKind>(draft: Draft<K>): Promise<Received<K>> {
  const { kind, brand, language, traceId, facts, body } = draft;
  const { id, earlier } = idsOf(draft);
  const before = await Promise.all(earlier.map((known) => findDeclaration(kind, brand, known)));
  const recent = before.find((kept) => kept && (draft.submissionId || isRecent(kept.declaration)));
  if (recent) return { ok: true, isNew: false, kept: recent };
  const receivedAt = new Date();
  // Whole seconds, as the receipt states it, so that every copy is the same.
  receivedAt.setMilliseconds(0);
  const at = receivedAt.toISOString();
  const dated = kind === "objection" ? {} : { receivedAt: at };
  const declaration: Declaration<K> = {
    ...{ kind, id, brand, language, traceId, facts },
    receivedAt: at,
    body: { ...body(id), ...dated },
  };
  const queue = declarationQueue();
  const lease = newLease();
  const entry = { id, lane: laneOf(declaration), sealed: seal(declaration) };
  const added = await queue.add(entry, lease).catch((error: unknown) => {
    logger.error({ err: error, declaration: id }, "A declaration could not be stored.");
  });
  if (!added) return directly(declaration);
  if (added.known) {
    // Even if it cannot be read at the moment, it is stored.
    const kept = opened(added.known) as Declaration<K> | undefined;
    return { ok: true, isNew: false, kept: { declaration: kept ?? declaration, state: added.known.state } };
  }
  if (!added.leased) {
    auditDeclaration(declaration, "waiting");
    return { ok: true, isNew: true, kept: { declaration, state: "waiting" } };
  }
  const tried = await forward(queue, declaration, lease.token, 1).catch((error: unknown) => {
    // The provider's response could not be stored: the worker calls it again, and it acts only once.
    logger.error({ err: error, declaration: id }, "What became of a declaration could not be stored.");
    return { declaration, state: "waiting" as const };
  });
  if (tried.state === "waiting") auditDeclaration(declaration, "waiting");
  return {
    ok: true,
    isNew: true,
    kept: { declaration: tried.declaration as Declaration<K>, state: tried.state },
  };
}

async function directly<K extends DeclarationKind>(declaration: Declaration<K>): Promise<Received<K>> {
  const { state, error } = await attempt(declaration);
  if (state !== "forwarded" && error) {
    auditDeclaration(declaration, "failed");
    return { ok: false, error, isRefused: state === "refused" };
  }
  auditDeclaration(declaration, "done");
  return { ok: true, isNew: !error, kept: { declaration, state: "forwarded" } };
}

/** A stored declaration; undefined once it has expired, for a foreign id, or while the store is down. */
export async function findDeclaration<K extends DeclarationKind>(
  kind: K,
  brand: string,
  id: string,
): Promise<Kept<K> | undefined> {
  try {
    const entry = await declarationQueue().find(id);
    const declaration = entry && unseal(entry);
    if (declaration?.kind !== kind || declaration.brand !== brand) return undefined;
    return { declaration: declaration as Declaration<K>, state: entry?.state ?? "waiting" };
  } catch (error) {
    logger.error({ err: error, declaration: id }, "A declaration could not be read.");
    return undefined;
  }
}

/** Forwards what is due, one after the other, up to the first declaration that the provider does not accept. */
export async function forwardDue(queue: DeclarationQueue, shouldContinue: () => boolean): Promise<void> {
  while (shouldContinue()) {
    const lease = newLease();
    const entry = await queue.lease(lease);
    if (!entry) return;
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
