import { randomUUID } from "node:crypto";
import type { Session } from "./session.server.ts";

interface Pending {
  /** Offer token that the login was for. */
  token: string;
  /** Milliseconds since the epoch. */
  until: number;
}

const tenMinutes = 10 * 60 * 1000;
const scope = (state: string) => `login-state:${state}`;

/** A `state` value for the way to the login page and back: bound to this session, for one use, ten minutes long. */
export function newLoginState(session: Session, token: string, now = Date.now()): string {
  const state = randomUUID();
  session.set<Pending>(scope(state), { token, until: now + tenMinutes });
  return state;
}

/** The offer token that a returned `state` stands for; undefined for one that is foreign, used or too old. */
export async function redeemLoginState(
  session: Session,
  state: string,
  now = Date.now(),
): Promise<string | undefined> {
  if (!/^[\w-]{36}$/.test(state)) return undefined;
  const pending = await session.get<Pending>(scope(state));
  if (!pending) return undefined;
  session.remove(scope(state));
  return pending.until > now ? pending.token : undefined;
}
