import { data } from "react-router";
import { prefixOf } from "#app/i18n/locale.ts";
import { refuseClosed } from "#app/middleware/closed.server.ts";
import type { Route } from "./+types/locale";
import { offerGuards } from "./offer/guards.server.ts";

/** `:locale?` matches any first segment; only languages with a prefix of their own are pages. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ params, url }, next) => {
    if (params.locale !== undefined && !prefixOf(url.pathname)) throw data(null, { status: 404 });
    return next();
  },
  refuseClosed,
  ...offerGuards,
];

/** For every page: what fails is shown in the frame. */
export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
