import { data, isRouteErrorResponse, type ServerBuild, type StaticHandlerContext } from "react-router";

type Routes = ServerBuild["routes"];
type Module = NonNullable<Routes[string]>["module"];
type Handler = NonNullable<Module["loader"]>;

/** React Router encodes no property that is named by a symbol. */
const held = Symbol("held back");

/**
 * Routes whose documents encode nothing: React Router encodes all data for the browser, as a stream, before it asks for
 * the page, and pages without scripts throw it away. `takeHeld` and `encoded` do that part for the pages that need it.
 */
export function holdData(routes: Routes): Routes {
  const holding = (handler: Handler): Handler =>
    async function hold(args) {
      const answer = await handler(args);
      if (answer instanceof Response || new URL(args.request.url).pathname.endsWith(".data")) return answer;
      const { type, data: value, init } = (answer ?? {}) as Partial<ReturnType<typeof data>>;
      return type === "DataWithResponseInit"
        ? data({ [held]: value }, init ?? undefined)
        : { [held]: answer };
    };
  const result: Routes = {};
  for (const [id, route] of Object.entries(routes)) {
    const { loader, action, default: page } = route?.module ?? {};
    // Resource routes answer with their data themselves.
    if (!route || !page) result[id] = route;
    else {
      const handlers = { loader: loader && holding(loader), action: action && holding(action) };
      result[id] = { ...route, module: { ...route.module, ...handlers } };
    }
  }
  return result;
}

/** Puts in place what `holdData` has held back. */
export function takeHeld(context: StaticHandlerContext): void {
  for (const answers of [context.loaderData, context.actionData])
    for (const [id, answer] of Object.entries(answers ?? {}))
      if (answer && typeof answer === "object" && held in answer)
        (answers as Record<string, unknown>)[id] = answer[held];
}

/**
 * Data in the form in which React Router's browser part reads it (turbo-stream 2): each value once, in one list, where
 * objects and arrays name the places of theirs.
 * @throws TypeError for what is not JSON, such as a `Date`
 */
export function encoded(input: unknown): string {
  const list: string[] = [];
  const places = new Map<unknown, number>();
  function placeOf(value: unknown): number {
    if (value === undefined) return -7;
    if (value === null) return -5;
    const known = places.get(value);
    if (known !== undefined) return known;
    const place = list.push("") - 1;
    places.set(value, place);
    list[place] = textOf(value);
    return place;
  }
  function textOf(value: unknown): string {
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(placeOf)}]`;
    if (isRouteErrorResponse(value))
      return `["ErrorResponse",${[value.data, value.status, value.statusText].map(placeOf)}]`;
    if (value instanceof Error) return `["SanitizedError",${[value.name, value.message].map(placeOf)}]`;
    if (![Object.prototype, null].includes(Object.getPrototypeOf(value)))
      throw new TypeError(`A page's data cannot hold a ${value.constructor.name}`);
    let parts = "";
    for (const [name, part] of Object.entries(value))
      if (part !== undefined) parts += `${parts && ","}"_${placeOf(name)}":${placeOf(part)}`;
    return `{${parts}}`;
  }
  placeOf(input);
  return `[${list}]\n`;
}
