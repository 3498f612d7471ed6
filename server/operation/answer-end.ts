import type { ServerResponse } from "node:http";

const waiting = new WeakMap<ServerResponse, (() => void)[]>();

/**
 * Runs once the answer is sent, or its customer has left. All share one listener: Node takes the eleventh for a leak, and an
 * answer that is streamed has seven of Node's own.
 */
export function afterAnswer(response: ServerResponse, run: () => void): void {
  const tasks = waiting.get(response);
  if (tasks) {
    tasks.push(run);
    return;
  }
  const all = [run];
  waiting.set(response, all);
  response.once("close", () => {
    for (const one of all) one();
  });
}
