import { isRouteErrorResponse, type StaticHandlerContext } from "react-router";
import type { Brand } from "#app/brand/schema.ts";
import { config } from "#app/config.server.ts";
import { brokenPageEvent } from "#app/errors/tracking.server.ts";
import type { DataLayerEvent } from "./catalogue.ts";
import { documentScripts } from "./document-scripts.server.ts";
import { mayTrack, thirdPartiesOf } from "./third-parties.server.ts";
import { trackedEvents } from "./tracked-events.ts";

interface RenderedDocument {
  request: Request;
  /** What loaders and action answered. */
  entry: StaticHandlerContext;
  status: number;
  brand: Brand;
  nonce: string;
}

/** The tracking scripts for the end of a document's body. */
export function documentTracking({ request, entry, status, brand, nonce }: RenderedDocument): string {
  const { pathname, search } = entry.location;
  if (!mayTrack(request, pathname)) return "";
  return documentScripts({
    nonce,
    inspector: config().sandbox && new URLSearchParams(search).has("datalayer"),
    layer: brand.tagManager?.name,
    events: documentEvents(request, entry, status),
    thirdParties: thirdPartiesOf(brand, pathname),
  });
}

/**
 * The document's events. A form that comes back with messages is the same page, so only the post's own events count.
 */
export function documentEvents(
  request: Request,
  { errors, matches, loaderData, actionData, location }: StaticHandlerContext,
  status: number,
): DataLayerEvent[] {
  if (!mayTrack(request, location.pathname)) return [];
  const page = matches.at(-1)?.route.id ?? "";
  const [error] = Object.values(errors ?? {});
  if (error !== undefined) {
    const tracked = isRouteErrorResponse(error) ? trackedEvents(error.data) : undefined;
    return tracked ?? (status >= 500 ? [brokenPageEvent(page, status)] : []);
  }
  return request.method === "GET"
    ? (trackedEvents(loaderData[page]) ?? [])
    : (trackedEvents(actionData?.[page]) ?? []);
}
