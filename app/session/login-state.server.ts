import { randomUUID } from "node:crypto";
import type { Locale } from "#app/i18n/locale.ts";
import type { Session } from "./session.server.ts";

/** What a login is for. It waits in the session, so that nothing of it can be changed on the way. */
interface LoginPurpose {
  /** Token of the offer. */
  token: string;
  /** Path of the portal, without a language prefix, where the customer goes on. */
  back: string;
  /** Language prefix of the page on which the login began. */
  prefix?: Locale;
}

interface Pending extends LoginPurpose {
  /** Milliseconds since the epoch. */
  until: number;
  used?: true;
}

const tenMinutes = 10 * 60 * 1000;
const scope = (state: string) => `login-state:${state}`;

/** A `state` value for the way to the login page and back: bound to this session, for one use, ten minutes long. */
export function newLoginState(session: Session, purpose: LoginPurpose, now = Date.now()): string {
  const state = randomUUID();
  session.set<Pending>(scope(state), { ...purpose, until: now + tenMinutes });
  return state;
}

/**
 * What a returned `state` stands for; undefined for one that is foreign or too old. Only the first use may change a
 * code for a token: later ones (a reload, the back button) learn where the login was to lead, and no more.
 */
export async function redeemLoginState(
  session: Session,
  state: string,
  now = Date.now(),
): Promise<{ purpose: LoginPurpose; first: boolean } | undefined> {
  if (!/^[\w-]{36}$/.test(state)) return undefined;
  const pending = await session.get<Pending>(scope(state));
  if (!pending || pending.until <= now) {
    if (pending) session.remove(scope(state));
    return undefined;
  }
  const { until, used, ...purpose } = pending;
  if (!used) session.set<Pending>(scope(state), { ...pending, used: true });
  return { purpose, first: !used };
}
