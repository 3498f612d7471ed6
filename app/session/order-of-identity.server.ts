import { z } from "zod";
import { defineScope } from "./scope.ts";

/** The offer's token, by the verification that its order led to: known to a session that has seen the order. */
export const orderOfIdentity = defineScope("order of identity", z.string());
