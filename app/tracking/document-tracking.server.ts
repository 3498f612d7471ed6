import { isRouteErrorResponse, type StaticHandlerContext } from "react-router";
import type { Brand } from "#app/brand/schema.ts";
import { brokenPageEvent } from "#app/errors/tracking.server.ts";
import { config } from "#app/operation/config.server.ts";
import { escapedHtml, jsonInScript } from "#app/rendering/escaped-html.server.ts";
import { categoryOf, type DataLayerEvent } from "./catalogue.ts";
import starterUrl from "./third-parties.js?url";
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

const inScript = (value: unknown) => jsonInScript(JSON.stringify(value));

/** The tracking scripts for the end of a document's body: events at once, third parties after consent. */
export function documentTracking({ request, entry, status, brand, nonce }: RenderedDocument): string {
  const { pathname, search } = entry.location;
  if (!mayTrack(request, pathname)) return "";
  const layer = brand.tagManager?.name;
  const events = documentEvents(request, entry, status);
  const thirdParties = thirdPartiesOf(brand, pathname);
  const scripts: string[] = [];
  if (layer && events.length > 0) {
    const name = inScript(layer);
    const pushes = events.map(inScript).join();
    scripts.push(`<script nonce="${nonce}">(window[${name}]=window[${name}]||[]).push(${pushes})</script>`);
  }
  if (thirdParties) {
    const { src, settingsId } = thirdParties.consentManager;
    const data = { layer, loader: src, settings: settingsId };
    const attributes = Object.entries(data).flatMap(([key, value]) =>
      value ? [` data-${key}="${escapedHtml(value)}"`] : [],
    );
    scripts.push(`<script async nonce="${nonce}" src="${starterUrl}"${attributes.join("")}></script>`);
    for (const { service, src } of thirdParties.gated)
      scripts.push(
        `<script nonce="${nonce}" type="text/plain" data-usercentrics="${service}" data-src="${escapedHtml(src)}"></script>`,
      );
  }
  // An aid of the sandbox: shows the data layer on the page.
  if (layer && config().sandbox && new URLSearchParams(search).has("datalayer"))
    scripts.push(
      `<script defer nonce="${nonce}" src="/sandbox/thirdparty/inspector" data-layer="${escapedHtml(layer)}"></script>`,
    );
  return scripts.join("");
}

/** From which status on an error page counts: these journeys have no events of their own for a refused link. */
const brokenFrom = (page: string) =>
  ["customer data", "selfcare termination"].includes(categoryOf(page)) ? 400 : 500;

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
  const isPost = request.method !== "GET";
  const shown = isRouteErrorResponse(error) ? error.data : (isPost ? actionData : loaderData)?.[page];
  const tracked = trackedEvents(shown);
  if (tracked) return tracked;
  const isFailure = error !== undefined || (!isPost && status >= 400);
  return isFailure && status >= brokenFrom(page) ? [brokenPageEvent(page, status)] : [];
}
