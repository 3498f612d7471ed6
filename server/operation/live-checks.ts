import { lookup } from "node:dns/promises";
import type { IncomingHttpHeaders } from "node:http";
import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { isIP } from "node:net";
import { connect as connectTls, type DetailedPeerCertificate } from "node:tls";
import { z } from "zod";
import { codeOf, messageOf } from "#app/platform/error-facts.ts";

export interface LiveOptions {
  /** A brand's site: https, with its port if that is another one. */
  url: URL;
  /** Asked instead of what DNS says, such as a new proxy that customers do not reach yet. */
  address?: string | undefined;
  /** Where http is redirected from. */
  plainPort: number;
  /** A certificate that ends sooner is a failure. */
  days: number;
}

export interface LiveCheck {
  name: string;
  /** `warning`: customers are served, but not as well as they could be. */
  state: "ok" | "warning" | "failed";
  detail: string;
}

type Check = (name: string, look: () => Promise<string | { warning: string }>) => Promise<void>;
type Ask = (path: string, more?: { form?: string; headers?: Record<string, string> }) => Promise<Answer>;

const patienceMs = 10_000;
const dayMs = 24 * 60 * 60 * 1000;

/** What a post without content is answered with, where it gets through to the portal's pages. */
const posts = [
  { journey: "termination", path: "/kuendigung", status: 422 },
  { journey: "selfcare termination", path: "/selfcarekuendigung", status: 303 },
  { journey: "withdrawal", path: "/widerruf", status: 422 },
  { journey: "offer", path: "/angebot/check-live/meine-daten", status: 303 },
  { journey: "identification", path: "/idv/check-live", status: 404 },
  { journey: "customer data", path: "/kundendaten/check-live", status: 422 },
  { journey: "objection", path: "/email-ablehnung", status: 404 },
];
const whyRefused: Record<number, string> = {
  403: "refused for its origin: the portal sees another protocol or host than customers (X-Forwarded-Proto, -Host, TRUST_PROXY)",
  421: "refused for its host: ALLOWED_HOSTS does not have it, or the proxy passes on another one",
};

/** Looks at a brand's site as a customer's browser would; changes nothing there. */
export async function liveChecks(options: LiveOptions): Promise<{ checks: LiveCheck[]; days?: number }> {
  const { url } = options;
  const checks: LiveCheck[] = [];
  const check: Check = async (name, look) => {
    try {
      const found = await look();
      checks.push(
        typeof found === "string"
          ? { name, state: "ok", detail: found }
          : { name, state: "warning", detail: found.warning },
      );
    } catch (error) {
      checks.push({ name, state: "failed", detail: messageOf(error) || String(codeOf(error)) });
    }
  };
  const ask: Ask = (path, more) => askAt(options, new URL(path, url), more);

  let addresses: string[] = options.address ? [options.address] : [];
  await check("name", async () => {
    if (!options.address)
      addresses = (await lookup(url.hostname, { all: true })).map(({ address }) => address);
    return addresses.join(" ");
  });
  if (!options.address)
    await check("ipv6", async () => {
      const sixth = addresses.find((address) => isIP(address) === 6);
      if (!sixth) return { warning: "the name has no IPv6 address" };
      await tlsTo({ ...options, address: sixth });
      return sixth;
    });

  let days: number | undefined;
  await check("certificate", async () => {
    const { certificate, refusal } = await tlsTo(options);
    days = Math.floor((Date.parse(certificate.valid_to) - Date.now()) / dayMs);
    if (refusal) throw new Error(`${refusal} (valid until ${certificate.valid_to})`);
    if (days < options.days) throw new Error(`ends in ${days} days (${certificate.valid_to})`);
    return `${days} days`;
  });
  await check("http version", async () => {
    const { protocol } = await tlsTo(options);
    return protocol === "h2" ? "HTTP/2" : { warning: "HTTP/1.1 alone: HTTP/2 loads pages faster" };
  });
  await check("redirect", async () => {
    const from = new URL("/kuendigung?a=b", `http://${url.hostname}:${options.plainPort}`);
    const { status, headers } = await askAt(options, from);
    const to = new URL("/kuendigung?a=b", url).href;
    if (status < 301 || status > 308 || headers.location !== to)
      throw new Error(`http is answered ${status} ${headers.location ?? ""} instead of a redirect to ${to}`);
    return `${status}`;
  });
  await check("page", async () => {
    const { status, headers, text } = await ask("/");
    mustBePortal(headers, status);
    if (status !== 200) throw new Error(`${status}: ${whyRefused[status] ?? "no page"}`);
    const brand = / data-brand="([^"]*)"/.exec(text)?.[1] ?? "";
    return url.hostname.includes(brand) && brand
      ? `brand ${brand}`
      : { warning: `shows ${brand || "no brand"}, which is not in the name` };
  });
  await check("headers", async () => {
    const { headers } = await ask("/kuendigung");
    const missing = [
      "strict-transport-security",
      "content-security-policy",
      "x-content-type-options",
      "referrer-policy",
    ].filter((name) => headers[name] === undefined);
    if (missing.includes("strict-transport-security"))
      throw new Error("no strict-transport-security: the portal does not know that it is reached by https");
    if (missing.length > 0) throw new Error(`no ${missing.join(", ")}`);
    const policy = String(headers["referrer-policy"]);
    // Of several, browsers follow the last one that they know.
    return policy.split(",").at(-1)?.trim() === "no-referrer"
      ? {
          warning: `Referrer-Policy is "${policy}": forms of browsers from before 2023 are refused, as it hides their origin`,
        }
      : "all there";
  });
  await check("constant pages", async () => {
    const { headers } = await ask("/kuendigung");
    const cacheControl = headers["cache-control"] ?? "";
    if (!cacheControl.includes("public") || !cacheControl.includes("s-maxage") || !headers.etag)
      throw new Error(`Cache-Control is "${cacheControl}", ETag "${headers.etag}"`);
    const again = await ask("/kuendigung", { headers: { "If-None-Match": headers.etag } });
    if (again.status !== 304) throw new Error(`with its ETag, a page is ${again.status} instead of 304`);
    return "shared caches may keep them";
  });
  await check("customers' pages", async () => {
    const { headers } = await ask("/kuendigung/bestaetigung?ref=");
    if (!headers["cache-control"]?.includes("no-store"))
      throw new Error(`Cache-Control of a page with a token is "${headers["cache-control"]}"`);
    return "no-store";
  });
  for (const { journey, path, status: expected } of posts)
    await check(`post: ${journey}`, async () => {
      const { status, headers } = await ask(path, { form: "lastName=", headers: { Origin: url.origin } });
      mustBePortal(headers, status);
      if (status !== expected)
        throw new Error(
          `${status} instead of ${expected}: ${whyRefused[status] ?? "its content was not looked at"}`,
        );
      return "refused for its content";
    });
  await check("foreign posts", async () => {
    const { status } = await ask("/kuendigung", {
      form: "lastName=",
      headers: { Origin: "https://check-live.invalid" },
    });
    if (status !== 403) throw new Error(`a form from another site is answered ${status} instead of 403`);
    return "refused for their origin";
  });
  await checkGateway(check, ask, url);
  return days === undefined ? { checks } : { checks, days };
}

