import { type EntryContext, isRouteErrorResponse, ServerRouter } from "react-router";
import type { Brand } from "#app/brand/schema.ts";
import { isRecord } from "#app/domain/is-record.ts";
import { isStatePage } from "#app/error-pages/is-state-page.ts";
import { optionsHtml } from "#app/forms/options-html.server.ts";
import { sectionTexts } from "#app/i18n/i18next.server.ts";
import type { Locale } from "#app/i18n/locale.ts";
import type { Section } from "#app/i18n/resources.ts";
import { type SectionBundles, textsId } from "#app/i18n/shipped-texts.ts";
import { jsonInScript } from "#app/platform/escaped-html.server.ts";
import type { ServerShellFacts } from "#app/shell/shell-facts.server.ts";
import { type ServerParts, ServerRenderContext } from "#app/ui/server-render.ts";
import { type DocumentTracking, TrackingScripts } from "./document-tracking.server.tsx";
import {
  browserButtons,
  dialogButton,
  lateStarter,
  startScriptsLate,
  visitEnder,
} from "./late-scripts.server.ts";
import { filledIn, newMark, type RenderedPage, withoutMarks } from "./own-scripts.server.ts";
import { renderToEnd } from "./render-to-end.server.ts";
import { stylesOf } from "./styles.server.ts";

/** What any page may show later, in the browser: a dialog, a failure. */
const laterTexts: readonly Section[] = ["common.actions", "common.unexpected"];

type RouterState = EntryContext["staticHandlerContext"];

/** All that a page shows, as data. Its HTML is a function of it: the same input is the same page for every visitor. */
export interface PageInput {
  /** Routes from the root to the page. */
  routes: string[];
  /** Of the brand, with all that is on its pages. */
  brandVersion: string;
  locale: Locale;
  prefix: Locale | undefined;
  pattern: string | undefined;
  /** The path is the route's, without its token: links and forms of a page are relative to it. After a failure, as asked for. */
  address: { pathname: string; search: string };
  loaderData: RouterState["loaderData"];
  actionData: RouterState["actionData"];
  errors: RouterState["errors"];
  status: number;
  shell: ServerShellFacts;
  parts: ServerParts;
  tracking: DocumentTracking | undefined;
}

/**
 * Renders a page completely: none waits for deferred data.
 * @param brand the one of the input's version
 * @param entry what React Router knows of the build; of the request it brings nothing that is not in the input
 */
export async function renderPage(input: PageInput, brand: Brand, entry: EntryContext): Promise<RenderedPage> {
  const mark = newMark();
  const { locale, shell, parts, tracking, address, loaderData, actionData, errors, status } = input;
  // The browser can hydrate an error page only if it shows a known state and the root loader ran; others stay static.
  const states = Object.values(errors ?? {}).map((error) =>
    isRouteErrorResponse(error) && isStatePage(error.data) ? error.data : undefined,
  );
  const isStatic = states.includes(undefined) || !loaderData.root;
  const isLive = states.some((page) => page?.waiting || page?.dialog);
  const shown = loaderData[input.routes.at(-1) ?? ""];
  const isStill = isStatic || (isRecord(shown) && shown.isStill === true);
  const ownTexts = (section: string) => sectionTexts(section, locale, brand, parts.useCase);
  const shipped: SectionBundles = Object.fromEntries(laterTexts.map((one) => [one, ownTexts(one)]));
  const texts = (section: string) => (shipped[section] ??= ownTexts(section));
  const descriptions = sectionTexts("common.descriptions", locale, brand);
  const { staticHandlerContext: state } = entry;
  const router: RouterState = {
    ...state,
    // The frame is there even if the root's loader did not run.
    loaderData: { ...loaderData, root: shell },
    actionData,
    errors,
    statusCode: status,
    location: { ...state.location, ...address },
    matches: errors ? state.matches : state.matches.map((match) => ({ ...match, params: {}, ...address })),
  };
  // React Router makes objects of all routes that it is given, for each page anew: a twelfth of a render.
  const routes = Object.fromEntries(input.routes.map((id) => [id, entry.manifest.routes[id]]));
  const { css, hashes } = stylesOf(brand, input.pattern, errors !== null);
  const page = await renderToEnd(
    <ServerRenderContext
      value={{
        css,
        logo: brand.logo,
        themeColor: brand.themeColor,
        description: descriptions[input.routes.at(-1) ?? ""]?.replace("{{brand}}", brand.name),
        enhanced: isStill ? false : isLive || undefined,
        starter: lateStarter,
        shippedTexts: (
          <script
            id={textsId}
            type="application/json"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own texts, in place of the mark
            dangerouslySetInnerHTML={{ __html: mark }}
          />
        ),
        inlineScripts: { browserButtons, dialogButton, visitEnder },
        nonce: mark,
        tracking: tracking && <TrackingScripts {...tracking} nonce={mark} />,
        texts,
        ownTexts,
        parts,
        options: (field, selected) => optionsHtml(parts.choices?.[field] ?? [], selected),
      }}
    >
      <ServerRouter
        context={{ ...entry, manifest: { ...entry.manifest, routes }, staticHandlerContext: router }}
        url={new URL(address.pathname + address.search, "http://localhost")}
        nonce={mark}
      />
    </ServerRenderContext>,
  );
  const { plain, scripts } = withoutMarks(startScriptsLate(page), mark);
  // What was asked for is known once everything is rendered.
  const shippedJson = () => jsonInScript(JSON.stringify(shipped));
  return { plain: filledIn(plain, mark, shippedJson), scripts, styles: hashes };
}
