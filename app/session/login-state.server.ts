import { z } from "zod";
import { locales } from "#app/i18n/locale.ts";
import { defineScope } from "./scope.ts";
import { openParam, sealParam } from "./sealed-param.server.ts";
import type { Session } from "./session.server.ts";

/** The purpose of a login. It is stored in the session, so that it cannot be manipulated on the way. */
const loginPurpose = z.object({
  token: z.string(),
  /** Path of the portal, without a language prefix, where the customer continues. */
  back: z.string(),
  /** Language prefix of the page on which the login started. */
  prefix: z.enum(locales).optional(),
});
type LoginPurpose = z.infer<typeof loginPurpose>;

const tenMinutes = 10 * 60;
/** By the `state` value that is sent to the login page and comes back. */
const pendingLogin = defineScope("login state", loginPurpose, {
  essential: true,
  lifetimeSeconds: tenMinutes,
});
const usedLogin = defineScope("used login state", z.literal(true), { essential: true });

const sealedAs = "login state";

/**
 * A `state` value for the login page: bound to this session, for one use, valid for ten minutes. It opens nothing, and names
 * the offer for a browser that has lost that session.
 */
export function newLoginState(session: Session, purpose: LoginPurpose): string {
  const state = sealParam(sealedAs, purpose.token);
  session.write(pendingLogin, state, purpose);
  return state;
}

/** The offer of a login that this session knows nothing of: it was begun in another browser, or its answer got lost. */
export const offerOfLogin = (state: string): string | undefined => openParam(sealedAs, state);

/** Undefined if unknown or expired. Later uses (a reload, a step back) only return where the login led. */
export async function redeemLoginState(
  session: Session,
  state: string,
): Promise<{ purpose: LoginPurpose; first: boolean } | undefined> {
  const purpose = await session.read(pendingLogin, state);
  return purpose && { purpose, first: await session.claim(usedLogin, state) };
}
