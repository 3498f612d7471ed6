import { fileRoute } from "../shell/file-route.server.ts";
import type { Route } from "./+types/receipt";
import { streamReceipt } from "./withdrawal.server.ts";

/** The acknowledgement of a withdrawal as PDF. */
const file = fileRoute(({ context, url }: Route.LoaderArgs) => streamReceipt(context, url));

export const middleware = file.middleware;
export const loader = file.loader;
export { default } from "../shell/no-page.ts";
