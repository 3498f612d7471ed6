import { performance } from "node:perf_hooks";
import type { Request, RequestHandler, Response } from "express";
import { afterAnswer } from "#server/operation/answer-end.ts";
import { sendHostErrorPage } from "#server/pages/host-error-page.ts";
import { requestedPage } from "#server/pages/requested-page.ts";
import { turnedAwayForm } from "./turned-away-form.ts";
import { begunWithoutRest, inTurn } from "./turns.ts";

const comeBackSeconds = "5";
const lookEveryMs = 100;
/** With fewer pages under way at a time, a busy loop is no overload: it is one visitor, or a cold start. */
const few = 6;
/** Pages that may be made without a rest of the event loop, whatever comes at once: about 200 ms of work. */
const maxWithoutRest = 20;

/** Above these limits, pages are refused; 0 = never. */
export interface LoadLimits {
  /** Pages in progress: each occupies memory, however little CPU it needs while it waits for the backend. */
  requests: number;
  /** How much of the time the event loop may be busy, in percent. */
  busy: number;
}

/**
 * Refuses at once what cannot be served in time, so that the rest can be. What the law protects is refused for no other page:
 * only its forms wait for one another, and are turned away with what was typed once too many do.
 *
 * Node accepts one connection per turn of its event loop. The others wait in the system's queue, where they cannot be
 * counted, and all the longer the more a turn has to do. So pages are admitted only while the loop rests from time to
 * time: as long as it does, nobody waits there (decision 0059).
 */
export function shedLoad(
  limits: LoadLimits,
  canStore: () => boolean,
  read = performance.eventLoopUtilization,
) {
  const underWay = new Set<Response>();
  let peakUnderWay = 0;
  let admitted = 0;
  let refused = 0;
  /** Pages until the next look. */
  let allowed = Number.POSITIVE_INFINITY;

  const backlog = begunWithoutRest(read);
  const isBackedUp = () => limits.busy > 0 && backlog.count() >= maxWithoutRest;
  const declarations = inTurn({ read, hasRoom: canStore, turnAway });

  let before = read();
  let wasBusy = false;
  function look() {
    const now = read();
    const isBusy = read(now, before).utilization * 100 >= limits.busy;
    if (!isBusy) allowed += Math.max(1, allowed / 10);
    else if (wasBusy && (peakUnderWay >= few || refused > 0))
      allowed = Math.max(1, Math.floor(Math.min(allowed, admitted) / 2));
    [before, wasBusy, peakUnderWay, admitted, refused] = [now, isBusy, underWay.size, 0, 0];
    declarations.look();
  }
  if (limits.busy > 0) setInterval(look, lookEveryMs).unref();

  async function turnAway(request: Request, response: Response) {
    response.set("Retry-After", comeBackSeconds);
    sendHostErrorPage(request, response, "overloaded", { fields: await turnedAwayForm(request, response) });
  }
  const admit: RequestHandler = async (request, response, next) => {
    const { row } = requestedPage(request);
    if (row?.declaration || row?.cacheable) {
      if (limits.busy > 0 && request.method === "POST") return declarations.admit(request, response, next);
      return next();
    }
    const isFull = limits.requests > 0 && underWay.size >= limits.requests;
    if (isBackedUp() || admitted >= allowed || isFull) {
      refused++;
      return turnAway(request, response);
    }
    admitted++;
    underWay.add(response);
    backlog.add(response);
    peakUnderWay = Math.max(peakUnderWay, underWay.size);
    afterAnswer(response, () => leave(response));
    next();
  };
  /** For an answer that is made and held back on purpose: those who guess must not fill the places of pages. */
  function leave(response: Response) {
    underWay.delete(response);
    backlog.delete(response);
  }
  return { admit, leave };
}
