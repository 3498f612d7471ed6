import type { Receipt } from "#app/domain/receipt.ts";
import { describedBy, FieldGroup } from "#app/forms/field-frame.tsx";
import { PortalForm, useForm, useFormState } from "#app/forms/form.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { brandContext } from "#app/request/context.server.ts";
import { Page } from "#app/shell/page.tsx";
import { SharedDevice } from "#app/shell/shared-device.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Named } from "#app/ui/named.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { ReceiptParts } from "../declaration/receipt-parts.tsx";
import type { Route } from "./+types/consents";
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
  if (receipt) return { receipt };
  const [shown, form] = await Promise.all([shownConsents(place, token), revocationForm(place, token)]);
  return { form, brand, ...shown };
}

export const action = ({ context, url }: Route.ActionArgs) => revoke({ context, url });

export default function ConsentsPage({ loaderData }: Route.ComponentProps) {
  return loaderData.receipt ? <Revoked receipt={loaderData.receipt} /> : <ConsentsForm {...loaderData} />;
}

type Data = Route.ComponentProps["loaderData"];
type Loaded = Exclude<Data, { receipt: object }>;

function ConsentsForm({ form: loaded, brand, list, unknown }: Loaded) {
  const t = useT("email", "consents");
  const form = useFormState(loaded);
  const given = list.filter((consent) => consent.given);
  const others = list.filter((consent) => !consent.given);
  const notGiven = others.length > 0 && (
    <SummaryList
      rows={others.map(({ name, since }) => ({
        label: name,
        value: since ? t("revokedSince", { date: since }) : t("notGiven"),
      }))}
    />
  );
  return (
    <Page name="revocation" title={t("title")} form={form}>
      <h1>{t("title")}</h1>
      <p className="lead">
        <Named text={t("lead", { brand })} name={brand} />
      </p>
      {unknown && (
        <Notice kind="info">
          <p>{t(unknown === "ever" ? "byStaff" : "unknownNow")}</p>
        </Notice>
      )}
      {given.length === 0 && notGiven}
      <PortalForm id="revocation" form={form}>
        {given.length > 0 && (
          <>
            <FieldGroup
              name="consents"
              label={t("consents")}
              hint={t("consentsHint")}
              error={form.errors.consents}
            >
              <div className="choices">
                {given.map((consent) => (
                  <Box key={consent.id} {...consent} />
                ))}
              </div>
            </FieldGroup>
            <div className="form-actions">
              <Button kind="secondary">{t("submit")}</Button>
            </div>
          </>
        )}
        {given.length === 0 && <p>{t("none")}</p>}
        {/* Behind the boxes: on a box, the enter key presses a form's first button. */}
        <div className="form-actions">
          <Button name="all" value="yes">
            {t("all")}
          </Button>
        </div>
      </PortalForm>
      {given.length > 0 && notGiven}
      <p className="muted">{t("still")}</p>
    </Page>
  );
}

function Box({ id, name, since }: ShownConsent) {
  const t = useT("email", "consents");
  const { values, errors } = useForm();
  return (
    <label className="choice">
      <input
        type="checkbox"
        name={`consents.${id}`}
        value="yes"
        defaultChecked={`consents.${id}` in values}
        aria-invalid={errors.consents ? true : undefined}
        aria-describedby={describedBy("consents", undefined, errors.consents)}
      />{" "}
      <span>
        {`${name} `}
        {since && <small className="muted">{t("givenSince", { date: since })}</small>}
      </span>{" "}
    </label>
  );
}

function Revoked({ receipt }: { receipt: Receipt }) {
  const t = useT("email", "done");
  const linkTo = useLinkTo();
  return (
    <Page name="revocation" title={receipt.title} hasHotline>
      <ReceiptParts receipt={receipt} />
      <div className="form-actions">
        <ButtonLink kind="secondary" href={linkTo("home")}>
          {t("home")}
        </ButtonLink>
      </div>
      <SharedDevice />
    </Page>
  );
}
