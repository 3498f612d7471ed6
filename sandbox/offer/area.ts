import type { Area } from "../area.ts";
import { registerOfferCalls } from "./calls.ts";
import { offerMigrations } from "./orders.ts";

/** Offers: verification, loading, preview, acceptance, summary, documents, reset. */
export const offers: Area = { migrations: offerMigrations, calls: registerOfferCalls };
