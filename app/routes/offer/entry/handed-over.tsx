import { PortalForm } from "#app/forms/form.tsx";
import { freshForm } from "#app/forms/form-data.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import { brandContext, getT } from "#app/request/context.server.ts";
import { handoverOf, takeHandover } from "#app/session/handover.server.ts";
import { Page } from "#app/shell/page.tsx";
import { Card } from "#app/ui/card.tsx";
import { Named } from "#app/ui/named.tsx";
import { toStep } from "../cart/journey.server.ts";
import type { Route } from "./+types/handed-over";
import { inStore, openHandover, pages, receiveHandover, requireHandover } from "./handover.server.ts";

/** Opening it takes nothing: mail programs and scanners open links too. */
export async function loader({ context, params: { token, code }, url }: Route.LoaderArgs) {
  requireHandover();
  const place = { context, url };
  const { order, values } = openHandover(place, token, await inStore(place, handoverOf(code)));
  const steps = getT(context, "offer", "steps");
  return {
    form: freshForm(),
    order,
    brand: context.get(brandContext).name,
    /** What was entered, by the steps of an order. */
    entered: pages.filter((page) => values[page]).map((page) => steps(`names.${page}`)),
  };
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
  const { form, order, brand, entered } = loaderData;
  const t = useT("offer", "handedOver");
  const typed = useT("offer", "typedCode");
  return (
    <Page name="handed-over" title={t("title")}>
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead")}</p>
      {(order || entered.length > 0) && (
        <Card id="order" title={order && <Named text={order} name={brand} />}>
          {entered.length > 0 && <p>{t("entered")}</p>}
          <ul className="features">
            {entered.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
          <p>
            <small>{typed("follows.again")}</small>
          </p>
        </Card>
      )}
      <PortalForm id="handed-over" form={form} submit={t("submit")} />
    </Page>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
