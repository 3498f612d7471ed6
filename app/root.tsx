import { type ReactNode, useEffect } from "react";
import { Links, Outlet, Scripts, useLocation } from "react-router";
import { brandContext, localeContext } from "#app/request/context.server.ts";
import { shellFacts } from "#app/shell/shell-facts.server.ts";
import { ShellFrame } from "#app/shell/shell-frame.tsx";
import { usePage } from "#app/shell/use-page.ts";
import { useShell } from "#app/shell/use-shell.ts";
import { useServerRender } from "#app/ui/server-render.ts";
import type { Route } from "./+types/root";
import { surviveLostConnection } from "./browser/lost-connection.ts";
import { keepEntry } from "./browser/typed-draft.ts";
import { keepVisit } from "./browser/visit.ts";
import { useLocale } from "./i18n/texts.tsx";
import { brand } from "./middleware/brand.server.ts";
import { draft } from "./middleware/draft.server.ts";
import { form, refuseUnreadableForm } from "./middleware/form.server.ts";
import { locale } from "./middleware/locale.server.ts";
import { lookAhead } from "./middleware/look-ahead.server.ts";
import { securityHeaders } from "./middleware/security-headers.server.ts";
import { session } from "./middleware/session.server.ts";
import { trace } from "./middleware/trace.server.ts";
import { constantPage } from "./rendering/constant-pages.server.ts";
import { redirectAsData } from "./rendering/page-as-data.server.ts";
import { useHydrated } from "./ui/hydrated.ts";

export const middleware: Route.MiddlewareFunction[] = [
  async ({ request }, next) => redirectAsData(request, await next()),
  constantPage,
  trace,
  form,
  // Outermost, so that every response gets these headers.
  securityHeaders,
  lookAhead,
  brand,
  locale,
  session,
  draft,
  refuseUnreadableForm,
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [surviveLostConnection];

export function loader({ context, request, url }: Route.LoaderArgs) {
  return shellFacts({ brand: context.get(brandContext), ...context.get(localeContext) }, request, url);
}

export function Layout({ children }: { children: ReactNode }) {
  const { locale } = useLocale();
  const { brand, scripts } = useShell();
  const { css, themeColor, description, enhanced, tracking, starter, nonce, shippedTexts } =
    useServerRender();
  // Pages that do nothing with JavaScript load none.
  const byPage = usePage().row?.scripts;
  const hydrated = useHydrated();
  return (
    <html lang={locale} data-brand={brand.slug}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="theme-color" content={themeColor} suppressHydrationWarning />
        {description && (
          <>
            <meta name="description" content={description} />
            <meta property="og:site_name" content={brand.nameForTitle} />
          </>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own styles, checked when a brand is read */}
        <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
        <link rel="icon" type="image/svg+xml" href={brand.favicon} />
        <link rel="manifest" href={`/brands/${brand.slug}/${locale}.webmanifest`} />
        <Links />
      </head>
      <body>
        <ShellFrame>{children}</ShellFrame>
        {scripts && (enhanced ?? byPage) && (
          <>
            <Scripts nonce={nonce} />
            {!hydrated && (
              <script
                nonce={nonce}
                suppressHydrationWarning
                // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script
                dangerouslySetInnerHTML={{ __html: starter }}
              />
            )}
            {shippedTexts}
          </>
        )}
        {tracking}
      </body>
    </html>
  );
}

/** Another path or query is another page: nothing of the previous one stays in it (specification §2). */
export default function App() {
  const { pathname, search, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each entry of the history
  useEffect(() => {
    keepVisit();
    keepEntry();
  }, [key]);
  return <Outlet key={pathname + search} />;
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
