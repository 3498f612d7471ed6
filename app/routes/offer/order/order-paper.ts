import { redirectDocument } from "react-router";
import type { OfferSummary } from "#app/backend/contract/order.ts";
import { formatMinute } from "#app/domain/calendar.ts";
import { maskEmail } from "#app/domain/masked.ts";
import type { Block, Paper, Row, TableLine } from "#app/paper/paper.ts";
import { renderPdf } from "#app/paper/pdf.server.ts";
import { brandContext, getT, localeContext, type RequestContext } from "#app/request/context.server.ts";
import { fileRoute, pdfResponse } from "#app/shell/file-route.server.ts";
import { letterheadIn } from "#app/shell/letterhead.server.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import { cartOf } from "../cart/cart.server.ts";
import { standing } from "../cart/known-order.server.ts";
import { documentName, forbiddenInNames } from "../goods/document-names.ts";
import { costLines, joined, noTotalText, totalLines } from "../goods/price-texts.ts";
import type { Route } from "./+types/order-paper";
import { type ToldOrder, toldOrder } from "./after-order.server.ts";

/** What was ordered, to keep. As long as there is more to say of an order than that, its page says it. */
export const middleware = fileRoute(async ({ context, params: { token } }: Route.LoaderArgs) => {
  const cart = await cartOf(context, token);
  const { read, told } = await standing({ context, token }, cart);
  const { summary } = read;
  if (told.tells !== "placed" || !summary) throw redirectDocument(linkTo(context, "confirmation", { token }));
  const shown = await toldOrder({ context, token }, cart, { summary, payment: told.payment });
  const pdf = await renderPdf(orderPaper(context, summary, shown));
  const t = getT(context, "offer", "paper");
  const name = [t("file"), context.get(brandContext).name, summary.orderId].join(" ");
  return pdfResponse({ body: pdf, size: pdf.byteLength }, `${name.replaceAll(forbiddenInNames, "-")}.pdf`);
});

function orderPaper(context: RequestContext, summary: OfferSummary, told: ToldOrder): Paper {
  const { head, steps, hint, withdrawal } = told;
  const { orderId, orderedAt, offerUseCase, documents, offers } = summary;
  const t = getT(context, "offer", "paper", offerUseCase);
  const shared = getT(context, "offer", "shared", offerUseCase);
  const page = getT(context, "offer", "confirmation", offerUseCase);
  const { locale } = context.get(localeContext);
  const listed = documents.map((one) => documentName(one, offers, shared)).join(" · ");
  const at = orderedAt && formatMinute(new Date(orderedAt), locale);
  return {
    letterhead: letterheadIn(context),
    title: t("title"),
    language: locale,
    createdAt: new Date(orderedAt ?? Date.now()),
    footer: t("footer"),
    blocks: [
      ...(head.name === "ordered" ? [] : [{ heading: head.title }]),
      { text: head.text },
      {
        rows: [
          [page("order"), orderId],
          ...(at ? [[t("orderedAt"), at] as const] : []),
          ...partiesOf(context, summary, told),
        ],
      },
      { heading: page("products") },
      ...prices(context, summary),
      { heading: page("next") },
      { list: steps.map(({ label, detail }) => [label, detail].filter(Boolean).join(": ")) },
      ...(hint ? [{ text: `${hint.title} ${hint.text}` }] : []),
      ...(withdrawal
        ? [{ heading: t("withdrawal") }, { text: withdrawal }, { text: t("withdrawalText") }]
        : []),
      ...(listed ? [{ heading: shared("documents") }, { text: listed }] : []),
    ],
  };
}

/** Who ordered, where it goes, and how it is paid. Masked like on the page: both open for everybody who has the link. */
function partiesOf(context: RequestContext, summary: OfferSummary, { paid, deliveredTo }: ToldOrder): Row[] {
  const { customer, payment, offerUseCase } = summary;
  const t = getT(context, "offer", "paper", offerUseCase);
  const page = getT(context, "offer", "confirmation", offerUseCase);
  const rows: (readonly [string, string | undefined])[] = [
    [t("name"), customer && [customer.firstName, customer.lastName].filter(Boolean).join(" ")],
    [t("email"), customer?.email && maskEmail(customer.email)],
    [getT(context, "offer", "shared", offerUseCase)("delivery"), deliveredTo],
    [page("payment"), paid && joined([paid.method, paid.iban])],
    [t("mandate"), payment?.mandateReference],
  ];
  return rows.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

/** Products and charges with the months of their prices, then the totals. */
function prices(context: RequestContext, summary: OfferSummary): Block[] {
  const shared = getT(context, "offer", "shared", summary.offerUseCase);
  const t = getT(context, "offer", "paper");
  const lines: TableLine[] = costLines(summary, shared).flatMap(({ label, note, parts }) =>
    parts.map(({ often, when, amount }, index) => ({
      cells: [label, when ?? "", `${amount} ${shared(`often.${often}`)}`],
      ...(index === 0 && { note }),
    })),
  );
  const totals = totalLines(summary, shared)?.flatMap(({ label, note, amounts }) =>
    amounts.map(({ when, amount }, index) => ({
      cells: [label, when ?? "", amount],
      strong: true,
      ...(index === 0 && { note }),
    })),
  );
  const all = [...lines, ...(totals ?? [])];
  const isPhased = all.some(({ cells: [, when] }) => when);
  const table = isPhased
    ? { columns: [t("product"), t("when"), t("price")], lines: all }
    : {
        columns: [t("product"), t("price")],
        lines: all.map((line) => ({ ...line, cells: line.cells.filter((_, at) => at !== 1) })),
      };
  return totals ? [table] : [table, { text: noTotalText(summary, shared) }];
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
export { default, loader } from "#app/shell/file-page.ts";
