import { randomUUID } from "node:crypto";

/** A token of this scenario with a state that no other test touches. */
export const fresh = (scenario = "demo") => `${scenario}~x${randomUUID().slice(0, 8)}`;
