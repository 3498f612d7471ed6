import { STATUS_CODES } from "node:http";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  ServerRouter,
} from "react-router";
import { isStatePage } from "#app/error-pages/state-page.tsx";
import { config } from "#app/platform/config.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { loaderSpans } from "#app/platform/tracing.server.ts";
import { documentEvents, documentTracking } from "#app/rendering/document-tracking.server.tsx";
import {
  brandContext,
  getIfSet,
  localeContext,
  nonceContext,
  ownFailureContext,
  patternContext,
  type RequestContext,
  responseHeadersContext,
  scriptHashesContext,
  serverChoicesContext,
  traceIdContext,
} from "#app/request/context.server.ts";
import { isSameForAll } from "#app/request/visitor.server.ts";
import { ServerRenderContext, ServerShell } from "#app/shell/shell-context.tsx";
import { shellFacts } from "#app/shell/shell-facts.server.ts";
import { resolveBrand } from "./brand/registry.server.ts";
import { optionsHtml } from "./forms/options-html.server.ts";
import { ServerChoices } from "./forms/select-fields.tsx";
import { requestFacts } from "./host.server.ts";
import { sectionTexts } from "./i18n/i18next.server.ts";
import { defaultLocale } from "./i18n/locale.ts";
import type { Section } from "./i18n/resources.ts";
import { ServerLocale, ServerTexts } from "./i18n/texts.tsx";
import { newNonce } from "./middleware/trace.server.ts";
import { pageTable } from "./page-table.server.ts";
import type { PageName } from "./pages.ts";
import { scriptHashes } from "./rendering/constant-pages.server.ts";
import { lateStarter, startScriptsLate } from "./rendering/late-scripts.server.ts";
import { pageAsData, wantsData } from "./rendering/page-as-data.server.ts";
import { renderToEnd } from "./rendering/render-to-end.server.ts";
import { stylesOf } from "./rendering/styles.server.ts";
import { isBot } from "./tracking/bot.server.ts";

/** Renders a page completely, as one string: no page waits for deferred data. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RequestContext,
) {
  const { errors: thrown, matches } = entry.staticHandlerContext;
  const isFailure = thrown ?? (request.method === "GET" && status >= 400);
  if ((isFailure || pageTable[matches.at(-1)?.route.id as PageName]?.failure) && isBot(request)) {
    headers.set("Content-Type", "text/plain; charset=utf-8");
    return new Response(`${status} ${STATUS_CODES[status] ?? "Error"}\n`, { status, headers });
  }
  // A failure before the middleware leaves neither brand nor language: the default brand in German is used.
  const brand = getIfSet(context, brandContext) ?? resolveBrand({}).brand;
  const { locale, prefix } = getIfSet(context, localeContext) ?? { locale: defaultLocale };
  const isConstant = isSameForAll(context) && status === 200 && !thrown;
  const nonce = isConstant ? undefined : (getIfSet(context, nonceContext) ?? newNonce());
  const traceId = getIfSet(context, traceIdContext);
  // The browser can hydrate an error page only if it shows a known state and the root loader ran; others stay static.
  const errors = Object.values(entry.staticHandlerContext.errors ?? {}).map((error) =>
    isRouteErrorResponse(error) && isStatePage(error.data) ? error.data : undefined,
  );
  const isStatic = errors.includes(undefined) || !entry.staticHandlerContext.loaderData.root;
  const isLive = errors.some((page) => page?.waiting || page?.dialog);
  const catalogue = (section: Section) => {
    // The browser renders the page again and needs its texts there. With the sandbox, and so in every test, a gap
    // fails.
    if (config().sandbox && !isStatic) throw new Error(`The page shows ${section}, which no loader sent.`);
    return sectionTexts(section, locale, brand);
  };
  const { css } = stylesOf(brand, getIfSet(context, patternContext));
  const descriptions = sectionTexts("common.descriptions", locale, brand);
  const asData = wantsData(request);
  const choices = context.get(serverChoicesContext);
  const page = await renderToEnd(
    <ServerRenderContext
      value={{
        css,
        logo: brand.logo,
        themeColor: brand.themeColor,
        description: descriptions[matches.at(-1)?.route.id ?? ""]?.replace("{{brand}}", brand.name),
        nonce,
        enhanced: isStatic ? false : isLive || undefined,
        starter: lateStarter(),
        tracking: documentTracking({ request, entry: entry.staticHandlerContext, status, brand, nonce }),
      }}
    >
      <ServerLocale value={{ locale, prefix }}>
        <ServerTexts value={catalogue}>
          <ServerShell value={shellFacts({ brand, locale, prefix, traceId }, request)}>
            <ServerChoices value={(field, selected) => optionsHtml(choices[field] ?? [], selected)}>
              <ServerRouter context={entry} url={request.url} nonce={nonce} />
            </ServerChoices>
          </ServerShell>
        </ServerTexts>
      </ServerLocale>
    </ServerRenderContext>,
  );
  if (asData) {
    return pageAsData(page, {
      status,
      headers,
      refresh: getIfSet(context, responseHeadersContext)?.get("Refresh"),
      traceId,
      thrown: entry.staticHandlerContext.errors !== null,
      tracking: documentEvents(request, entry.staticHandlerContext, status),
    });
  }
  headers.set("Content-Type", "text/html; charset=utf-8");
  const html = startScriptsLate(page);
  if (isConstant) context.set(scriptHashesContext, scriptHashes(html));
  return new Response(html, { status, headers });
}

/** Logs unexpected errors, which do not include responses thrown on purpose. Paths and input never reach the log. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  logger.error({ err: error, ...requestFacts(context) }, "unexpected error");
  context.set(ownFailureContext, true);
};

export const instrumentations = config().tracing ? loaderSpans : undefined;

/** What the host in `server/` needs from the app besides pages. */
export * from "./host.server.ts";
