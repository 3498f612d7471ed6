import type { Route } from "./+types/receipt";
import { streamReceipt } from "./withdrawal.server.ts";

/** The acknowledgement of a withdrawal as PDF. */
export const loader = ({ context, url }: Route.LoaderArgs) => streamReceipt(context, url);
