import { data, redirectDocument } from "react-router";
import { offerOfNovum } from "#app/backend/services.server.ts";
import { errorResponse } from "#app/errors/error-response.server.ts";
import { offerStates } from "#app/errors/offer-states.ts";
import { errorActions } from "#app/errors/state-row.ts";
import { failureEvent } from "#app/errors/tracking.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import { pageTexts } from "#app/middleware/request.server.ts";
import { linkTo } from "../shell/link-to.server.ts";
import { StatusPage } from "../shell/status-page.tsx";
import { useLinkTo } from "../shell/use-link-to.ts";
import type { Route } from "./+types/novum";

/** What failed, where that is another answer than "there is no such offer". */
const stateOf = {
  downtime: "Downtime",
  unauthorized: "Forbidden",
  forbidden: "Forbidden",
  conflict: "TechnicalProblem",
  takenBefore: "TechnicalProblem",
  other: "TechnicalProblem",
} as const;

/** Redirects a Novum id to its offer. An id that leads to none ends on the generic error; a failure says what failed. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const id = url.searchParams.get("id")?.trim();
  if (!id) return data({ texts: pageTexts(context, ["email.novum"]) }, { status: 404 });
  const offer = await offerOfNovum(context, id);
  if (offer.ok) throw redirectDocument(linkTo(context, "offer", { token: offer.data.offerToken }));
  const { kind } = offer.error;
  if (kind === "notFound" || kind === "gone" || kind === "fields")
    throw redirectDocument(linkTo(context, "offer-failed"));
  const { downtime, shopHotline, retryAfter } = offer.error;
  const code = stateOf[kind];
  throw errorResponse(
    { context, url },
    { code, downtime, shopHotline, retryAfter },
    {
      section: "errors.offer",
      page: "entry-novum",
      row: offerStates[code],
      action: (wanted) =>
        errorActions[wanted] === "same" ? { href: url.pathname + url.search, method: "get" } : undefined,
      more: { tracking: [failureEvent("cart", code)] },
    },
  );
}

/** Only shown without an id. */
export default function NovumEntry() {
  const t = useT("email", "novum");
  const linkTo = useLinkTo();
  return (
    <StatusPage
      name="entry-novum"
      state="NotFound"
      kind="warning"
      title={t("headline")}
      action={{ href: linkTo("offer-landing"), label: t("landing") }}
    >
      <p>{t("text")}</p>
    </StatusPage>
  );
}
