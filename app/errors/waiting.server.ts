import { responseHeadersContext } from "#app/middleware/request.server.ts";
import { errorResponse, type Options, type Place } from "./error-response.server.ts";
import { waitingRefresh, waitingRow } from "./other-states.ts";

export interface UnknownEnd extends Pick<Options, "page" | "reference" | "orderNumber"> {
  section: Extract<Options["section"], `${string}aiting`>;
  /** Its path, which asks what became of the post. */
  self: string;
  /** Milliseconds since the epoch when it was sent. */
  startedAt: number;
}

const refreshOf = (startedAt: number) => waitingRefresh((Date.now() - startedAt) / 1000);

/** Whether it has been waited for as long as a page waits by itself. */
export const isUnknownForLong = (startedAt: number): boolean => refreshOf(startedAt) === undefined;

/**
 * The page of a post whose end is not known yet (product decisions §1): it asks again by itself for two minutes, then says
 * whom to call.
 */
export function waitingPage({ context, url }: Place, { self, startedAt, ...options }: UnknownEnd) {
  const refresh = refreshOf(startedAt);
  const [pause = 0] = refresh?.seconds ?? [];
  // For customers without scripts: with them the page asks earlier, and stays where it is.
  if (refresh) context.get(responseHeadersContext).set("Refresh", `${pause + 3}; url=${self}`);
  return errorResponse(
    { context, url },
    { code: refresh ? "Waiting" : "StillUnknown" },
    {
      ...options,
      row: { ...waitingRow, actions: refresh ? ["wait"] : ["checkAgain", "hotline"] },
      more: {
        state: "Waiting",
        waiting: refresh && { self, status: waitingRow.status, attempt: 0, refresh },
      },
    },
  );
}
