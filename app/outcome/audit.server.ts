import { createHmac } from "node:crypto";
import { pino } from "pino";
import type { DeclarationKind } from "#app/backend/declarations.server.ts";
import type { Journey } from "#app/page-table.server.ts";
import { createLogger, logger } from "#app/platform/log.server.ts";
import { journeyOutcomes, type Outcome } from "#app/platform/metrics.server.ts";
import { brandContext, type RequestContext, traceIdContext } from "#app/request/context.server.ts";
import { derivedKey } from "#app/session/encryption.server.ts";
import { sessionSecrets } from "#app/session/open-store.server.ts";

/** Something that a customer did and may ask about later. It identifies no person. */
interface Act {
  audit: DeclarationKind | "order" | "customer-change";
  /** `waiting` is followed by another event once the provider has responded; `failed` means that nobody received it. */
  outcome: Outcome;
  /** Slug. */
  brand: string;
  traceId: string;
}

const journeyOf = {
  order: "offer",
  "customer-change": "customer",
  termination: "termination",
  selfcare: "termination",
  withdrawal: "withdrawal",
  objection: "email-rejection",
  revocation: "email-rejection",
  revocationByName: "email-rejection",
  barrier: "barrier",
} satisfies Record<Act["audit"], Journey>;

// Written whatever LOG_LEVEL is.
const trail = logger.child({}, { level: "info" });

/** Writes one event. References that the customer knows it by are logged as keyed hashes, which reveal nothing. */
export function audit(act: Act, references: (string | undefined)[]): void {
  const present = references.filter((reference) => reference !== undefined);
  journeyOutcomes?.inc({ journey: journeyOf[act.audit], brand: act.brand, outcome: act.outcome });
  trail.info({ ...act, references: present.map((reference) => referenceHashes(reference)[0]) }, "audit");
}

/** What an operator did with everything stored about one person, who is not named. */
interface OperatorsAct {
  audit: "person-export" | "person-erase";
  /** Who did it and why, e.g. the number of the request. */
  by: string;
  /** Declarations exported or erased, and how many of them the provider has not accepted. */
  count: number;
  undelivered: number;
  /** Declarations that could not be searched. */
  unreadable: number;
}

/** Writes one event to standard error, as the export goes to standard output. */
export function auditOperator(act: OperatorsAct, ids: readonly string[]): void {
  const references = ids.map((id) => referenceHashes(id)[0]);
  createLogger("info", pino.destination(2)).info({ ...act, references }, "audit");
}

/** Whose act it is, as far as the trail states it: the brand and the request's trace id. */
export const actor = (context: RequestContext) => ({
  brand: context.get(brandContext).slug,
  traceId: context.get(traceIdContext),
});

/** The hashes by which events name a reference: one for each secret that is still listed, the current one first. */
export function referenceHashes(reference: string): string[] {
  // In whatever form it is read out over the phone or copied from a PDF.
  const plain = reference.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return sessionSecrets().map((secret) =>
    createHmac("sha256", derivedKey(secret, "audit")).update(plain).digest("hex").slice(0, 32),
  );
}
