import type { MiddlewareFunction } from "react-router";
import { isLocale, localeCookie } from "#app/i18n/locale.ts";
import { pageForAllContext } from "#app/request/context.server.ts";
import { cookiesOf, moveCookie } from "#app/request/cookies.server.ts";
import { isTraceId, traceCookie } from "#app/request/trace-id.server.ts";
import { brandCookie, isBrand } from "./brand.server.ts";

/** What lasts longer than an hour, and what its value has to be. */
const lasting = [
  { ...brandCookie, isValid: isBrand },
  { ...localeCookie, isValid: isLocale },
  { ...traceCookie, isValid: isTraceId },
];

/** Until the next major version: what version 1.0.0 has set over https gets the name that no other site can plant. */
export const earlierCookies: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next();
  const isForAll = response.headers.get("Cache-Control")?.startsWith("public");
  if (isForAll || context.get(pageForAllContext)) return response;
  const valuesOf = cookiesOf(request);
  for (const { name, maxAge, isValid } of lasting) {
    const value = valuesOf(name).find(isValid);
    if (value !== undefined) moveCookie(response, request, name, value, maxAge);
  }
  return response;
};
