import { type SubmitEvent, useState } from "react";
import type { ReceiptRow } from "#app/domain/receipt.ts";
import { isDateField, isTerminationReason, terminationReasons } from "#app/domain/termination-reasons.ts";
import { useFormState } from "#app/forms/form.tsx";
import type { Translate } from "#app/i18n/resources.ts";
import { useT } from "#app/i18n/texts.tsx";
import { brandContext } from "#app/request/context.server.ts";
import { useTracking } from "#app/shell/interactions.ts";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { choicesLabel } from "#app/tracking/labels.ts";
import { Button } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import { Modal } from "#app/ui/modal.tsx";
import { ServerContent } from "#app/ui/server-content.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { lastReceipt } from "../declaration/confirmation-link.server.ts";
import { DeclarationPage } from "../declaration/declaration-page.tsx";
import type { Route } from "./+types/selfcare";
import { declareSelfcare, loadSelfcare } from "./selfcare.server.ts";
import { AfterTermination, TerminationForm } from "./termination-form.tsx";

const formId = "selfcare-termination";

export async function loader({ context, request, url }: Route.LoaderArgs) {
  return {
    ...(await loadSelfcare(context, request, url)),
    before: lastReceipt(context, "selfcare"),
    prepaid: context.get(brandContext).prepaid,
  };
}

export const action = ({ context, request, url }: Route.ActionArgs) => declareSelfcare(context, request, url);

export default function SelfcareTerminationPage({ loaderData }: Route.ComponentProps) {
  const { contract, prepaid } = loaderData;
  const selfcare = useT("termination", "selfcare");
  const linkTo = useLinkTo();
  const form = useFormState(loaderData.form);
  const { chosen, ask, close } = useSummary(loaderData.serviceType);
  return (
    <DeclarationPage
      name="selfcare-termination"
      title={selfcare("title")}
      lead={selfcare("lead")}
      before={loaderData.before}
      form={form}
      after={
        <>
          <ServerContent as="details" className="fold after">
            {import.meta.env.SSR && <Afterwards />}
          </ServerContent>
          <p>
            <a href={linkTo("termination")}>{selfcare("other")}</a>
          </p>
          <SubmitModal rows={chosen && [...contract, ...chosen]} onClose={close} />
        </>
      }
    >
      <div onSubmitCapture={ask}>
        <TerminationForm id={formId} form={form} prepaid={prepaid}>
          <input type="hidden" name="prefill" value={String(form.values.prefill ?? "")} />
          {/* The same summary that the modal shows with JavaScript. */}
          <section className="section stack" aria-labelledby="contract">
            <h2 id="contract">{selfcare("contract")}</h2>
            <SummaryList rows={contract} className="terse" />
          </section>
        </TerminationForm>
      </div>
    </DeclarationPage>
  );
}

function Afterwards() {
  const t = useT("termination", "modals");
  return (
    <>
      <summary>{t("teaserTitle")}</summary>
      <AfterTermination />
    </>
  );
}

/** The first click on the button shows the summary; the one in the modal sends the form. */
function useSummary(serviceType: string | undefined) {
  const t = useT("termination", "form");
  const [chosen, setChosen] = useState<ReceiptRow[]>();
  const track = useTracking();

  function ask(event: SubmitEvent<HTMLDivElement>) {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.id !== formId) return;
    const submitter = event.nativeEvent.submitter;
    if (submitter?.dataset.confirm !== undefined) {
      setChosen(undefined);
      track("selfcareSubmitClicked", { label: choicesLabel(form, serviceType) });
      return;
    }
    event.preventDefault();
    // Keep the form from considering itself sent.
    event.stopPropagation();
    setChosen(choicesOf(form, t));
    track("selfcareModalDisplayed");
  }
  function close() {
    if (chosen) track("selfcareModalClosed");
    setChosen(undefined);
  }
  return { chosen, ask, close };
}

/** The customer's choices, in the words of the form. */
function choicesOf(form: HTMLFormElement, t: Translate<"termination", "form">): ReceiptRow[] {
  const entered = new FormData(form);
  const value = (name: string) => String(entered.get(name) ?? "");
  const date = (name: string) => ["day", "month", "year"].map((part) => value(`${name}.${part}`)).join(".");
  const special = value("cancellationType") === "special";
  const option = form.querySelector<HTMLOptionElement>("option:checked");
  const reason = special && isTerminationReason(option?.value) ? option.value : undefined;
  const details = reason ? terminationReasons[reason].fields : [];
  const later = value("selectTerminationDate") === "later";
  const ticked = (name: "payoutRequested" | "numberPorting", shown: string) => ({
    label: t(name),
    value: value(name) && shown,
  });
  const rows: ReceiptRow[] = [
    {
      label: t("cancellationType"),
      value: special ? `${t("special")}: ${option?.textContent ?? ""}` : t("regular"),
    },
    ...details.map((name) => ({
      label: t(name),
      value: isDateField(name) ? date(name).replace(/^\.+$/, "") : value(name),
    })),
    { label: t("selectTerminationDate"), value: later ? date("terminationDate") : t("now") },
    {
      label: t("confirmation"),
      value: [value("email"), value("confirmationPhone")].filter(Boolean).join(", "),
    },
    ticked("payoutRequested", [value("accountHolder"), value("iban")].filter(Boolean).join(", ")),
    ticked("numberPorting", "✓"),
  ];
  return rows.filter(({ value: shown }) => shown !== "");
}

function SubmitModal({ rows, onClose }: { rows: ReceiptRow[] | undefined; onClose: () => void }) {
  const t = useT("termination", "form");
  const actions = useT("common", "actions");
  const selfcare = useT("termination", "selfcare");
  if (!useHydrated()) return null;
  return (
    <Modal
      id="submit"
      title={selfcare("summaryTitle")}
      closeLabel={actions("close")}
      open={rows !== undefined}
      onClose={onClose}
      fullScreenOnMobile
      actions={
        <>
          <Button type="submit" form={formId} data-confirm="">
            {t("submit")}
          </Button>
          <Button type="button" kind="quiet" onClick={onClose}>
            {selfcare("back")}
          </Button>
        </>
      }
    >
      <SummaryList rows={rows ?? []} />
    </Modal>
  );
}
