import { afterAll } from "vitest";
import { type Portal, startPortal } from "./portal.ts";

/** The portal that all tests of a file share; it stops after the last of them. */
export async function portalForTests(): Promise<Portal> {
  const portal = await startPortal();
  afterAll(() => portal.stop());
  return portal;
}
