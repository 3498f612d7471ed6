import autocannon from "autocannon";

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
  seconds: number;
}

/** Sends the same request over kept-alive connections, each as soon as its last answer is read. */
export async function load({ origin, path, status, atMostRequests, seconds, ...request }: Load) {
  const { requests, latency, throughput, statusCodeStats, errors } = await autocannon({
    ...request,
    url: origin + path,
    duration: seconds,
    maxOverallRequests: atMostRequests,
  });
  const others = Object.keys(statusCodeStats ?? {}).filter((code) => code !== String(status));
  if (others.length > 0 || errors > 0)
    throw new Error(
      `${request.method} ${path} answered ${others} instead of ${status}, with ${errors} errors.`,
    );
  return {
    requests: requests.total,
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    bytes: Math.round(throughput.total / requests.total),
  };
}
