import { setTimeout as wait } from "node:timers/promises";
import Negotiator from "negotiator";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startPortal } from "../support/portal.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import {
  isMissingProxy,
  type ProxyKind,
  proxiedSettings,
  proxiesHere,
  startProxy,
} from "../support/proxies.ts";
import { declaration } from "../support/termination.ts";

/** By hand: OUTAGE_SECONDS=75, longer than pages stay fresh. */
const seconds = Number(process.env.OUTAGE_SECONDS ?? 0);
const isMissing = isMissingProxy("nginx");
const phone = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
const visitor = { "User-Agent": phone, "Accept-Language": "de-DE,de;q=0.9", Accept: "text/html" };

test.skipIf(isMissing)(
  "with every portal down, nginx has the pages that the law protects, and refuses forms honestly",
  async () => {
    const portal = await startPortal();
    const proxy = await startProxy("nginx", [portal, portal]);
    onTestFinished(async () => void (await Promise.all([proxy.stop(), portal.stop()])));
    const { submissionId: _, ...form } = declaration({ contractNumber: "V-away" }) as Record<string, string>;
    const paths = ["/", "/kuendigung", "/widerruf", "/angebot", "/barrierefreiheit"];
    const before = new Map<string, string>();
    for (const path of paths) {
      const { status, text } = await proxy.ask(path, undefined, visitor);
      expect([path, status]).toEqual([path, 200]);
      before.set(path, text);
    }

    // What only one customer may see is not what nginx keeps.
    const sent = await proxy.ask("/kuendigung", form, visitor);
    expect(sent.status).toBe(303);
    const customer = { ...visitor, Cookie: sent.cookie ?? "" };
    expect((await proxy.ask("/kuendigung", undefined, customer)).text).not.toBe(before.get("/kuendigung"));
    expect((await proxy.ask("/kuendigung", undefined, visitor)).text).toBe(before.get("/kuendigung"));
    const other = { ...visitor, Host: "ayyildiz.example.net" };
    for (const [headers, language] of [
      [{ ...other, Cookie: "__Host-locale=tr" }, "tr"],
      [other, "de"],
      [{ ...other, "Accept-Language": "tr" }, "tr"],
    ] as const)
      expect((await proxy.ask("/kuendigung", undefined, headers)).text).toContain(`<html lang="${language}"`);

    await portal.kill();
    await wait(seconds * 1000);
    for (const headers of [visitor, customer, { ...visitor, Cookie: "_ga=1; trace-id=12345678" }])
      for (const path of paths) {
        const { status, text } = await proxy.ask(path, undefined, headers);
        expect([path, status, text === before.get(path)]).toEqual([path, 200, true]);
      }
    const refused = await proxy.ask("/kuendigung", form, visitor);
    expect([refused.status, refused.location]).toEqual([503, ""]);
    expect(refused.text).toContain("nicht bei uns angekommen");
    expect((await proxy.ask("/angebot/demo", undefined, visitor)).text).toBe(refused.text);

    await portal.restart();
    await expect.poll(async () => (await proxy.ask("/kuendigung", form, visitor)).status).toBe(303);
  },
);

test.skipIf(isMissing)("nginx keeps a page for those only who can read it", async () => {
  const portal = await portalForTests();
  const proxy = await startProxy("nginx", [portal, portal]);
  onTestFinished(() => proxy.stop());
  const all = [
    "gzip;q=0",
    "*",
    "",
    "gzip",
    "br;q=0, gzip",
    "br",
    "identity",
    "GZIP, br;q=1.0",
    "gzip;q=0.0, br",
  ];
  for (const accepted of [...all, ...all]) {
    const headers = { ...visitor, "Accept-Encoding": accepted };
    const { status, encoding = "identity" } = await proxy.ask("/kuendigung", undefined, headers);
    const usable = new Negotiator({ headers: { "accept-encoding": accepted.toLowerCase() } }).encodings();
    expect([accepted, status, usable.includes(encoding) || usable.includes("*")]).toEqual([
      accepted,
      200,
      true,
    ]);
  }
  const typeOf = async (Accept: string) =>
    (await proxy.ask("/widerruf", undefined, { ...visitor, Accept })).text.startsWith("{") ? "data" : "page";
  for (const _ of [1, 2]) {
    expect(await typeOf("text/html, application/json;q=0.5")).toBe("page");
    expect(await typeOf("application/json")).toBe("data");
    expect(await typeOf("application/json;q=0.5, text/html")).toBe("page");
  }
});

describe("with every portal down", () => {
  const kinds = proxiesHere();
  const proxies: Partial<Record<ProxyKind, Awaited<ReturnType<typeof startProxy>>>> = {};
  beforeAll(async () => {
    const [settings] = await proxiedSettings();
    const portal = await startPortal(settings);
    for (const kind of kinds) proxies[kind] = await startProxy(kind, [portal, portal]);
    await portal.stop();
  });
  afterAll(() => Promise.all(Object.values(proxies).map((proxy) => proxy.stop())));

  test.each(kinds)("%s says how to declare, per brand and language, and logs no token", async (kind) => {
    const form = declaration() as Record<string, string>;
    const proxy = proxies[kind] as NonNullable<(typeof proxies)[typeof kind]>;
    const ask = (path: string, posted?: Record<string, string>, headers = {}) =>
      proxy.ask(path, posted, { ...visitor, ...headers });
    await expect.poll(async () => (await ask("/angebot/secret-token")).status).toBe(503);
    for (const page of [
      await ask("/angebot/secret-token"),
      await ask("/kuendigung?data=secret-token", form),
    ]) {
      expect([page.status, page.text]).toEqual([503, expect.stringContaining('data-brand="o2"')]);
      for (const words of ["nicht bei uns angekommen", "Hiermit kündige ich", "Per Post: o2", "tel:+49"])
        expect(page.text).toContain(words);
    }
    expect(proxy.log.join("")).not.toContain("secret-token");
    // Caddy serves the one name that its certificate is for.
    if (kind === "caddy") return;
    const turkish = await ask("/tr/kuendigung", form, { Host: "ayyildiz.example.net" });
    expect(turkish.text).toMatch(/<html lang="tr" data-brand="ayyildiz">.*Sözleşmemi.*Hiermit kündige/s);
  });
});