/** What a gateway before the portal is known to do ("What gateways do" in docs/deploy.md), as far as it shows from outside. */
async function checkGateway(check: Check, ask: Ask, url: URL) {
  await check("interim answers", async () => {
    const { interim } = await ask("/kuendigung");
    return interim.length === 0
      ? "none"
      : {
          warning: `${interim.join(", ")} is sent although nobody asked for it, which some clients take for the page`,
        };
  });
  await check("trailing slash", async () => {
    const { status, headers } = await ask("/kuendigung/");
    mustBePortal(headers, status);
    const to = new URL(headers.location ?? "", url).href;
    if (status !== 302 || to !== new URL("/kuendigung", url).href)
      throw new Error(
        `/kuendigung/ is answered ${status} ${headers.location ?? ""} instead of a redirect to /kuendigung`,
      );
    return "is taken away";
  });
  await check("error pages", async () => {
    const { status, headers } = await ask("/check-live");
    if (headers["x-portal"] !== "1" || status !== 404)
      throw new Error(
        `an address that no page has is answered ${status} by somebody else: let 4xx and 5xx of the portal through`,
      );
    return "the portal's own";
  });
  await check("compression", async () => {
    const { headers } = await ask("/kuendigung", { headers: { "Accept-Encoding": "br, gzip" } });
    const encoding = headers["content-encoding"];
    return encoding ?? { warning: "pages arrive without: Accept-Encoding does not get through" };
  });
  await check("cookies", async () => {
    const { headers } = await ask("/kuendigung");
    const names = (headers["set-cookie"] ?? []).map((cookie) => cookie.split("=")[0]);
    return names.length === 0
      ? "none on a page that is the same for everybody"
      : {
          warning: `${names.join(", ")} is set on a page that is the same for everybody: no cache may keep it`,
        };
  });
  await check("long headers", async () => {
    const { status, headers } = await ask("/kuendigung", {
      headers: { Cookie: `long=${"x".repeat(16_000)}` },
    });
    return status === 200 && headers["x-portal"] === "1"
      ? "16 kB get through"
      : {
          warning: `16 kB of cookies are answered ${status}: the portal takes 32 kB, and has a page about more`,
        };
  });
  await check("long addresses", async () => {
    const { status, headers } = await ask(`/kuendigung?long=${"x".repeat(4000)}`);
    return status === 200 && headers["x-portal"] === "1"
      ? "4 kB get through"
      : { warning: `an address of 4,000 characters is answered ${status}: the portal takes 4,096` };
  });
  await check("probes", async () => {
    const metrics = await ask("/metrics");
    if (/^# TYPE portal_/m.test(metrics.text))
      throw new Error("/metrics is open to everybody: lead nobody to METRICS_PORT");
    const { status } = await ask("/health/ready");
    return status === 404
      ? "not for customers"
      : { warning: `/health/ready is answered ${status}: PUBLIC_PROBES=0 keeps it to METRICS_PORT` };
  });
}

/** Whether the runbook links of Prometheus' alerts have been changed from the address in the example. */
export async function runbookCheck(prometheus: URL): Promise<LiveCheck> {
  const name = "runbook";
  try {
    const asked = await fetch(new URL("/api/v1/rules?type=alert", prometheus), {
      signal: AbortSignal.timeout(patienceMs),
    });
    const { data } = rulesAnswer.parse(await asked.json());
    const links = data.groups
      .flatMap(({ rules }) => rules)
      .flatMap(({ annotations }) => annotations?.runbook_url ?? []);
    const examples = links.filter((link) => /(^|\.)example\.(net|com|org)$/.test(new URL(link).hostname));
    if (links.length === 0)
      throw new Error("no alert has a runbook_url: does Prometheus read deploy/alerts.yaml?");
    if (examples.length > 0)
      throw new Error(
        `of ${links.length} alerts, ${examples.length} lead to ${examples[0]}: put the address of your runbook into deploy/alerts.yaml`,
      );
    return { name, state: "ok", detail: `${links.length} alerts lead to ${new URL(links[0] ?? "").host}` };
  } catch (error) {
    return { name, state: "failed", detail: messageOf(error) };
  }
}

/** Of what Prometheus says of its rules. */
const rulesAnswer = z.object({
  data: z.object({
    groups: z.array(
      z.object({ rules: z.array(z.object({ annotations: z.record(z.string(), z.string()).optional() })) }),
    ),
  }),
});

function mustBePortal(headers: IncomingHttpHeaders, status: number) {
  if (headers["x-portal"] !== "1") throw new Error(`${status} is no answer of the portal (no X-Portal)`);
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Statuses that came before the answer. */
  interim: number[];
}
function askAt(
  { address }: LiveOptions,
  url: URL,
  { form, headers }: { form?: string; headers?: Record<string, string> } = {},
) {
  const isSecure = url.protocol === "https:";
  return new Promise<Answer>((resolve, reject) => {
    const interim: number[] = [];
    const asked = (isSecure ? secureRequest : plainRequest)(
      {
        host: address ?? url.hostname,
        port: url.port || (isSecure ? 443 : 80),
        path: url.pathname + url.search,
        method: form === undefined ? "GET" : "POST",
        ...(isSecure && {
          servername: url.hostname,
          // The check of the certificate says what is wrong with it; the others go on.
          rejectUnauthorized: false,
        }),
        headers: {
          Host: url.host,
          // No robot, which would be shown less.
          "User-Agent": "Mozilla/5.0 (portal live)",
          Accept: "text/html",
          "Accept-Language": "de",
          ...(form !== undefined && { "Content-Type": "application/x-www-form-urlencoded" }),
          ...headers,
        },
        timeout: patienceMs,
      },
      async (answer) => {
        try {
          const text = Buffer.concat(await answer.toArray()).toString();
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, interim });
        } catch (error) {
          reject(error);
        }
      },
    );
    asked.on("information", ({ statusCode }) => interim.push(statusCode));
    asked.on("timeout", () => asked.destroy(new Error(`no answer in ${patienceMs / 1000} s`)));
    asked.on("error", reject);
    asked.end(form);
  });
}

function tlsTo({ url, address }: LiveOptions) {
  return new Promise<{
    certificate: DetailedPeerCertificate;
    refusal: string | undefined;
    protocol: string | false | null;
  }>((resolve, reject) => {
    const socket = connectTls({
      host: address ?? url.hostname,
      port: Number(url.port || 443),
      servername: url.hostname,
      ALPNProtocols: ["h2", "http/1.1"],
      rejectUnauthorized: false,
      timeout: patienceMs,
    });
    socket.on("timeout", () => socket.destroy(new Error(`no answer in ${patienceMs / 1000} s`)));
    socket.on("error", reject);
    socket.on("secureConnect", () => {
      const { authorizationError } = socket;
      resolve({
        certificate: socket.getPeerCertificate(true),
        refusal: socket.authorized ? undefined : String(authorizationError?.message || authorizationError),
        protocol: socket.alpnProtocol,
      });
      socket.end();
    });
  });
}
