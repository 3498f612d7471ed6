import type { Receipt } from "#app/domain/receipt.ts";
import { firstForm } from "#app/forms/draft.server.ts";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import { EmailField, TextField } from "#app/forms/text-fields.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { brandContext } from "#app/request/context.server.ts";
import { Page } from "#app/shell/page.tsx";
import { SharedDevice } from "#app/shell/shared-device.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Named } from "#app/ui/named.tsx";
import { ReceiptParts } from "../declaration/receipt-parts.tsx";
import type { Route } from "./+types/by-name";
import { ActFollows } from "./act-follows.tsx";
import { byNameForm, byNameReceipt, revokeByName } from "./by-name.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { name: brand } = context.get(brandContext);
  const receipt = await byNameReceipt({ context, url });
  return receipt ? { receipt } : { brand, form: await firstForm(context, url, byNameForm, undefined) };
}

export const action = ({ context, url }: Route.ActionArgs) => revokeByName({ context, url });

export default function RevocationByNamePage({ loaderData }: Route.ComponentProps) {
  return loaderData.receipt ? <Revoked receipt={loaderData.receipt} /> : <Question {...loaderData} />;
}

type Data = Route.ComponentProps["loaderData"];

function Question({ form: loaded, brand }: Exclude<Data, { receipt: object }>) {
  const t = useT("email", "byName");
  const form = useFormState(loaded);
  return (
    <Page name="revocation-by-name" title={t("title")} form={form}>
      <h1>{t("title")}</h1>
      <p className="lead">
        <Named text={t("lead", { brand })} name={brand} />
      </p>
      <PortalForm id="revocation-by-name" form={form} submit={t("submit")}>
        <div className="section stack">
          <TextField name="name" autoComplete="name" />
          <EmailField />
        </div>
      </PortalForm>
      <ActFollows act="revoke" />
    </Page>
  );
}

function Revoked({ receipt }: { receipt: Receipt }) {
  const t = useT("email", "done");
  const linkTo = useLinkTo();
  return (
    <Page name="revocation-by-name" title={receipt.title} hasHotline>
      <ReceiptParts receipt={receipt} />
      <div className="cluster more">
        <ButtonLink kind="quiet" href={linkTo("home")}>
          {t("home")}
        </ButtonLink>
      </div>
      <SharedDevice />
    </Page>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
