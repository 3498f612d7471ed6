import { isKeyOf } from "#app/domain/keys-of.ts";
import { type PageName, pageNamed, type pages } from "#app/pages.ts";
import { type Category, type DataLayerEvent, dataLayerEvent } from "./catalogue.ts";

type FirstSegment<Path extends string> = Path extends `/${infer Segment}/${string}`
  ? Segment
  : Path extends `/${infer Segment}`
    ? Segment
    : never;

/** The journey of every page in analytics, by the first segment of its path; undefined outside any journey. */
const categories: Record<FirstSegment<(typeof pages)[PageName]["path"]>, Category | undefined> = {
  angebot: "offer",
  entry: "offer",
  anmeldung: "offer",
  weitermachen: "offer",
  "neuer-link": "offer",
  idv: "idv",
  kundendaten: "customer data",
  kuendigung: "termination",
  selfcarekuendigung: "selfcare termination",
  widerruf: "withdrawal",
  "email-ablehnung": "email rejection",
  einwilligungen: "email rejection",
  "": undefined,
  barrierefreiheit: undefined,
  "barriere-melden": undefined,
  sprache: undefined,
  "eingaben-loeschen": undefined,
  brands: undefined,
};

/** The category of a page by the id of its route; undefined for an unknown path. */
export function categoryOf(page: string | undefined): Category | undefined {
  const [, segment = ""] = pageNamed(page)?.path.split("/") ?? [];
  return isKeyOf(categories, segment) ? categories[segment] : undefined;
}

/**
 * The page of a failure that no journey expected, counted under the journey in which it arose (specification §8).
 * @param page the route's id
 * @param state as in `data-state`
 */
export function brokenPageEvent(page: string | undefined, state: string): DataLayerEvent {
  const category = categoryOf(page);
  const description = `Error page: ${state}`;
  if (category === "offer") return dataLayerEvent("offerErrorPage", { description });
  const event = dataLayerEvent("errorPage", { description });
  return category ? { ...event, pageContent: `${category} error page`, category } : event;
}
