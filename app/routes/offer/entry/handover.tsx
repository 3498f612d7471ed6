import { redirectDocument } from "react-router";
import { z } from "zod";
import { firstIncompleteStep } from "#app/domain/offer-steps.ts";
import { PortalForm } from "#app/forms/form.tsx";
import { freshForm } from "#app/forms/form-data.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import { addServerParts, brandContext, sessionContext } from "#app/request/context.server.ts";
import { handOver, handoverHours, handoverOf, revokeHandover } from "#app/session/handover.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { BrowserButtons } from "#app/shell/browser-buttons.tsx";
import { linkTo } from "#app/shell/link-to.server.ts";
import { Page } from "#app/shell/page.tsx";
import { qrCode } from "#app/shell/qr-code.server.ts";
import { QrCode } from "#app/shell/qr-code.tsx";
import { Accordion } from "#app/ui/accordion.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { cartContext } from "../cart/cart.server.ts";
import { completedSteps, stepPath } from "../cart/journey.server.ts";
import { orderView } from "../cart/order-view.server.ts";
import { hasCart } from "../steps/guards.server.ts";
import type { Route } from "./+types/handover";
import { handedOverPath, inStore, requireHandover, valuesToHandOver } from "./handover.server.ts";

export const middleware = [hasCart];

/** The code that this browser shows, by the offer's token. */
const shownCode = defineScope("handover code", z.string(), { endNotice: () => ({ kind: "handover" }) });

export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  requireHandover();
  const cart = context.get(cartContext);
  const code = await context.get(sessionContext).read(shownCode, token);
  const found = code ? await inStore({ context, url }, handoverOf(code)) : undefined;
  const { slug } = context.get(brandContext);
  addServerParts(context, { useCase: cart.offer.offerUseCase });
  const link = new URL(handedOverPath(context, token, code ?? "", slug), url.origin).href;
  const typed = new URL(linkTo(context, "handover-code"), url.origin);
  return {
    form: freshForm(),
    hours: handoverHours(),
    isUsed: found !== undefined && found.values === undefined,
    shown: code && found?.values ? { code, link, qr: await qrCode(link) } : undefined,
    /** Where the code is typed in, as one reads it out. */
    typedAt: typed.host + typed.pathname,
    back: stepPath(context, firstIncompleteStep(cart.verification, completedSteps(cart)), token),
  };
}

/** Makes a code for what was entered so far. It replaces the one before: one session fills no store. */
export async function action({ context, params: { token }, url }: Route.ActionArgs) {
  requireHandover();
  const session = context.get(sessionContext);
  const cart = context.get(cartContext);
  const [values, before] = await Promise.all([
    valuesToHandOver(context, token, cart),
    session.read(shownCode, token),
  ]);
  const place = { context, url };
  if (before) await inStore(place, revokeHandover(before));
  const brand = context.get(brandContext).slug;
  const { verification } = cart;
  // Whoever has entered nothing has only read the offer.
  const step =
    Object.keys(values).length > 0 ? firstIncompleteStep(verification, completedSteps(cart)) : "offer";
  session.write(
    shownCode,
    token,
    await inStore(place, handOver({ token, brand, step, values, order: orderView(context, cart).name })),
  );
  return redirectDocument(linkTo(context, "handover", { token }), 303);
}

/** Easier to copy from a screen. Where it is typed in, spaces do not matter. */
const inGroups = (code: string) => `${code.slice(0, 5)} ${code.slice(5)}`;

/** Sends nothing: customers take the link with them. */
export default function HandoverPage({ loaderData }: Route.ComponentProps) {
  const { form, hours, isUsed, shown, typedAt, back } = loaderData;
  const t = useT("offer", "handover");
  return (
    <Page name="handover" title={t("title")}>
      {isUsed && <Notice kind="info" role="status" text={t("used")} />}
      <h1>{t("title")}</h1>
      <p className="lead">{shown ? t("ready") : t("lead", { hours })}</p>
      <Card className="handed">
        {shown && (
          <>
            <p>
              {t("open")}{" "}
              <strong className="typed" translate="no">
                {typedAt}
              </strong>
            </p>
            <p>
              {t("code")}{" "}
              <strong className="typed typed-code" translate="no">
                {inGroups(shown.code)}
              </strong>
            </p>
          </>
        )}
        <ul className="list">
          <li>{t("validFor", { hours })}</li>
          <li>{t("carried")}</li>
          <li>{t("again")}</li>
        </ul>
        {shown && (
          <p>
            <small>{t("safe")}</small>
          </p>
        )}
        <PortalForm
          id="handover"
          form={form}
          submit={t(shown ? "renew" : "create")}
          kind={shown && "quiet"}
        />
      </Card>
      {shown && (
        <Accordion
          id="ways"
          items={[
            {
              id: "link",
              title: t("byLink"),
              content: (
                <div className="copied">
                  <BrowserButtons value={shown.link} buttons={["share", "copy"]} kind="secondary" isLink />
                </div>
              ),
            },
            ...(shown.qr
              ? [{ id: "qr", title: t("byQr"), content: <QrCode code={shown.qr} label={t("qr")} /> }]
              : []),
          ]}
        />
      )}
      <div className="form-actions">
        <ButtonLink kind="secondary" icon="back" href={back}>
          {t("here")}
        </ButtonLink>
      </div>
    </Page>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
