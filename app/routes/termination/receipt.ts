import { fileRoute } from "../shell/file-route.server.ts";
import type { Route } from "./+types/receipt";
import { streamReceipt } from "./receipt.server.ts";

/** The confirmation of a termination as PDF. */
const file = fileRoute(({ context, url }: Route.LoaderArgs) => streamReceipt(context, url, "open"));

export const middleware = file.middleware;
export const loader = file.loader;
export { default } from "../shell/no-page.ts";
