import { data, redirectDocument } from "react-router";
import { offerOfNovum } from "#app/backend/offers.server.ts";
import { errorResponse } from "#app/error-pages/error-response.server.ts";
import { failureEvent } from "#app/error-pages/tracking.server.ts";
import { FormFieldError } from "#app/errors/errors.ts";
import { offerStates } from "#app/errors/offer-states.ts";
import { callUs, errorActions } from "#app/errors/state-row.ts";
import { useT } from "#app/i18n/texts.tsx";
import { parameterOfLink } from "#app/request/parameters.server.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import { StatusPage } from "#app/shell/status-page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import type { Route } from "./+types/novum";

/** What can be done from here: everything else needs the offer's token. */
const possible = new Set<string>(["same", "hotline", "shops"]);

/**
 * Redirects a Novum id to its offer. An id without an offer ends on the generic error page; a failure on its own state.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const id = parameterOfLink<"entry-novum">(url, "id");
  if (!id) return data(null, { status: 404 });
  const offer = await offerOfNovum(context, id);
  if (offer.ok) throw redirectDocument(linkTo(context, "offer", { token: offer.data.offerToken }));
  const { error } = offer;
  if (error instanceof FormFieldError || error.code === "NotFound")
    throw redirectDocument(linkTo(context, "offer-failed"));
  const { refresh, ...state } = offerStates[error.code];
  const actions = state.actions.filter((action) => possible.has(errorActions[action]));
  throw errorResponse({ context, url }, error, {
    section: "errors.offer",
    page: "entry-novum",
    row: {
      ...state,
      actions: actions.length > 0 ? actions : callUs.actions,
      // Only the offer's own page waits; without attempts the text does not promise it.
      refresh: refresh && { ...refresh, attempts: 0 },
    },
    action: (wanted) =>
      errorActions[wanted] === "same" ? { href: url.pathname + url.search, method: "get" } : undefined,
    more: { tracking: [failureEvent("cart", error.code, error.useCase)] },
  });
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

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
