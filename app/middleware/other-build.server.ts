import names from "virtual:stable-names";
import { type MiddlewareFunction, redirectDocument } from "react-router";

/**
 * A page of another build asks for data: its components may not know what this build's loaders answer. It moves on as a
 * document; what it posts is done first, and leads to a document too.
 */
export const otherBuild: MiddlewareFunction<Response> = async ({ request, url }, next) => {
  const asking = request.headers.get("X-Build");
  if (!asking || asking === names.build) return next();
  if (request.method === "GET") return redirectDocument(url.pathname + url.search);
  const response = await next();
  if (response.headers.has("Location")) response.headers.set("X-Remix-Reload-Document", "true");
  return response;
};
