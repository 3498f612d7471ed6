import type { ReactNode } from "react";
import { useActionData, useLocation } from "react-router";
import { loadCustomer } from "#app/backend/customers.server.ts";
import { forgetTyped } from "#app/browser/typed-draft.ts";
import { addressLine } from "#app/domain/address.ts";
import { formatDateTime } from "#app/domain/calendar.ts";
import { AccountFields } from "#app/forms/account-fields.tsx";
import { AddressFields } from "#app/forms/address-fields.tsx";
import { draftOf, firstForm } from "#app/forms/draft.server.ts";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import { freshForm } from "#app/forms/form-data.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import { EmailField, PhoneField } from "#app/forms/text-fields.tsx";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { useT } from "#app/i18n/texts.tsx";
import { settlePost } from "#app/outcome/attempt.server.ts";
import {
  brandContext,
  localeContext,
  postedFormContext,
  sessionContext,
} from "#app/request/context.server.ts";
import { HelpCard } from "#app/shell/help-card.tsx";
import { Page } from "#app/shell/page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { useShell } from "#app/shell/use-shell.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import type { Route } from "./+types/customer-data";
import { containsChange, shownDetails } from "./change.server.ts";
import { ChangeSection } from "./change-section.tsx";
import { Comparison } from "./comparison.tsx";
import { customerForm } from "./customer-data.form.server.ts";
import { type Part, partFields, parts } from "./customer-parts.ts";
import { customerErrorAnswer } from "./error-answer.server.ts";
import { receiptOf, redisplaysFormContext, unsavedScope } from "./page-state.server.ts";
import { ChangeReceipt } from "./receipt.tsx";
import { type CustomerReply, customerChangePost, saveCustomer } from "./save.server.ts";

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const receipt = await receiptOf(context, id, url);
  if (receipt)
    return {
      receipt: {
        ...receipt,
        at: formatDateTime(new Date(receipt.receivedAt), context.get(localeContext).locale),
      },
    };
  const { creditorId, links } = context.get(brandContext);
  const rights = { dataAccess: links.dataAccess, dataErasure: links.dataErasure };
  if (!context.get(redisplaysFormContext)) await settlePost(customerChangePost, { context, url, token: id });
  const loaded = await loadCustomer(context, id);
  const { change, ...unsaved } = (await context.get(sessionContext).read(unsavedScope, id)) ?? {
    values: undefined,
  };
  if (!loaded.ok) {
    // Keep the customer's input even if the stored data cannot be loaded; only the hints are missing.
    const hasInput = context.get(redisplaysFormContext) || unsaved.values !== undefined;
    if (!hasInput || loaded.error.kind === "gone")
      throw await customerErrorAnswer({ context, url, token: id }, loaded.error);
    return {
      form: { ...freshForm(customerForm), ...(unsaved.values && unsaved) },
      isUnsaved: unsaved.values !== undefined,
      creditorId,
      rights,
      token: id,
    };
  }
  const { firstName, lastName, customerNumber } = loaded.data;
  const isDraft = (await draftOf(context, withoutPrefix(url.pathname))) !== undefined;
  const form = await firstForm(context, url, customerForm, loaded.data);
  // Another press may have saved it since.
  const isSaved = change !== undefined && containsChange(loaded.data, change, false);
  return {
    form: isSaved || !unsaved.values ? form : { ...form, ...unsaved },
    person: { name: [firstName, lastName].filter(Boolean).join(" "), customerNumber },
    stored: shownDetails(loaded.data),
    isUnsaved: isDraft || (unsaved.values !== undefined && !isSaved),
    creditorId,
    rights,
    token: id,
  };
}

export async function action({ context, params, url }: Route.ActionArgs) {
  const posted = context.get(postedFormContext);
  context.set(redisplaysFormContext, true);
  return saveCustomer({ context, url, token: params.id }, posted);
}

export default function CustomerDataPage({ loaderData }: Route.ComponentProps) {
  const { receipt } = loaderData;
  return receipt ? <ChangeReceipt receipt={receipt} /> : <CustomerForm {...loaderData} />;
}

