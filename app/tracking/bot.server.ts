import { isbot } from "isbot";

/** Tools that testers script forms with. isbot counts them as bots, but a person reads their output. */
const testersTools =
  /^(curl|wget|httpie|postmanruntime|python-requests|python-httpx|node|undici|axios|k6)\b/i;

/** Bots get no error pages and no tracking. */
export function isBot(request: Request): boolean {
  const agent = request.headers.get("User-Agent") ?? "";
  return isbot(agent) && !testersTools.test(agent);
}
