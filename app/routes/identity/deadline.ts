import { deadlineOf } from "#app/backend/identity.server.ts";
import { formatDeadline, lastDay } from "#app/domain/calendar.ts";
import { calendarFile } from "#app/domain/calendar-file.ts";
import { brandContext, getT, localeContext } from "#app/request/context.server.ts";
import { calendarResponse, fileRoute } from "#app/shell/file-route.server.ts";
import type { Route } from "./+types/deadline";
import { fetchIdvStatus, idvAddress, toPage } from "./idv-status.server.ts";

/**
 * The last day of an open verification as a calendar file; without one, the customer is redirected to the current page.
 */
export const middleware = fileRoute(async ({ context, params: { token }, url }: Route.LoaderArgs) => {
  const place = { context, token, url };
  const status = await fetchIdvStatus(place);
  const deadline = "idv" in status ? deadlineOf(status.idv) : undefined;
  if (!deadline) return toPage(place, status.page === "idv-error" ? "idv-selection" : status.page, 302);
  const t = getT(context, "identity", "selection");
  const end = new Date(deadline);
  const label = getT(context, "identity", "postIdent")("validUntil");
  const until = formatDeadline(end, context.get(localeContext).locale);
  const event = {
    uid: token,
    date: lastDay(end),
    title: `${t("title")}: ${context.get(brandContext).name}`,
    text: `${label}: ${until}\n${idvAddress(place)}`,
  };
  return calendarResponse(await calendarFile({ ...event, stamp: new Date() }), t("title"));
});

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
export { default, loader } from "#app/shell/file-page.ts";
