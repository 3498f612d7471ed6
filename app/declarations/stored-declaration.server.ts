import type { DeclarationKind, Wire } from "#app/backend/declarations.server.ts";
import type { Problem } from "#app/errors/problem.ts";
import type { Locale } from "#app/i18n/locale.ts";
import type { Sealer } from "#app/session/encryption.server.ts";
import { defaultSealer } from "#app/session/open-store.server.ts";
import type { Entry } from "./queue.ts";

/** A declaration as stored, with the provider's response once there is one. */
export interface Declaration<K extends DeclarationKind = DeclarationKind> {
  kind: K;
  /** As made by `idsOf`, or a new one for a post that says nothing of its form. */
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
  /** When the provider accepted or refused it, with its receipt or its reasons, or when staff had passed it on. */
  answered?: {
    at: string;
    receipt?: Wire[K]["received"] | Wire[K]["receipt"];
    refused?: Problem;
    isByHand?: true;
  };
  /** Proofs that the provider has taken, whatever it says of them later. */
  proofs?: Proof[];
  /** How many attempts are known to have done nothing. */
  idleAttempts?: number;
  /** How many attempts ended as they do where no further one helps: without such a call, or refused without words. */
  unheard?: number;
}

export interface Proof {
  name: string;
  /** Bytes. */
  size: number;
  /** An instant. */
  receivedAt: string;
}

/** A stored declaration with its state. */
export interface StoredDeclaration<K extends DeclarationKind = DeclarationKind> {
  declaration: Declaration<K>;
  state: Entry["state"];
}

/** Whether a declaration is of this kind, so that its body and its receipt are. */
export const isOfKind = <K extends DeclarationKind>(
  declaration: Declaration,
  kind: K,
): declaration is Declaration<K> => declaration.kind === kind;

const sealedAs = "declarations";
export const seal = (declaration: Declaration) =>
  Buffer.from(defaultSealer()(sealedAs).seal(declaration.id, JSON.stringify(declaration))).toString("base64");

/** @returns undefined if the secret that it was sealed with is not among the sealer's */
export function unsealWith(sealer: Sealer, { id, sealed }: Entry): Declaration | undefined {
  const text = sealer(sealedAs).open(id, Buffer.from(sealed, "base64"));
  // eslint-disable-next-line house/no-cast -- only a portal can have sealed it
  return text === undefined ? undefined : (JSON.parse(text) as Declaration);
}

/** @throws Error if the secret that it was sealed with is no longer configured */
export function unseal(entry: Entry): Declaration {
  const declaration = unsealWith(defaultSealer(), entry);
  if (!declaration) {
    const message = `The declaration ${entry.id} cannot be opened: its SESSION_SECRET is missing.`;
    throw Object.assign(new Error(message), { code: "SECRET_MISSING" });
  }
  return declaration;
}
