import { isRouteErrorResponse, type StaticHandlerContext } from "react-router";
import type { Brand } from "#app/brand/schema.ts";
import { isStatePage } from "#app/error-pages/is-state-page.ts";
import { stateOfStatus } from "#app/errors/refusals.ts";
import { prefixOf, withoutPrefix, withPrefix } from "#app/i18n/locale.ts";
import { pageAt } from "#app/page-table.server.ts";
import { config } from "#app/platform/config.server.ts";
import { jsonInScript } from "#app/platform/escaped-html.server.ts";
import { brokenPageEvent } from "#app/tracking/broken-page.ts";
import { type DataLayerEvent, pageViews } from "#app/tracking/catalogue.ts";
import starterUrl from "#app/tracking/third-parties.js?url";
import { mayTrack, type ThirdParties, thirdPartiesOf } from "#app/tracking/third-parties.server.ts";
import { trackedEvents } from "#app/tracking/tracked-events.ts";

/** What the scripts of a document's end say and load. */
export interface DocumentTracking {
  /** The data layer's name. */
  layer: string | undefined;
  events: DataLayerEvent[];
  thirdParties: ThirdParties | undefined;
  /** The pattern of its route: what may be said of its address, which may be a secret. */
  pattern: string;
  /** A debugging aid of the sandbox: shows the data layer on the page. */
  isInspected: boolean;
}

/** Undefined on a page without tracking. */
export function documentTracking(
  request: Request,
  state: StaticHandlerContext,
  status: number,
  brand: Brand,
): DocumentTracking | undefined {
  const { pathname, search } = state.location;
  if (!mayTrack(request, pathname)) return undefined;
  return {
    layer: brand.tagManager?.name,
    events: documentEvents(request, state, status),
    thirdParties: thirdPartiesOf(brand, pathname),
    pattern: withPrefix(pageAt(withoutPrefix(pathname))?.path ?? "/(no page)", prefixOf(pathname)),
    isInspected: config().sandbox && new URLSearchParams(search).has("datalayer"),
  };
}

const inScript = (value: unknown) => jsonInScript(JSON.stringify(value));

/**
 * The tracking scripts for the end of a document's body: events at once, third parties after consent.
 *
 * The starter of third parties, which browsers get as it is written, loads the consent tool after the load event, which a
 * third party would hold up with the page's own scripts, and after the first paint; and it opens the tool for
 * "Cookie-Einstellungen". When consent is given or withdrawn it replaces the data layer: of earlier events only the view of
 * the page on which consent was given is kept, others are not replayed, and a running tag manager gets nothing after
 * withdrawal. The consent tool itself starts the gated scripts, by the `src` that the starter copies to them: data has no
 * address by the standard, and the tool looks for one. What tags are to say of the page's address comes first: addresses
 * have tokens, and patterns of routes none. Until it is answered, the tool may lie over what has the focus (WCAG 2.2, 2.4.11):
 * that is scrolled out from under it, at the page's end into room below it.
 */
export function TrackingScripts({
  layer,
  events,
  thirdParties,
  pattern,
  isInspected,
  nonce,
}: DocumentTracking & { nonce: string }) {
  const views = events.flatMap(({ event }) => (pageViews.has(event) ? [event] : []));
  const name = inScript(layer ?? "");
  const pushes = `(window[${name}]=window[${name}]||[]).push(${events.map(inScript).join()})`;
  return (
    <>
      {layer && events.length > 0 && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that cannot end the script
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: pushes }} />
      )}
      {thirdParties && (
        <script
          defer
          src={starterUrl}
          data-layer={layer}
          data-pattern={pattern}
          data-views={views.join(" ") || undefined}
          data-loader={thirdParties.consentManager.src}
          data-settings={thirdParties.consentManager.settingsId}
        />
      )}
      {thirdParties?.gated.map(({ service, src }) => (
        <script key={service} type="text/plain" data-usercentrics={service} data-src={src} />
      ))}
      {layer && isInspected && <script defer src="/sandbox/thirdparty/inspector" data-layer={layer} />}
    </>
  );
}

/**
 * The document's events. A form that is shown again with messages is the same page, so only the post's own events
 * count.
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
  if (!isFailure || status < 400) return [];
  // Its route also matches a language that there is not: an unknown page.
  const { name } = pageAt(withoutPrefix(location.pathname)) ?? {};
  return [brokenPageEvent(name, isStatePage(shown) ? shown.state : stateOfStatus(status))];
}
