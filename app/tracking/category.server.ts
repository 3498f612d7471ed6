import { type Journey, journeyAt } from "#app/page-table.server.ts";
import { pageNamed } from "#app/pages.ts";
import type { Category } from "./catalogue.ts";

const ofJourney: Record<Journey, Category> = {
  offer: "offer",
  identity: "idv",
  customer: "customer data",
  termination: "termination",
  withdrawal: "withdrawal",
  "email-rejection": "offer",
};

/** The category of a page by its name; what belongs to no journey counts as offer. */
export function categoryOf(page: string): Category {
  // Part of the journey of terminations, and a category of its own in analytics.
  if (page.startsWith("selfcare-")) return "selfcare termination";
  const journey = journeyAt(pageNamed(page)?.path ?? "");
  return journey ? ofJourney[journey] : "offer";
}
