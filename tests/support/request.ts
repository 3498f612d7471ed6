import { createInstance } from "i18next";
import { RouterContextProvider } from "react-router";
import { brands } from "#app/brand/registry.server.ts";
import { i18nextOptions } from "#app/i18n/i18next.server.ts";
import { monotonicMs } from "#app/platform/monotonic.ts";
import {
  brandContext,
  deadlineContext,
  i18nextContext,
  localeContext,
  lookEndContext,
  patternContext,
  responseHeadersContext,
  sessionContext,
  traceIdContext,
} from "#app/request/context.server.ts";
import { Visitor, visitorContext } from "#app/request/visitor.server.ts";
import type { SessionStore } from "#app/session/store.ts";
import { sessionsForTest } from "./session.ts";

/**
 * A browser whose requests a test makes itself, without a server: each has a context as the middleware leaves it, and
 * the session of the requests before.
 * @param isAway which of the session store's calls fail
 */
export function browserForTest(path: string, isAway?: (call: keyof SessionStore) => boolean) {
  const open = sessionsForTest(isAway);
  let cookie: string | undefined;
  const url = new URL(path, "http://o2.localhost");
  /** @param leftMs how long its page may take: none waits for reads that may lag behind */
  return async function request(leftMs = 0) {
    const context = new RouterContextProvider();
    const session = open(cookie);
    const texts = createInstance();
    await texts.init({ ...i18nextOptions, lng: "de" });
    context.set(sessionContext, session);
    context.set(deadlineContext, monotonicMs() + leftMs);
    context.set(lookEndContext, new AbortController().signal);
    context.set(localeContext, { locale: "de" });
    context.set(brandContext, brands().get("o2") as never);
    context.set(i18nextContext, texts);
    context.set(traceIdContext, "00000000-0000-4000-8000-000000000000");
    context.set(patternContext, path);
    context.set(responseHeadersContext, new Headers());
    context.set(visitorContext, new Visitor(new Request(url), url, false));
    return {
      context,
      session,
      url,
      /** Ends the request. */
      async end() {
        cookie = (await session.commit()) ?? cookie;
      },
    };
  };
}
