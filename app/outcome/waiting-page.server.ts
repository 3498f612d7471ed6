import { errorResponse, type Options, type Place } from "#app/error-pages/error-response.server.ts";
import { waitingRefresh, waitingRow } from "#app/errors/other-states.ts";
import { responseHeadersContext } from "#app/request/context.server.ts";
import type { HelpRow } from "#app/shell/help-row.ts";
import type { TimelineStep } from "#app/ui/timeline.tsx";

export interface UnknownEnd extends Pick<Options, "page" | "reference" | "orderNumber" | "placedOrder"> {
  section: Extract<Options["section"], `${string}aiting`>;
  /** Its path, which finds out what became of the post. */
  self: string;
  /** When it was sent, in milliseconds since the epoch. */
  startedAt: number;
  /** What is done and what comes, as long as it checks. */
  steps?: TimelineStep[];
  /** What was sent. */
  facts?: HelpRow[] | undefined;
  /** Where an order is paid meanwhile. */
  payAt?: string | undefined;
  /** Where customers send it again themselves, as nothing else does any more. */
  sendAt?: string | undefined;
}

/** What the customer has done, what the page waits for, and what comes then. */
export const stepsOfWait = (
  sent: string,
  awaited: string,
  then: string,
  thenText: string,
): TimelineStep[] => [
  { label: sent, detail: undefined, done: true },
  { label: awaited, detail: undefined, done: false, current: true },
  { label: then, detail: thenText, done: false },
];

/** Another portal's clock may have been ahead: nobody waits for hours because of that. */
const refreshOf = (startedAt: number) => waitingRefresh(Math.abs(Date.now() - startedAt) / 1000);

/** Whether it has been waited for as long as a page waits automatically. */
export const isUnknownForLong = (startedAt: number): boolean => refreshOf(startedAt) === undefined;

/**
 * The page of a post whose outcome is not known yet (product decisions §1): it checks again automatically for two
 * minutes, then shows whom to call.
 */
export function waitingPage(
  { context, url }: Place,
  { self, startedAt, steps, facts = [], payAt, sendAt, ...options }: UnknownEnd,
) {
  const refresh = sendAt ? undefined : refreshOf(startedAt);
  const [pause = 0] = refresh?.seconds ?? [];
  const toSend = sendAt ? (["orderAgain"] as const) : [];
  const toPay = payAt ? (["pay"] as const) : [];
  // For customers without scripts: with scripts the page checks earlier, and stays in place.
  if (refresh) context.get(responseHeadersContext).set("Refresh", `${pause + 3}; url=${self}`);
  return errorResponse(
    { context, url },
    { code: refresh ? "Waiting" : "StillUnknown" },
    {
      ...options,
      variant: sendAt && "textNotSent",
      row: {
        ...waitingRow,
        actions: refresh ? [...toPay, "wait"] : [...toSend, ...toPay, "checkAgain", "hotline"],
      },
      action(kind) {
        if (sendAt && kind === "orderAgain") return { href: sendAt, method: "get" };
        return payAt && kind === "pay" ? { href: payAt, method: "get" } : undefined;
      },
      more: {
        state: "Waiting",
        steps: refresh && steps,
        facts,
        waiting: refresh && { self, status: waitingRow.status, attempt: 0, refresh },
      },
    },
  );
}
