import type { i18n } from "i18next";
import { createContext, type RouterContextProvider } from "react-router";
import type { Brand } from "#app/brand/schema.ts";
import { fixedT } from "#app/i18n/i18next.server.ts";
import type { Locale } from "#app/i18n/locale.ts";
import type { Namespace, Prefix, Section, Translate } from "#app/i18n/resources.ts";
import type { Values } from "#app/i18n/translation.ts";
import type { LoginInTime } from "#app/session/bearer.server.ts";
import type { Session } from "#app/session/session.server.ts";
import type { ServerParts } from "#app/ui/server-render.ts";

/** A request's context, as loaders and actions pass it on. */
export type RequestContext = Readonly<RouterContextProvider>;

/** What every loader and action may rely on; set by the middleware in its order. */
export const traceIdContext = createContext<string>();
/** The number of this request's failure, once something shows or logs it. */
export const errorNumberContext = createContext("");
export const patternContext = createContext<string>();
/** The posted form; for a page that takes a file, the fields before it. */
export const postedFormContext = createContext<FormData>();
/** Why a posted form could not be read, as a response to throw. */
export const unreadableFormContext = createContext<{ refusal?: unknown }>({});
/** A guard turned the posted form away: the customer's input is stored. */
export const formIsUnsentContext = createContext(false);
/** What the form has is older than what was saved since: it replaces no draft. */
export const draftIsOutdatedContext = createContext(false);
/** A rendered page that is the same for everybody (decision 0125). */
export interface PageForAll {
  plain: Buffer<ArrayBuffer>;
  gzip: Buffer<ArrayBuffer>;
  /** Soon after it was rendered. */
  br?: Buffer<ArrayBuffer>;
}
/** For the middleware: the page that was made, if it is the same for everybody. */
export const pageForAllContext = createContext<PageForAll | null>(null);
export const brandContext = createContext<Brand>();
/** The locale, and the path's language prefix if it has one. */
export const localeContext = createContext<{ locale: Locale; prefix?: Locale }>();
/** i18next with the page's language. */
export const i18nextContext = createContext<i18n>();
export const sessionContext = createContext<Session>();
/** In place of the session, for the calls of a declaration. */
export const loginContext = createContext<LoginInTime>();
/** Whether this request's network may begin sessions, and whether it was refused one. */
export const newSessionContext = createContext<"allowed" | "forbidden" | "refused">("allowed");
/** The request failed because of the portal itself: an unexpected error, or its store. */
export const ownFailureContext = createContext(false);
/** An operator has closed the journey or the site: this refusal is no failure. */
export const closedContext = createContext(false);
/** When this page must have its response, by `monotonicMs`. */
export const deadlineContext = createContext<number>();

/** Aborted once a look is over: its response was sent, or its customer has gone. Not set for what nobody looks at. */
export const lookEndContext = createContext<AbortSignal>();

/** Headers that a loader, action or error adds to the page's response, such as Retry-After and Refresh. */
export const responseHeadersContext = createContext<Headers>();

/** What only the server shows of a page: loader data would send it to the browser too. */
export const serverPartsContext = createContext<ServerParts>({});

/** Adds to what only the server shows of this request's page. */
export const addServerParts = (context: RequestContext, parts: ServerParts) =>
  context.set(serverPartsContext, { ...context.get(serverPartsContext), ...parts });

/** The value, or undefined if the middleware that sets it was not reached. */
export function getIfSet<T>(
  context: RequestContext,
  key: ReturnType<typeof createContext<T>>,
): T | undefined {
  try {
    return context.get(key);
  } catch {
    return undefined;
  }
}

/** i18next's `t` for one group of a namespace, in loaders and actions. */
export function getT<N extends Namespace, P extends Prefix<N>>(
  context: RequestContext,
  namespace: N,
  prefix: P,
  useCase?: string,
): Translate<N, P> {
  return fixedT(context.get(i18nextContext), namespace, prefix, context.get(brandContext), useCase);
}

/** The same for keys from data, such as the code of a state. */
export function getTexts(context: RequestContext, section: Section, useCase?: string) {
  // eslint-disable-next-line house/no-cast -- each section is a namespace and one of its prefixes
  const [namespace, prefix] = section.split(".") as ["common", "form"];
  // eslint-disable-next-line house/no-cast -- a text that is missing is its key
  return getT(context, namespace, prefix, useCase) as (key: string, values?: Values) => string;
}
