import { previewOffer } from "#app/backend/offers.server.ts";
import { PortalForm } from "#app/forms/form.tsx";
import { freshForm, submissionIdOf } from "#app/forms/form-data.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import { postOnce, settlePost } from "#app/outcome/attempt.server.ts";
import {
  addServerParts,
  brandContext,
  localeContext,
  postedFormContext,
  sessionContext,
} from "#app/request/context.server.ts";
import { BrandText } from "#app/shell/brand-text.tsx";
import { Page } from "#app/shell/page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { Notice } from "#app/ui/notice.tsx";
import { cartNotice } from "../cart/cart-notice.server.ts";
import { offerErrorAnswer } from "../cart/error-answer.server.ts";
import { Documents, documentHref } from "../goods/documents.tsx";
import { guaranteeWithCode, hasGoods } from "../goods/guarantee.server.ts";
import { ShopWindow } from "../goods/shop-window.tsx";
import { shownOffers } from "../goods/shown-offers.server.ts";
import { previewReset } from "../order/reset.server.ts";
import type { Route } from "./+types/preview";

/** Read-only, e.g. for the dealer who made the offer. */
export async function loader({ context, params: { token }, request, url }: Route.LoaderArgs) {
  await settlePost(previewReset, { context, token, url });
  const preview = await previewOffer(context, token);
  if (!preview.ok) throw await offerErrorAnswer({ context, token, url }, preview.error);
  const { offers, charges, documents, offerUseCase } = preview.data;
  addServerParts(context, { useCase: offerUseCase });
  return {
    token,
    contents: { offers: shownOffers(context, request, url, offers), charges },
    documents,
    guarantee: hasGoods(offers)
      ? await guaranteeWithCode(context.get(brandContext), context.get(localeContext).locale)
      : undefined,
    form: freshForm(),
    reset: (await context.get(sessionContext).take(cartNotice, `preview:${token}`)) === "reset",
  };
}

export async function action({ context, params: { token }, url }: Route.ActionArgs) {
  const submissionId = submissionIdOf(context.get(postedFormContext));
  return postOnce(previewReset, { context, token, url, posted: true }, { submissionId });
}

export default function OfferPreview({ loaderData }: Route.ComponentProps) {
  const { token, contents, documents, guarantee, form, reset } = loaderData;
  const linkTo = useLinkTo();
  const t = useT("offer", "preview");
  const hrefOf = documentHref(linkTo("offer-documents", { token }), documents);
  return (
    <Page name="offer-preview" title={t("title")} width="wide">
      {reset && <Notice kind="success" role="status" text={t("resetDone")} />}
      <h1>
        <BrandText text={t("title")} />
      </h1>
      <ShopWindow
        contents={contents}
        hrefOf={hrefOf}
        states={[{ key: "preview", text: t("lead") }]}
        guarantee={guarantee}
        documents={<Documents token={token} documents={documents} offers={contents.offers} folded />}
      >
        <PortalForm id="reset-preview" form={form} submit={t("reset")} kind="secondary" />
      </ShopWindow>
    </Page>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
