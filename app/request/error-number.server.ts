import { newErrorNumber } from "#app/domain/error-number.server.ts";
import { errorNumberContext, type RequestContext } from "./context.server.ts";

/** The number of this request's failure: the same on its page and in its lines of the log. */
export function errorNumberOf(context: RequestContext): string {
  const number = context.get(errorNumberContext) || newErrorNumber();
  context.set(errorNumberContext, number);
  return number;
}
