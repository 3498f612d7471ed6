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
import { SummaryList } from "#app/ui/summary-list.tsx";
import { ReceiptHead } from "../declaration/receipt-head.tsx";
import type { Route } from "./+types/by-name";
import { byNameForm, revokeByName, revokedByName } from "./by-name.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { name: brand } = context.get(brandContext);
  const done = await revokedByName({ context, url });
  if (!done) return { brand, form: await firstForm(context, url, byNameForm, undefined) };
  const { shownAt: at, notes, head, shown } = done;
  return { brand, done: { at, notes, head, name: shown.name, email: shown.email } };
}

export const action = ({ context, url }: Route.ActionArgs) => revokeByName({ context, url });

export default function RevocationByNamePage({ loaderData }: Route.ComponentProps) {
  if (loaderData.done) return <Revoked {...loaderData} />;
  return <Question {...loaderData} />;
}

type Data = Route.ComponentProps["loaderData"];

function Question({ form: loaded, brand }: Exclude<Data, { done: object }>) {
  const t = useT("email", "byName");
  const form = useFormState(loaded);
  return (
    <Page name="revocation-by-name" title={t("title")} form={form}>
      <h1>{t("title")}</h1>
      <p className="lead">
        <Named text={t("lead", { brand })} name={brand} />
      </p>
      <PortalForm id="revocation-by-name" form={form} submit={t("submit")}>
        <TextField name="name" autoComplete="name" />
        <EmailField />
      </PortalForm>
    </Page>
  );
}

function Revoked({ brand, done }: Extract<Data, { done: object }>) {
  const t = useT("email", "byName");
  const texts = useT("email", "done");
  const revoked = useT("email", "revoked");
  const linkTo = useLinkTo();
  const { at, notes, head, name, email } = done;
  return (
    <Page name="revocation-by-name" title={t("doneTitle")} hasHotline>
      <ReceiptHead
        title={t("doneTitle")}
        text={`${t("done")} ${revoked("before")}`}
        facts={head}
        notes={notes}
      >
        <SummaryList
          rows={[
            {
              label: texts("content"),
              value: <Named text={revoked("declarationAll", { brand })} name={brand} />,
              listed: true,
            },
            { label: t("name"), value: name, fixed: true },
            { label: t("email"), value: email, fixed: true },
          ]}
        />
      </ReceiptHead>
      <p className="muted">{texts("at", { at })}</p>
      <div className="form-actions">
        <ButtonLink kind="secondary" href={linkTo("home")}>
          {texts("home")}
        </ButtonLink>
      </div>
      <SharedDevice />
    </Page>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
