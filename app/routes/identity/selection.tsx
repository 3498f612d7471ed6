import { formatDeadline } from "#app/domain/calendar.ts";
import { idvErrorIn } from "#app/errors/errors.ts";
import { useFormState } from "#app/forms/form.tsx";
import { freshForm } from "#app/forms/form-data.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import {
  getT,
  localeContext,
  postedFormContext,
  type RequestContext,
  sessionContext,
} from "#app/request/context.server.ts";
import { HelpCard } from "#app/shell/help-card.tsx";
import { Page } from "#app/shell/page.tsx";
import { providerUrl } from "#app/shell/provider-url.server.ts";
import { qrCode } from "#app/shell/qr-code.server.ts";
import { QrCode } from "#app/shell/qr-code.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { dataLayerEvent } from "#app/tracking/catalogue.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Route } from "./+types/selection";
import { chooseOnce, idvNotice, settleChoice } from "./choose.server.ts";
import {
  choiceScope,
  fetchIdvStatus,
  idvAddress,
  outcomeAnswer,
  outcomePage,
  requireStatus,
} from "./idv-status.server.ts";
import { Facts, MethodTiles } from "./method-tiles.tsx";
import { type MethodView, methodView, methodViews } from "./method-view.server.ts";
import { openIdvMethods } from "./open-methods.server.ts";

export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  const place = { context, token, url };
  const session = context.get(sessionContext);
  const [status, methods, choice] = await Promise.all([
    fetchIdvStatus(place),
    openIdvMethods(context, token),
    session.read(choiceScope, token),
  ]);
  const idv = await requireStatus(place, status, "idv-selection");
  await settleChoice(place, idv);
  if (!methods.ok) throw await outcomeAnswer(place, methods.error, 302);
  if (methods.data.length === 0) throw await outcomePage(place, idvErrorIn("IdvNoMethodsAvailable"));

  const now = new Date();
  const chosen = methods.data.find(({ id }) => id === idv.methodId);
  const continueUrl =
    idv.state === "methodChosen" ? providerUrl(context, "identification", idv.continueUrl, url) : undefined;
  const goesOn = chosen !== undefined && continueUrl !== undefined;
  const offered = goesOn ? methods.data.filter((method) => method !== chosen) : methods.data;
  const last = idv.methodId ?? choice?.method;
  const before = { last, now, recommends: !last };
  return {
    token,
    form: freshForm(),
    methods: methodViews(context, offered, before),
    /** This page for a phone, if a method needs a camera or NFC. */
    phone: methods.data.some(({ needs }) => needs.some((need) => need === "camera" || need === "nfc"))
      ? await qrCode(idvAddress(place))
      : undefined,
    chosen: goesOn ? chosenCard(context, methodView(context, chosen, before, false), continueUrl) : undefined,
    failed: idv.state === "failed" ? { attemptsLeft: idv.attemptsLeft } : undefined,
    aborted: idv.state === "created" && idv.lastAttempt === "aborted",
    validUntil: idv.validUntil && formatDeadline(new Date(idv.validUntil), context.get(localeContext).locale),
    notice: await session.take(idvNotice, token),
    tracking: [dataLayerEvent("idvSelection")],
  };
}

/** The method chosen before; while it is closed, with its hours. */
const chosenCard = (context: RequestContext, { title, facts, isClosed }: MethodView, href: string) => ({
  method: title,
  href,
  isClosed,
  hours: facts.flatMap(({ icon, text }) =>
    icon === "calendar"
      ? [{ icon, text: getT(context, "identity", "methods")("closed", { hours: text }) }]
      : [],
  ),
});

export async function action({ context, params, url }: Route.ActionArgs) {
  return chooseOnce({ context, token: params.token, url }, context.get(postedFormContext));
}

export default function SelectionPage({ loaderData }: Route.ComponentProps) {
  const { token, methods, chosen, phone, failed, aborted, validUntil, notice } = loaderData;
  const t = useT("identity", "selection");
  const tileTexts = useT("identity", "tiles");
  const results = useT("errors", "idvResult");
  const linkTo = useLinkTo();
  const form = useFormState(loaderData.form);
  const label = chosen ? t("others") : t("methods");
  return (
    <Page name="idv-selection" title={t("title")} form={form} hasHotline>
      {(notice === "chosenAlready" || notice === "notChosen" || notice === "unconfirmed") && (
        <Notice kind="info" role="status" text={t(notice)} />
      )}
      <h1>{t("title")}</h1>
      {failed && (
        <Notice
          kind="error"
          role="alert"
          title={results("failed")}
          text={
            failed.attemptsLeft === undefined
              ? t("failedTextUnlimited")
              : t("failedText", { count: failed.attemptsLeft })
          }
        />
      )}
      {aborted && <Notice kind="warning" title={t("aborted")} text={t("abortedText")} />}
      {chosen ? (
        <Card
          id="chosen"
          title={chosen.isClosed ? t("chosenClosed", { method: chosen.method }) : t("chosen")}
        >
          <p>{t("chosenText", { method: chosen.method })}</p>
          {chosen.isClosed && (
            <p>
              <Facts facts={chosen.hours} />
            </p>
          )}
          <div className="form-actions">
            <ButtonLink kind={chosen.isClosed ? "secondary" : "primary"} href={chosen.href}>
              {t("continue")}
            </ButtonLink>
          </div>
        </Card>
      ) : (
        !failed && !aborted && <p className="lead">{t("lead")}</p>
      )}
      <h2 className={chosen ? undefined : "visually-hidden"}>{label}</h2>
      <MethodTiles form={loaderData.form} methods={methods} label={label} />
      <div className="side stack">
        {phone && (
          <Card id="phone" title={t("phoneTitle")} className="only-desk">
            <p>{t("phoneText")}</p>
            <QrCode code={phone} label={t("phoneCode")} />
          </Card>
        )}
        {validUntil && (
          <p className="muted">
            {t("validUntil", { date: validUntil })}{" "}
            <a className="unbroken" href={linkTo("idv-deadline", { token })}>
              {tileTexts("calendar")}
            </a>
          </p>
        )}
        <HelpCard id="help" title={t("helpTitle")}>
          <p>{t("helpText")}</p>
        </HelpCard>
      </div>
    </Page>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
