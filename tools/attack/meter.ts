import { readFile } from "node:fs/promises";
import { request } from "node:http";

export interface Input {
  path: string;
  headers?: Record<string, string>;
  /** Makes it a post, unless there is a method. */
  body?: string;
  method?: string;
}

/** @returns the status, 0 where the connection was closed */
export function sendRaw(
  origin: string,
  { path, headers = {}, body, method = body === undefined ? "GET" : "POST" }: Input,
): Promise<number> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(origin);
    const asked = request({ host: hostname, port, path, method, headers, timeout: 30_000 }, (answer) =>
      answer.resume().once("close", () => resolve(answer.statusCode ?? 0)),
    );
    asked.once("timeout", () => asked.destroy());
    asked.once("error", () => resolve(0));
    asked.end(body);
  });
}

/** What the portal has spent so far, in milliseconds of CPU: other processes of a busy machine do not count. */
export async function cpuMs(metrics: string): Promise<number> {
  const text = await (await fetch(new URL("/metrics", metrics))).text();
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]) * 1000;
}

export interface Target {
  origin: string;
  /** The portal's METRICS_PORT, which says what CPU it has used. */
  metrics: string;
  /** The portal's process: Linux says what its main thread has used, to the nanosecond and without asking the portal. */
  pid?: number | undefined;
}

export async function mainThreadMs(pid: number): Promise<number> {
  const [nanoseconds = ""] = (await readFile(`/proc/${pid}/schedstat`, "latin1")).split(" ");
  return Number(nanoseconds) / 1e6;
}

/** Measures requests, one after the other, without what measuring costs. */
export async function meterOf({ origin, metrics, pid }: Target) {
  const now = () => (pid === undefined ? cpuMs(metrics) : mainThreadMs(pid));
  async function spent(inputs: Input[]) {
    const before = await now();
    const statuses: number[] = [];
    for (const input of inputs) statuses.push(await sendRaw(origin, input));
    return { ms: (await now()) - before, statuses };
  }
  const own: number[] = [];
  for (let time = 0; time < 15; time++) own.push((await spent([])).ms);
  const ownMs = median(own);
  return async (inputs: Input[]) => {
    const { ms, statuses } = await spent(inputs);
    return { ms: Math.max(ms - ownMs, 0), statuses };
  };
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
