import type { Session } from "./session.server.ts";

interface Login {
  token: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}
const scope = "login";

/** The bearer token of a logged-in customer while it is valid. It stays in the session, never in a page. */
export async function bearerOf(session: Session): Promise<string | undefined> {
  const login = await session.get<Login>(scope);
  return login && login.expiresAt > Date.now() ? login.token : undefined;
}

/** Keeps a new bearer token and gives the session a new id, so that an id known before the login is worth nothing. */
export async function keepBearer(session: Session, token: string, expiresInSeconds: number): Promise<void> {
  await session.renew();
  session.set<Login>(scope, { token, expiresAt: Date.now() + expiresInSeconds * 1000 });
}

export function forgetBearer(session: Session): void {
  session.remove(scope);
}
