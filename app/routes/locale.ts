import { data } from "react-router";
import { prefixOf } from "#app/i18n/locale.ts";
import { refuseClosed } from "#app/middleware/closed.server.ts";
import type { Route } from "./+types/locale";

/** `:locale?` matches any first segment; only languages with a prefix of their own are pages. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ params, url }, next) => {
    if (params.locale !== undefined && !prefixOf(url.pathname)) throw data(null, { status: 404 });
    return next();
  },
  refuseClosed,
];

/** For every page of a journey without a boundary of its own: what fails is shown in the frame. */
export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
