import type { EventLoopUtilization, performance } from "node:perf_hooks";
import type { Request, RequestHandler, Response } from "express";
import { afterAnswer } from "#server/operation/answer-end.ts";

/** Less is no rest: the loop asks the system for what is there even if it has to do. */
const restMs = 1;

/** Answers begun since the event loop last rested: the work that everything else waits for. */
export function begunWithoutRest(read: () => EventLoopUtilization) {
  let begun = new Set<Response>();
  let { idle } = read();
  return {
    count() {
      const now = read().idle;
      if (now - idle >= restMs) begun = new Set();
      // Each time, as the moments in which a busy loop asks the system add up.
      idle = now;
      return begun.size;
    },
    add: (response: Response) => void begun.add(response),
    delete: (response: Response) => void begun.delete(response),
  };
}

/** Forms that may be read without a rest of the event loop, whatever comes at once: one uses the processor while the other waits. */
const mostWithoutRest = 2;
/** Forms that wait, unread: some seconds of work. */
const mostWaiting = 100;

interface Options {
  read: typeof performance.eventLoopUtilization;
  /** Whether a form that is read now could be stored at once. */
  hasRoom: () => boolean;
  turnAway: (request: Request, response: Response) => unknown;
}

/**
 * Lets forms in one after the other, as fast as they can be stored. All at once, each would take so long that the store
 * seems to be away. Those that find too many before them are turned away.
 */
export function inTurn({ read, hasRoom, turnAway }: Options): { admit: RequestHandler; look: () => void } {
  const begun = begunWithoutRest(read);
  const waiting: (() => void)[] = [];
  const isFree = () => begun.count() < mostWithoutRest && hasRoom();

  function look() {
    while (waiting.length > 0 && isFree()) waiting.shift()?.();
  }
  const admit: RequestHandler = (request, response, next) => {
    const begin = () => {
      begun.add(response);
      afterAnswer(response, () => {
        begun.delete(response);
        look();
      });
      next();
    };
    if (waiting.length === 0 && isFree()) begin();
    else if (waiting.length < mostWaiting) waiting.push(begin);
    else turnAway(request, response);
  };
  return { admit, look };
}