type Loaded = Exclude<Route.ComponentProps["loaderData"], { form?: undefined }>;

function CustomerForm({ form: loaded, person, ...customer }: Loaded) {
  const t = useT("customer", "page");
  const fields = useT("customer", "fields");
  const { brand } = useShell();
  const form = useFormState(loaded);
  const conflict = useActionData<CustomerReply>()?.conflict;
  // After a conflict, the loader's data is outdated.
  const stored: Partial<Record<Part, string>> | undefined = conflict
    ? Object.fromEntries(conflict.map(({ part, stored }) => [part, stored]))
    : customer.stored;
  const inputs: Record<Part, ReactNode> = {
    address: <AddressFields title={t("address")} />,
    email: <EmailField unmarked />,
    phone: <PhoneField unmarked />,
    bankAccount: <AccountFields creditor={{ brand: brand.name, creditorId: customer.creditorId }} />,
  };
  return (
    <Page name="customer-data" title={t("title")} form={form} hasHotline>
      <h1>{t("title")}</h1>
      {conflict ? <Comparison rows={conflict} /> : <p className="lead">{t("lead")}</p>}
      <PortalForm
        key={form.submissionId}
        id="customer-data"
        form={form}
        {...useButtons({ conflict: conflict !== undefined, isUnsaved: customer.isUnsaved })}
      >
        {["version", "shown"].map((name) => (
          <input key={name} type="hidden" name={name} value={[form.values[name]].flat()[0] ?? ""} />
        ))}
        <Card className="changes">
          {person && (
            <SummaryList
              rows={[
                { label: t("name"), value: person.name, fixed: true },
                { label: t("customerNumber"), value: person.customerNumber, fixed: true },
              ]}
            />
          )}
          {parts.map((part) => (
            <ChangeSection
              key={part}
              label={fields(part)}
              stored={stored && { value: stored[part] }}
              open={isOpen(part, form, stored)}
            >
              {inputs[part]}
            </ChangeSection>
          ))}
        </Card>
      </PortalForm>
      <Privacy {...customer.rights} token={customer.token} />
      <HelpCard id="help" title={t("help")}>
        <p>{t("helpText")}</p>
      </HelpCard>
    </Page>
  );
}

interface PrivacyProps {
  token: string;
  /** Where the operator takes what the portal has no page for. */
  dataAccess?: string;
  dataErasure?: string;
}

function Privacy({ token, dataAccess, dataErasure }: PrivacyProps) {
  const t = useT("customer", "page");
  const consents = `${useLinkTo()("revocation")}?${new URLSearchParams({ token })}`;
  return (
    <Card id="privacy" title={t("privacy")}>
      <ul className="stack">
        <li>
          <a href={consents}>{t("consents")}</a>
        </li>
        {dataAccess && (
          <li>
            <a href={dataAccess}>{t("dataAccess")}</a>
          </li>
        )}
        {dataErasure && (
          <li>
            <a href={dataErasure}>{t("dataErasure")}</a>
          </li>
        )}
      </ul>
    </Card>
  );
}

/** Whether something was entered in this part, or has to be. */
function isOpen(
  part: Part,
  { values, errors }: FormState,
  stored: Partial<Record<Part, string>> | undefined,
) {
  if (!stored) return true;
  const names: readonly string[] = partFields[part];
  if (names.some((name) => errors[name])) return true;
  if (part === "address") return addressLine(values) !== (stored.address ?? "");
  return names.some((name) => values[name]);
}

/** After a conflict the buttons name both outcomes; what is not saved yet can be given up. */
function useButtons({ conflict, isUnsaved }: { conflict: boolean; isUnsaved: boolean }) {
  const t = useT("customer", "page");
  const choice = useT("customer", "conflict");
  const { pathname } = useLocation();
  return {
    submit: conflict ? choice("submit") : t("submit"),
    aside: (conflict || isUnsaved) && (
      <Button kind="secondary" name="leave" value="discard" onClick={() => forgetTyped(pathname)}>
        {choice("keep")}
      </Button>
    ),
  };
}
