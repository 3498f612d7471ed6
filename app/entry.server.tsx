import { STATUS_CODES } from "node:http";
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse } from "react-router";
import { isKeyOf } from "#app/domain/keys-of.ts";
import { announcedAt } from "#app/operation/switches.server.ts";
import { config } from "#app/platform/config.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { loaderSpans } from "#app/platform/tracing.server.ts";
import { documentEvents, documentTracking } from "#app/rendering/document-tracking.server.tsx";
import {
  brandContext,
  getIfSet,
  i18nextContext,
  localeContext,
  ownFailureContext,
  pageForAllContext,
  patternContext,
  type RequestContext,
  responseHeadersContext,
  serverPartsContext,
  traceIdContext,
} from "#app/request/context.server.ts";
import { isSameForAll } from "#app/request/visitor.server.ts";
import { helpRows } from "#app/shell/help.server.ts";
import { type ShellFacts, serverShellFacts, shellFacts } from "#app/shell/shell-facts.server.ts";
import { resolveBrand } from "./brand/registry.server.ts";
import { requestFacts } from "./host.server.ts";
import { defaultLocale, withPrefix } from "./i18n/locale.ts";
import { contentSecurityPolicy, type PageHashes } from "./middleware/content-security-policy.server.ts";
import { pageTable } from "./page-table.server.ts";
import { cachedOrRendered } from "./rendering/cached-pages.server.ts";
import { acceptsGzip, pageAsData, wantsData } from "./rendering/page-as-data.server.ts";
import { type PageInput, renderPage } from "./rendering/render-page.server.tsx";
import { errorNumberOf } from "./request/error-number.server.ts";
import { isBot } from "./tracking/bot.server.ts";
import { mayTrack, thirdPartyOrigins } from "./tracking/third-parties.server.ts";

/** Takes from the request what the page shows, and answers with the page that was rendered for it. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RequestContext,
) {
  const { staticHandlerContext: state } = entry;
  const { errors, matches, location, loaderData, actionData } = state;
  const route = matches.at(-1)?.route.id;
  const row = isKeyOf(pageTable, route) ? pageTable[route] : undefined;
  const isFailure = errors !== null || (request.method === "GET" && status >= 400) || row?.failure === true;
  if (isFailure && isBot(request)) {
    headers.set("Content-Type", "text/plain; charset=utf-8");
    return new Response(`${status} ${STATUS_CODES[status] ?? "Error"}\n`, { status, headers });
  }
  // A failure before the middleware leaves neither brand nor language: the default brand in German is used.
  const brand = getIfSet(context, brandContext) ?? resolveBrand({}).brand;
  const { locale, prefix } = getIfSet(context, localeContext) ?? { locale: defaultLocale };
  const pattern = getIfSet(context, patternContext);
  const traceId = getIfSet(context, traceIdContext);
  const { pathname, search } = location;
  // eslint-disable-next-line house/no-cast -- what the root's loader answers
  const loaded = loaderData.root as ShellFacts | undefined;
  const input: PageInput = {
    routes: matches.map(({ route }) => route.id),
    brandVersion: `${brand.slug} ${brand.version}`,
    locale,
    prefix,
    pattern,
    loaderData,
    actionData,
    errors,
    status,
    address: { pathname: errors || !pattern ? pathname : withPrefix(pattern, prefix), search },
    shell: serverShellFacts(
      {
        ...(loaded ?? shellFacts({ brand, locale, prefix }, request, location)),
        ...(isFailure && { help: helpOf(context) }),
      },
      brand,
      announcedAt(brand.slug, pattern),
    ),
    parts: context.get(serverPartsContext),
    tracking: documentTracking(request, state, status, brand),
  };
  const render = () => renderPage(input, brand, entry);
  if (wantsData(request)) {
    const { plain } = await render();
    return pageAsData(plain.toString(), {
      status,
      headers,
      address: pathname + search,
      refresh: getIfSet(context, responseHeadersContext)?.get("Refresh"),
      traceId,
      errorNumber: () => errorNumberOf(context),
      thrown: errors !== null,
      tracking: documentEvents(request, state, status),
    });
  }
  const thirdParties = mayTrack(request, pathname) ? thirdPartyOrigins(brand, pathname) : [];
  const allowOwn = (hashes: PageHashes) =>
    headers.set("Content-Security-Policy", contentSecurityPolicy(hashes, thirdParties));
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (request.method !== "GET" || status !== 200 || errors) {
    const rendered = await render();
    allowOwn(rendered);
    return new Response(rendered.plain, { status, headers });
  }
  const isForAll = isSameForAll(context);
  const page = await cachedOrRendered(input, render, isForAll);
  allowOwn(page);
  if (isForAll) context.set(pageForAllContext, page);
  if (!acceptsGzip(request)) return new Response(page.plain, { headers });
  headers.set("Content-Encoding", "gzip");
  return new Response(page.gzip, { headers });
}

/** Whom to ask after a failure; undefined after one before the middleware. */
function helpOf(context: RequestContext) {
  if (!getIfSet(context, brandContext) || !getIfSet(context, i18nextContext)) return undefined;
  return helpRows(context, { isNumbered: true });
}

/** Logs unexpected errors, which do not include responses thrown on purpose. Paths and input never reach the log. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  errorNumberOf(context);
  logger.error({ err: error, ...requestFacts(context) }, "unexpected error");
  context.set(ownFailureContext, true);
};

export const instrumentations = config().tracing ? loaderSpans : undefined;

/** What the host in `server/` needs from the app besides pages. */
export * from "./host.server.ts";
