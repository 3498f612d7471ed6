import { PortalForm } from "#app/forms/form.tsx";
import { freshForm } from "#app/forms/form-data.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import { handoverOf, takeHandover } from "#app/session/handover.server.ts";
import { Page } from "#app/shell/page.tsx";
import { toStep } from "../cart/journey.server.ts";
import type { Route } from "./+types/handed-over";
import { inStore, openHandover, receiveHandover, requireHandover } from "./handover.server.ts";

/** Opening it takes nothing: mail programs and scanners open links too. */
export async function loader({ context, params: { token, code }, url }: Route.LoaderArgs) {
  requireHandover();
  const place = { context, url };
  openHandover(place, token, await inStore(place, handoverOf(code)));
  return { form: freshForm() };
}

/** Moves what was entered into this browser's session, once, and loads the offer there. */
export async function action({ context, params: { token, code }, url }: Route.ActionArgs) {
  requireHandover();
  const place = { context, url };
  const handed = openHandover(place, token, await inStore(place, takeHandover(code)));
  await receiveHandover(context, token, handed);
  return toStep(context, "offer", token, 303);
}

export default function HandedOverPage({ loaderData }: Route.ComponentProps) {
  const t = useT("offer", "handedOver");
  return (
    <Page name="handed-over" title={t("title")}>
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead")}</p>
      <PortalForm id="handed-over" form={loaderData.form} submit={t("submit")} />
    </Page>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
