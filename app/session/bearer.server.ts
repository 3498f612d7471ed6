import { z } from "zod";
import { defineScope } from "./scope.ts";
import type { Session } from "./session.server.ts";

/** `expiresAt` in milliseconds since the epoch. */
const loginScope = defineScope("login", z.object({ token: z.string(), expiresAt: z.number() }), {
  told: () => ({ kind: "login" }),
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
