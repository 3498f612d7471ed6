import { z } from "zod";
import { within } from "#app/platform/within.server.ts";
import { defineScope } from "./scope.ts";
import type { Session } from "./session.server.ts";

/** `expiresAt` in milliseconds since the epoch. */
const loginScope = defineScope("login", z.object({ token: z.string(), expiresAt: z.number() }), {
  endNotice: () => ({ kind: "login" }),
});

/** The bearer token of a logged-in customer while it is valid. It is stored in the session, never in a page. */
export async function bearerOf(session: Session): Promise<string | undefined> {
  const login = await session.read(loginScope);
  return login && login.expiresAt > Date.now() ? login.token : undefined;
}

/** Stores a new bearer token and gives the session a new id, so that an id known before the login is worthless. */
export async function keepBearer(session: Session, token: string, expiresInSeconds: number): Promise<void> {
  session.renew();
  session.write(loginScope, "", { token, expiresAt: Date.now() + expiresInSeconds * 1000 });
  await session.flush();
}

export function forgetBearer(session: Session): void {
  session.remove(loginScope);
}

/** How long a declaration's calls wait for the session, in milliseconds. */
const inTimeMs = 100;

/** The login of the customer who declares: what it opens is not needed for a declaration, which neither waits for it nor fails by it. */
export interface LoginInTime {
  /** Undefined without a login, and where the session cannot be read in time. */
  bearer: () => Promise<string | undefined>;
  /** The provider does not take it: no call carries it again. */
  forget: () => void;
}

const logins = new WeakMap<Session, LoginInTime>();

/** The same for all calls of a request, so that they wait once. */
export function loginInTime(session: Session): LoginInTime {
  const known = logins.get(session);
  if (known) return known;
  let bearer: Promise<string | undefined> | undefined;
  const login: LoginInTime = {
    bearer: () => (bearer ??= within(inTimeMs, bearerOf(session)).catch(() => undefined)),
    forget() {
      bearer = Promise.resolve(undefined);
      forgetBearer(session);
    },
  };
  logins.set(session, login);
  return login;
}
