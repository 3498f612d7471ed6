import { data, redirectDocument } from "react-router";
import { findDeclaration } from "#app/declarations/declaration.server.ts";
import { ErrorSummary } from "#app/forms/form.tsx";
import type { FormState } from "#app/forms/form-state.ts";
import { uploadContext } from "#app/forms/upload.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import { getT, responseHeadersContext } from "#app/request/context.server.ts";
import { DialogButton } from "#app/shell/dialog-button.tsx";
import { Page } from "#app/shell/page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { dataLayerEvent } from "#app/tracking/catalogue.ts";
import { hotlineLabel } from "#app/tracking/labels.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { dialLink } from "#app/ui/dial-link.ts";
import { ServerContent } from "#app/ui/server-content.tsx";
import { useServerRender } from "#app/ui/server-render.ts";
import {
  declarer,
  idIn,
  type LostUpload,
  redirectToReceipt,
} from "../declaration/confirmation-link.server.ts";
import { factsId, ReceiptFacts, ReceiptFolds, ReceiptHead } from "../declaration/receipt-parts.tsx";
import type { Route } from "./+types/confirmation";
import { forwardProof } from "./declare.server.ts";
import { isOfFile, ProofUpload, reasonHeader } from "./proof-upload.tsx";
import { loadTerminationConfirmation, terminationKindOf, toAnother } from "./receipt.server.ts";

/** The confirmation of a termination, and of one from the selfcare pages. */
export const loader = ({ context, request, url }: Route.LoaderArgs) =>
  loadTerminationConfirmation(context, request, url);

const statuses = {
  tooLarge: 413,
  type: 422,
  empty: 422,
  missing: 422,
  onlyFirst: 422,
  heic: 422,
  locked: 422,
  failed: 503,
  waiting: 503,
} as const;

/** A proof that follows its declaration. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const kind = terminationKindOf(context);
  const id = idIn(context, kind, url);
  const incoming = context.get(uploadContext);
  if (id && incoming.posted.has("another")) return toAnother(context, request, kind, id);
  if (!id) {
    incoming.discard();
    throw redirectDocument(url.pathname, 303);
  }
  const { stored } = incoming.announced ? await findDeclaration(kind, declarer(context).brand, id) : {};
  const lost: LostUpload | undefined = incoming.announced
    ? await forwardProof(context, kind, id, incoming, { stored })
    : { reason: "missing" };
  if (!lost || lost.reason === "unknown") return redirectToReceipt(context, request, kind, id, lost);
  const { reason } = lost;
  context.get(responseHeadersContext).set(reasonHeader, reason);
  const status = statuses[reason];
  const message = isOfFile(reason)
    ? getT(context, "termination", "file")(reason)
    : getT(context, "termination", "upload")(reason);
  const errors: FormState["errors"] = status === 503 ? {} : { file: { code: reason, message } };
  return data({ upload: reason, form: { errors } }, { status });
}

/**
 * What was declared, when it was received, when the contract ends: to read, save and print. Its facts and folds are server content;
 * scripts are for the proof alone.
 */
export default function TerminationConfirmationPage({ loaderData, actionData }: Route.ComponentProps) {
  const proofTexts = useT("termination", "upload");
  const form = actionData?.form;
  const { head, proof, told } = loaderData;
  const { receipt, discountHotline } = useServerRender().parts;
  return (
    <Page
      name={loaderData.page}
      title={form ? proofTexts("title") : head.title}
      state={loaderData.state}
      form={form}
      hasHotline
    >
      {form && <ErrorSummary form={form} shown={form} />}
      <ReceiptHead receipt={head} />
      <ServerContent as="section" className="card receipt" labelledBy={factsId}>
        {import.meta.env.SSR && receipt && (
          <ReceiptFacts receipt={receipt} isShareable isIncomplete={proof?.lost} />
        )}
      </ServerContent>
      {proof && told && (
        <ProofUpload
          id={loaderData.id}
          proof={proof}
          told={told}
          action={loaderData.action}
          follows={loaderData.follows}
          hotline={loaderData.hotline}
          uploadReason={actionData?.upload ?? loaderData.upload}
        />
      )}
      <ServerContent as="div" className="folds">
        {import.meta.env.SSR && receipt && <ReceiptFolds receipt={receipt} />}
      </ServerContent>
      <form id="another" method="post" action={loaderData.action} />
      <ServerContent as="div" className="cluster more">
        {import.meta.env.SSR && discountHotline && <More hotline={discountHotline} />}
      </ServerContent>
    </Page>
  );
}

function More({ hotline }: { hotline: string }) {
  const t = useT("termination", "confirmation");
  return (
    <>
      <Button kind="quiet" form="another" name="another">
        {t("another")}
      </Button>
      {/* Its script looks for it there. */}
      <div>
        <DiscountDialog hotline={hotline} />
      </div>
    </>
  );
}

/** A retention offer: only after the termination was received, and only when requested. */
function DiscountDialog({ hotline }: { hotline: string }) {
  const t = useT("termination", "discount");
  const actions = useT("common", "actions");
  const linkTo = useLinkTo();
  const event = (what: "Viewed" | "Closed" | "PhoneClicked" | "SubmitClicked") =>
    dataLayerEvent(`terminationDiscount${what}`, { label: hotlineLabel(hotline) });
  return (
    <DialogButton
      id="discount"
      label={t("open")}
      title={t("title")}
      closeLabel={actions("close")}
      opened={event("Viewed")}
      closed={event("Closed")}
      actions={
        <>
          <ButtonLink
            kind="secondary"
            href={dialLink(hotline)}
            data-clicked={JSON.stringify(event("PhoneClicked"))}
          >
            {`${t("call")} ${hotline.replaceAll(" ", "\u00a0")}`}
          </ButtonLink>
          <ButtonLink
            kind="quiet"
            href={linkTo("offer-landing")}
            data-clicked={JSON.stringify(event("SubmitClicked"))}
          >
            {t("submit")}
          </ButtonLink>
        </>
      }
    >
      <p>{t("text")}</p>
    </DialogButton>
  );
}
