import { brandContext, getT } from "#app/request/context.server.ts";
import { fileRoute } from "#app/shell/file-route.server.ts";
import type { Route } from "./+types/by-name-file";
import { receiptOfLink } from "./by-link.server.ts";
import { byName, revokedByName } from "./by-name.server.ts";

/** The receipt of consents that were taken back by name, as of those by a link. */
export const middleware = fileRoute(async ({ context, url, params: { format } }: Route.LoaderArgs) => {
  const done = await revokedByName({ context, url });
  const { name: brand } = context.get(brandContext);
  const t = getT(context, "email", "byName");
  const revoked = getT(context, "email", "revoked");
  const { name, email } = done?.shown ?? { name: "", email: "" };
  return receiptOfLink({ context, url }, byName(context), format, done, {
    title: t("doneTitle"),
    lead: [getT(context, "receipt", "progress")("received", { brand }), t("done"), revoked("before")],
    declaration: revoked("declarationAll", { brand }),
    rows: [
      { label: t("name"), value: name },
      { label: t("email"), value: email },
    ],
    button: revoked("buttonAll"),
  });
});

export { default, loader } from "#app/shell/file-page.ts";
