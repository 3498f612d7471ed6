import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPortal } from "../support/portal.ts";
import { proxiedSettings, proxiesHere, startProxy } from "../support/proxies.ts";

const [settings] = await proxiedSettings();
const portal = await startPortal(settings);
afterAll(() => portal.stop());

type Headers = Record<string, string>;
const phone = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
const visitor = { "User-Agent": phone, Accept: "text/html" };
/** Everybody else: what they get must be theirs, no matter who asked first. */
const others: Headers[] = [
  { ...visitor, "Accept-Language": "de-DE,de;q=0.9,en;q=0.8" },
  { ...visitor, "Accept-Language": "de" },
  { ...visitor, "Accept-Language": "tr" },
  { ...visitor, "Accept-Language": "en-GB,en;q=0.9" },
  visitor,
];

/** Each header and cookie that the app reads of a page without a customer, as somebody may send it. */
const first: Headers[] = [
  ...[
    ...[
      "de-AT,tr,de;q=0",
      "de-AT,en,de;q=0",
      "de,tr;q=1,de;q=0",
      "de;q=0,tr",
      "DE-at,tr",
      "de-,tr",
      "de,",
      "de\t,tr",
    ],
    ...["*", "tr,*;q=0", "fr", "", ",de", "x".repeat(3000), "de, de-AT;q=0, tr"],
  ].map((languages) => ({ "Accept-Language": languages })),
  ...[
    "locale=tr",
    "locale=",
    "locale=xx; locale=tr",
    "brand=spice",
    "brand=; brand=spice",
    "locale=de; locale=tr",
    "__Host-locale=tr",
    "__Host-locale=xx; locale=tr",
    "__Host-brand=spice",
    "__Host-brand=; brand=spice",
  ].map((cookies) => ({ Cookie: cookies })),
  ...[
    "sid=none",
    "__Host-sid=none",
    "trace-id=hostile",
    "submitted=x",
    "declared-termination=x",
    "selfcare=x",
  ].map((cookies) => ({ Cookie: cookies })),
  ...["application/json", "application/JSON", "application/problem+json", "text/plain", "*/*;q=0"].map(
    (types) => ({
      Accept: types,
    }),
  ),
  ...["gzip;q=0", "br", "identity;q=0, *;q=0", "BR, GZIP"].map((codings) => ({ "Accept-Encoding": codings })),
  { "Save-Data": "on" },
  { ECT: "2g" },
  { "User-Agent": "Googlebot/2.1" },
  { "User-Agent": "" },
  { Referer: "https://elsewhere.example/" },
  { "X-Forwarded-Proto": "http", "X-Forwarded-Host": "spice.example.net", "X-Forwarded-For": "1.2.3.4" },
  { "X-Forwarded-Prefix": "/tr", Forwarded: "host=spice.example.net" },
  { "If-None-Match": "*" },
  { Range: "bytes=0-10" },
  { Purpose: "prefetch", "Sec-Purpose": "prefetch", "Sec-Fetch-Site": "cross-site" },
];

describe.each(proxiesHere())("behind %s", (kind) => {
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  beforeAll(async () => {
    proxy = await startProxy(kind, [portal, portal]);
  });
  afterAll(() => proxy.stop());
  /** A page of its own for each look: what is kept is kept for a host's name. Caddy serves only one, and keeps nothing. */
  const hostOf = (site: string): Headers => (kind === "caddy" ? {} : { Host: site });
  const seen = async (site: string, headers: Headers) => {
    const { status, text, encoding } = await proxy.ask("/kuendigung", undefined, {
      ...headers,
      ...hostOf(site),
      // HAProxy ends a connection that asks more often than a browser does.
      Connection: "close",
    });
    return { status, encoding, text };
  };

  test.each(["ayyildiz.example.net", "ortel.example.net", "example.net"])(
    "nobody decides what others get of %s",
    async (site) => {
      const clean = await Promise.all(others.map((headers, at) => seen(`clean-${at}.${site}`, headers)));
      for (const [at, hostile] of first.entries()) {
        const name = `hostile-${at}.${site}`;
        await seen(name, { ...visitor, ...hostile });
        for (const [of, headers] of others.entries())
          expect({ hostile, headers, ...(await seen(name, headers)) }).toEqual({
            hostile,
            headers,
            ...clean[of],
          });
      }
    },
  );
});
