import { Agent, request } from "node:http";

export interface Load {
  origin: string;
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** What every answer has to be: a fast error is no result. */
  status: number;
  connections: number;
  /** Ends with whichever comes first. */
  atMostRequests: number;
  atMostMs: number;
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  bytes: number;
}

/** Sends the same request over kept-alive connections, each as soon as its last answer is read. */
export async function load(options: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  const times: number[] = [];
  let sent = 0;
  let bytes = 0;
  const start = performance.now();
  const goesOn = () => sent < options.atMostRequests && performance.now() - start < options.atMostMs;
  const connection = async () => {
    while (goesOn()) {
      sent++;
      const before = performance.now();
      const size = await once(options, agent);
      bytes += size;
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: options.connections }, connection));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const quantile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    requests: times.length,
    perSecond: times.length / seconds,
    p50: quantile(0.5),
    p99: quantile(0.99),
    bytes: Math.round(bytes / times.length),
  };
}

function once({ origin, method, path, headers, body, status }: Load, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(new URL(path, origin), { agent, method, headers }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () => {
        if (response.statusCode === status) resolve(bytes);
        else reject(new Error(`${method} ${path} answered ${response.statusCode} instead of ${status}.`));
      });
      response.on("error", reject);
    });
    sending.on("error", reject);
    sending.end(body);
  });
}
