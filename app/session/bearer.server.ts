import { z } from "zod";
import { inTime } from "./in-time.server.ts";
import { defineScope } from "./scope.ts";
import type { Session } from "./session.server.ts";

/**
 * The login made for a link, by that link, and the latest one without a key, which goes along with calls that are about no
 * link. `expiresAt` in milliseconds since the epoch.
 */
const loginScope = defineScope(
  "login",
  z.object({ token: z.string(), expiresAt: z.number(), link: z.string().optional() }),
  { endNotice: () => ({ kind: "login" }) },
);
const latest = "";
/** Of a login whose end the provider does not name: longer than a customer is at it. */
const untilRefusedSeconds = 24 * 3600;

/**
 * The bearer token of a customer who has logged in for this link, while it is valid; without a link, of the latest login. It is
 * stored in the session, never in a page.
 */
export async function bearerOf(session: Session, link: string = latest): Promise<string | undefined> {
  const login = await session.read(loginScope, link);
  return login && login.expiresAt > Date.now() ? login.token : undefined;
}

/**
 * Stores a new bearer token for the link that it was made for, and gives the session a new id, so that an id known before the
 * login is worthless.
 */
export async function keepBearer(
  session: Session,
  link: string,
  token: string,
  expiresInSeconds = untilRefusedSeconds,
): Promise<void> {
  session.renew();
  const login = { token, expiresAt: Date.now() + expiresInSeconds * 1000, link };
  session.write(loginScope, link, login);
  session.write(loginScope, latest, login);
  await session.flush();
}

/** The provider does not take it. */
export function forgetBearer(session: Session, link: string = latest): void {
  session.remove(loginScope, link);
  session.update(loginScope, latest, (login) => (login?.link === link ? undefined : login));
}

/** The login of the customer who declares: what it opens is not needed for a declaration, which neither waits for it nor fails by it. */
export interface LoginInTime {
  /**
   * Of the login made for this link, or of the latest one. Undefined without a login, and where the session cannot be read in
   * time.
   */
  bearer: (link?: string) => Promise<string | undefined>;
  /** The provider does not take it: no call carries it again. */
  forget: (link?: string) => void;
}

const logins = new WeakMap<Session, LoginInTime>();

/** The same for all calls of a request, so that they wait once. */
export function loginInTime(session: Session): LoginInTime {
  const earlierLogin = logins.get(session);
  if (earlierLogin) return earlierLogin;
  const bearers = new Map<string, Promise<string | undefined>>();
  const login: LoginInTime = {
    bearer(link = latest) {
      const bearer = bearers.get(link) ?? inTime(bearerOf(session, link));
      bearers.set(link, bearer);
      return bearer;
    },
    forget(link = latest) {
      bearers.set(link, Promise.resolve(undefined));
      forgetBearer(session, link);
    },
  };
  logins.set(session, login);
  return login;
}
