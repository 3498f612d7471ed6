import { findDeclaration } from "#app/declarations/declaration.server.ts";
import { carriedCookie } from "#app/forms/carried-draft.server.ts";
import { withPrefix } from "#app/i18n/locale.ts";
import { config } from "#app/platform/config.server.ts";
import { localeContext, type RequestContext } from "#app/request/context.server.ts";
import { endCookie, selfcareCookie, wantedStepCookie } from "#app/request/cookies.server.ts";
import { traceCookie } from "#app/request/trace-id.server.ts";
import { visitorContext } from "#app/request/visitor.server.ts";
import type { EndNotice } from "#app/session/scope.ts";
import { sessionName } from "#app/session/session.server.ts";
import {
  type ConfirmedKind,
  confirmedKinds,
  declarer,
  lastDeclared,
  receiptCookies,
  receiptPath,
} from "../declaration/confirmation-link.server.ts";

/** The kinds of what a browser's session holds, in the order in which they are shown. */
const kinds = ["offer", "form", "customer", "identity", "contract", "receipts", "login"] as const;
export type HeldKind = (typeof kinds)[number];

/** What a page says of a session that is to end, or has ended. */
export interface Held {
  kinds: HeldKind[];
  /** Nobody knows yet what became of it: its page finds out. */
  underWay: (Pick<EndNotice, "kind" | "act" | "product" | "reference"> & { href: string })[];
  receipts: { kind: ConfirmedKind; href: string; isDone: boolean }[];
  /** A link was made with which another device goes on. */
  isHandedOver: boolean;
}

/** What was declared in this browser, with its receipt. While the store is away, nothing is known to be done. */
function declared(context: RequestContext) {
  const declarations = confirmedKinds.map(async (kind) => {
    const id = lastDeclared(context, kind);
    if (!id) return [];
    const { stored } = await findDeclaration(kind, declarer(context).brand, id);
    return [{ kind, href: receiptPath(context, kind, id), isDone: stored?.state === "forwarded" }];
  });
  return Promise.all(declarations).then((all) => all.flat());
}

export async function heldIn(context: RequestContext, values: EndNotice[]): Promise<Held> {
  const { prefix } = context.get(localeContext);
  const receipts = await declared(context);
  const held = new Set<string>([
    ...values.filter(({ underWayAt }) => !underWayAt).map(({ kind }) => kind),
    ...(context.get(visitorContext).cookie(selfcareCookie) ? ["contract"] : []),
    ...(context.get(visitorContext).cookie(carriedCookie) ? ["form"] : []),
    ...(receipts.length > 0 ? ["receipts"] : []),
  ]);
  return {
    kinds: kinds.filter((kind) => held.has(kind)),
    underWay: values.flatMap(({ underWayAt, ...named }) =>
      underWayAt ? [{ ...named, href: withPrefix(underWayAt, prefix) }] : [],
    ),
    receipts,
    isHandedOver: values.some(({ kind }) => kind === "handover"),
  };
}

/** How long the store keeps what could not be removed. */
export const hoursKept = (): number => Math.ceil(config().session.lastingSeconds / 3600);

/** Removes this browser's cookies but brand and language, which say nothing of a person. */
export function endedCookies(request: Request, keepsSession: boolean): Headers {
  const answer = new Response();
  const names = [selfcareCookie, carriedCookie, wantedStepCookie, ...receiptCookies, traceCookie.name];
  for (const name of names) endCookie(answer, request, name);
  if (!keepsSession) endCookie(answer, request, sessionName);
  return answer.headers;
}
