import type { Delivery } from "#app/backend/contract/offer.ts";
import { formatDate, formatDates } from "#app/domain/calendar.ts";
import { localeContext, type RequestContext } from "#app/request/context.server.ts";

/** When an order is expected, as the provider says: a day or a period; undefined where it says nothing. */
export function deliveryDates(context: RequestContext, delivery: Delivery | undefined): string | undefined {
  if (!delivery) return undefined;
  const { locale } = context.get(localeContext);
  const { from, until } = delivery;
  if (!until || until === from) return formatDate(from, locale);
  return formatDates(from, until, locale);
}
