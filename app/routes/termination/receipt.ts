import type { Route } from "./+types/receipt";
import { streamReceipt } from "./receipt.server.ts";

/** The confirmation of a termination as PDF. */
export const loader = ({ context, url }: Route.LoaderArgs) => streamReceipt(context, url, "open");
