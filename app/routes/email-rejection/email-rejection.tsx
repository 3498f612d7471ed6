import { useActionData, useLocation } from "react-router";
import type { Receipt } from "#app/domain/receipt.ts";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import type { FormState } from "#app/forms/form-state.ts";
import { useT } from "#app/i18n/texts.tsx";
import { postedFormContext } from "#app/request/context.server.ts";
import { brandPicture } from "#app/shell/brand-picture.server.ts";
import { Page } from "#app/shell/page.tsx";
import { SharedDevice } from "#app/shell/shared-device.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Named } from "#app/ui/named.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { ReceiptParts } from "../declaration/receipt-parts.tsx";
import type { Route } from "./+types/email-rejection";
import { ActFollows } from "./act-follows.tsx";
import { decline, objectionReceipt, rejectionForm, subscriptionIn } from "./rejection.server.ts";

/** Declines nothing: mail scanners that open every link must not unsubscribe anyone. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const place = { context, url };
  const subscription = subscriptionIn(place);
  const receipt = await objectionReceipt(place, subscription);
  return {
    receipt,
    form: receipt ? undefined : await rejectionForm(place, subscription),
    brand: subscription.name,
    picture: brandPicture(context, request),
  };
}

export async function action({ context, url }: Route.ActionArgs) {
  return decline({ context, url }, context.get(postedFormContext));
}

export default function EmailRejectionPage({ loaderData }: Route.ComponentProps) {
  const { brand, form, receipt, picture } = loaderData;
  const reply = useActionData<{ declined: true } | object>();
  if (!form || (reply && "declined" in reply)) return <Declined brand={brand} receipt={receipt} />;
  return <RejectionForm brand={brand} loaded={form} picture={picture} />;
}

interface RejectionFormProps {
  brand: string;
  loaded: FormState;
  picture: string | undefined;
}

function RejectionForm({ brand, loaded, picture }: RejectionFormProps) {
  const t = useT("email", "rejection");
  const linkTo = useLinkTo();
  const form = useFormState(loaded);
  return (
    <Page name="email-rejection" title={t("title")} form={form}>
      <Picture src={picture} band />
      <h1>{t("title")}</h1>
      <p className="lead">
        <Named text={t("lead", { brand })} name={brand} />
      </p>
      <PortalForm id="email-rejection" form={form} submit={t("submit")} />
      <ActFollows act="decline" />
      <p>
        <a href={linkTo("revocation") + useLocation().search}>{t("consents")}</a>
      </p>
    </Page>
  );
}

interface DeclinedProps {
  brand: string;
  /** Missing in the response to a mail provider, which no person reads. */
  receipt: Receipt | undefined;
}

function Declined({ brand, receipt }: DeclinedProps) {
  const t = useT("email", "done");
  const linkTo = useLinkTo();
  return (
    <Page name="email-rejection" title={t("title")} hasHotline={receipt !== undefined}>
      {receipt ? (
        <ReceiptParts receipt={receipt} />
      ) : (
        <StatusSection kind="success" headline={t("title")}>
          <p>
            <Named text={`${t("text", { brand })} ${t("still")}`} name={brand} />
          </p>
        </StatusSection>
      )}
      <div className="cluster more">
        <ButtonLink kind="quiet" href={linkTo("home")}>
          {t("home")}
        </ButtonLink>
      </div>
      {receipt && <SharedDevice />}
    </Page>
  );
}
