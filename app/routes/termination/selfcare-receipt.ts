import type { Route } from "./+types/selfcare-receipt";
import { streamReceipt } from "./receipt.server.ts";

/** The confirmation of a prefilled termination as PDF. */
export const loader = ({ context, url }: Route.LoaderArgs) => streamReceipt(context, url, "prefilled");
