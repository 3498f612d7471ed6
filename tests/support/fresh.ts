import { randomUUID } from "node:crypto";

/** A token of this scenario of the sandbox with a state of its own, which no other test touches. */
export const fresh = (scenario = "demo") => `${scenario}~x${randomUUID().slice(0, 8)}`;
