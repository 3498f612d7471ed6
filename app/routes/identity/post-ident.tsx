import { formatDeadline } from "#app/domain/calendar.ts";
import { languages } from "#app/domain/languages.ts";
import { PortalForm } from "#app/forms/form.tsx";
import { freshForm, submissionIdOf } from "#app/forms/form-data.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import { postOnce, settlePost } from "#app/outcome/attempt.server.ts";
import {
  brandContext,
  getT,
  localeContext,
  postedFormContext,
  sessionContext,
} from "#app/request/context.server.ts";
import { Page } from "#app/shell/page.tsx";
import { qrCode } from "#app/shell/qr-code.server.ts";
import { QrCode } from "#app/shell/qr-code.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { dataLayerEvent } from "#app/tracking/catalogue.ts";
import { idvLabels } from "#app/tracking/labels.ts";
import { Accordion } from "#app/ui/accordion.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import type { Route } from "./+types/post-ident";
import { idvNotice } from "./choose.server.ts";
import { couponMail, isCounted, mailingScope, mailsBefore } from "./coupon-mail.server.ts";
import { fetchIdvStatus, requireStatus, toPage } from "./idv-status.server.ts";
import { isChangeable } from "./idv-status.ts";
import { MethodTiles } from "./method-tiles.tsx";
import { methodViews } from "./method-view.server.ts";
import { openIdvMethods } from "./open-methods.server.ts";

export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  const place = { context, token, url };
  const [status, methods] = await Promise.all([fetchIdvStatus(place), openIdvMethods(context, token)]);
  const idv = await requireStatus(place, status, "idv-post-ident");
  const isUnknown = await settlePost(couponMail, place);
  const { coupon } = idv;
  if (!coupon) throw new Error("The page of a coupon needs a coupon.");
  const { locale } = context.get(localeContext);
  const t = getT(context, "identity", "documents", idv.offerUseCase);
  const documents = coupon.documents.map((type) => t(type));
  const session = context.get(sessionContext);
  const mailing = await session.read(mailingScope, token);
  // Another press may have sent it by now, such as the other half of a double one.
  const isMailed = mailing && isCounted(mailing, coupon.mailsSent);
  const notice = isUnknown ? "mailUnknown" : await session.take(idvNotice, token);
  const view = { last: undefined, now: new Date(), recommends: false };
  // The coupon page works without the other methods.
  const others = methods.ok && isChangeable(idv) ? methods.data.filter(({ id }) => id !== idv.methodId) : [];
  return {
    token,
    kind: coupon.kind,
    provider: coupon.provider,
    reference: coupon.referenceNumber.replace(/(\d{4})(?=\d)/g, "$1\u00a0"),
    code: await qrCode(coupon.code),
    name: `${coupon.firstName} ${coupon.lastName}`,
    documents: new Intl.ListFormat(languages[locale].tag, { type: "disjunction" }).format(documents),
    validUntil: formatDeadline(new Date(coupon.validUntil), locale),
    finder: coupon.branchFinderUrl ?? context.get(brandContext).links.shops,
    email: coupon.email,
    notice: isMailed && notice === "notMailed" ? "mailed" : notice,
    mailForm: { ...freshForm(), ...(mailing && !isMailed && { submissionId: mailing.submissionId }) },
    mailsSent: mailing && !isMailed ? mailing.mailsSent : coupon.mailsSent,
    form: freshForm(),
    others: methodViews(context, others, view),
    tracking: [dataLayerEvent("idvPending", { idvLabel: idvLabels.pending })],
  };
}

/** Sends the coupon by e-mail; once per submission id. */
export async function action({ context, params: { token }, url }: Route.ActionArgs) {
  const place = { context, token, url };
  const idv = await requireStatus(place, await fetchIdvStatus(place), "idv-post-ident", 303);
  if (!idv.coupon?.email) throw toPage(place, "idv-post-ident", 303);
  const posted = context.get(postedFormContext);
  const mailsSent = mailsBefore(posted.get("mailsSent"), idv.coupon.mailsSent);
  return postOnce(couponMail, place, { submissionId: submissionIdOf(posted), mailsSent });
}

export default function PostIdentPage({ loaderData }: Route.ComponentProps) {
  const { token, kind, provider, reference, code, name, documents, validUntil, finder, email } = loaderData;
  const { notice, mailForm, mailsSent, form, others } = loaderData;
  const t = useT("identity", "postIdent");
  const tileTexts = useT("identity", "tiles");
  const linkTo = useLinkTo();
  return (
    <Page name="idv-post-ident" title={t(`${kind}Title`)}>
      {notice === "mailed" && (
        <Notice kind="success" role="status" title={t("mailed")} text={t("mailedText")} />
      )}
      {notice === "mailUnknown" && (
        <Notice kind="info" role="status" title={t(notice)} text={t("mailUnknownText")} />
      )}
      {(notice === "notMailed" || notice === "notDownloaded") && (
        <Notice kind="error" role="alert" title={t(notice)} text={t(`${notice}Text`)} />
      )}
      <h1>{t(`${kind}Title`)}</h1>
      <p className="lead">{t(`${kind}Lead`)}</p>
      <Card id="coupon" title={t("coupon")}>
        <QrCode code={code} label={t("code")} />
        <SummaryList
          rows={[
            { label: t("reference"), value: <strong translate="no">{reference}</strong> },
            { label: t("provider"), value: provider },
            { label: t("name"), value: name },
            {
              label: t("validUntil"),
              value: (
                <>
                  <span>{validUntil}</span>{" "}
                  <a className="unbroken" href={linkTo("idv-deadline", { token })}>
                    {tileTexts("calendar")}
                  </a>
                </>
              ),
            },
          ]}
        />
        <p className="muted">{t("nameHint")}</p>
      </Card>
      <div className="form-actions">
        <ButtonLink kind="primary" icon="download" href={linkTo("idv-coupon", { token })}>
          {t("download")}
        </ButtonLink>{" "}
        {finder && (
          <ButtonLink kind="secondary" icon="shop" href={finder}>
            {t(kind === "shop" ? "shops" : "finder")}
          </ButtonLink>
        )}
      </div>
      <Card id="bring" title={t("bring")}>
        <ul className="list">
          <li>{t("bringDocument", { list: documents })}</li>
          <li>{t("bringCoupon")}</li>
        </ul>
      </Card>
      <Card id="next" title={t("next")}>
        <ol className="list">
          <li>{t(kind === "shop" ? "nextShop" : "nextBranch", { date: validUntil })}</li>
          <li>{t("nextShow")}</li>
          <li>{t("nextMail")}</li>
        </ol>
      </Card>
      {email && (
        <Card id="mail" title={t("mailTitle")}>
          <PortalForm id="mail-coupon" form={mailForm}>
            {mailsSent !== undefined && <input type="hidden" name="mailsSent" value={mailsSent} />}
            <p>{t("mailText", { email })}</p>
            <Button type="submit" kind="secondary" icon="mail">
              {t("mail")}
            </Button>
          </PortalForm>
        </Card>
      )}
      {others.length > 0 && (
        <Accordion
          id="ways"
          items={[
            {
              id: "others",
              title: t("others"),
              content: (
                <MethodTiles
                  form={form}
                  methods={others}
                  label={t("others")}
                  action={linkTo("idv-selection", { token })}
                />
              ),
            },
          ]}
        />
      )}
    </Page>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
