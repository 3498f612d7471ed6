import type { ReactNode } from "react";
import { describedBy, Message } from "#app/forms/field-frame.tsx";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { brandContext } from "#app/request/context.server.ts";
import { linkOfMail } from "#app/shell/link-to.server.ts";
import { Page } from "#app/shell/page.tsx";
import { SharedDevice } from "#app/shell/shared-device.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Named } from "#app/ui/named.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ReceiptParts } from "../declaration/receipt-parts.tsx";
import type { Route } from "./+types/consents";
import { ActFollows } from "./act-follows.tsx";
import {
  revocationForm,
  revocationReceipt,
  revoke,
  type ShownConsent,
  shownConsents,
  tokenIn,
} from "./revocation.server.ts";

/** Takes nothing back: mail scanners open every link. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const place = { context, url };
  const token = tokenIn(place);
  const { name: brand } = context.get(brandContext);
  const receipt = await revocationReceipt(place, token);
  if (receipt) return { receipt, list: linkOfMail(context, "revocation", token) };
  const [shown, form] = await Promise.all([shownConsents(place, token), revocationForm(place, token)]);
  return { form, brand, ...shown };
}

export const action = ({ context, url }: Route.ActionArgs) => revoke({ context, url });

export default function ConsentsPage({ loaderData }: Route.ComponentProps) {
  return loaderData.receipt ? <Revoked {...loaderData} /> : <ConsentsForm {...loaderData} />;
}

type Data = Route.ComponentProps["loaderData"];
type Loaded = Exclude<Data, { receipt: object }>;

function ConsentsForm({ form: loaded, brand, list, unknown }: Loaded) {
  const t = useT("email", "consents");
  const form = useFormState(loaded);
  const given = list.filter((consent) => consent.given);
  const others = list.filter((consent) => !consent.given);
  const isNone = given.length === 0;
  const title = t(isNone ? "noneTitle" : "title");
  const error = form.errors.consents;
  const choice = (name: string, children: ReactNode) => (
    // biome-ignore lint/a11y/useSemanticElements: its name is a headline, which no legend is
    <div
      id="consents"
      role="group"
      tabIndex={-1}
      aria-labelledby={name}
      aria-describedby={describedBy("consents", undefined, error)}
    >
      <Message name="consents" error={error} hidden />
      {children}
    </div>
  );
  const all = (
    <div className="form-actions">
      <Button kind="secondary" name="all" value="yes">
        {t("all")}
      </Button>
    </div>
  );
  const withdrawn = others.length > 0 && (
    <Card id="others" title={t("othersTitle")}>
      <ul className="consents">
        {others.map(({ id, name, since }) => (
          <li key={id}>
            <span>{`${name} `}</span>
            <small>{since ? t("revokedSince", { date: since }) : t("notGiven")}</small>
          </li>
        ))}
      </ul>
    </Card>
  );
  const still = !unknown && <p className="muted">{t("still")}</p>;
  return (
    <Page name="revocation" title={title} form={form}>
      <h1>{title}</h1>
      <p className="lead">{isNone ? t("none") : <Named text={t("lead", { brand })} name={brand} />}</p>
      {unknown && (
        <Notice kind="info">
          <p>{t(unknown === "ever" ? "byStaff" : "unknownNow")}</p>
        </Notice>
      )}
      <PortalForm id="revocation" form={form} missing={t("missing")}>
        {isNone ? (
          <>
            {withdrawn}
            {still}
            <details className="fold" open={error !== undefined}>
              <summary id="all">{t("allStill")}</summary>
              {choice(
                "all",
                <div className="stack">
                  <p>{t("noneStill")}</p>
                  {all}
                </div>,
              )}
            </details>
          </>
        ) : (
          <>
            <Card id="given" title={t(unknown ? "consents" : "givenTitle")}>
              {choice(
                "given",
                <ul className="consents">
                  {given.map((consent) => (
                    <Given key={consent.id} {...consent} />
                  ))}
                </ul>,
              )}
              {/* Behind each one's own: Enter in the form presses its first button. */}
              {all}
            </Card>
            {withdrawn}
            {still}
          </>
        )}
      </PortalForm>
      {!isNone && <ActFollows act="revoke" />}
    </Page>
  );
}

/** A consent, and its button. */
function Given({ id, name, since }: ShownConsent) {
  const t = useT("email", "consents");
  return (
    <li>
      <span>
        <strong>{`${name} `}</strong>
        {since && <small>{t("givenSince", { date: since })}</small>}
      </span>
      <Button kind="quiet" name={`consents.${id}`} value="yes">
        {t("submit")}
        <span className="visually-hidden">{`: ${name}`}</span>
      </Button>
    </li>
  );
}

function Revoked({ receipt, list }: Extract<Data, { receipt: object }>) {
  const t = useT("email", "done");
  const consents = useT("email", "consents");
  const linkTo = useLinkTo();
  return (
    <Page name="revocation" title={receipt.title} hasHotline>
      <ReceiptParts receipt={receipt} />
      <div className="cluster more">
        <ButtonLink kind="quiet" href={list}>
          {consents("again")}
        </ButtonLink>
        <ButtonLink kind="quiet" href={linkTo("home")}>
          {t("home")}
        </ButtonLink>
      </div>
      <SharedDevice />
    </Page>
  );
}
