import { type LoaderFunctionArgs, redirectDocument } from "react-router";
import { brandContext } from "../../app/request/context.server.ts";
import { handedOverPath } from "../../app/routes/offer/entry/handover.server.ts";
import { handOver } from "../../app/session/handover.server.ts";
import { requireSandbox } from "./sandbox-only.server.ts";

/** The page of a link that another device has made: an example cannot know its code. */
export async function loader({ context, params: { token = "" } }: LoaderFunctionArgs) {
  requireSandbox();
  const brand = context.get(brandContext).slug;
  const values = { "personal-data": { lastName: "Muster" }, payment: { paymentMethod: "direct_debit" } };
  const code = await handOver({ token, brand, step: "payment", values, order: "Nordlicht 12 Pro" });
  return redirectDocument(handedOverPath(context, token, code, brand));
}

export { default } from "../../app/shell/no-page.ts";
