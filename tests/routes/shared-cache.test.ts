import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { startPortal } from "../support/portal.ts";
import { isMissingProxy, startProxy } from "../support/proxies.ts";
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
    afterAll(() => Promise.all([proxy.stop(), portal.stop()]));
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
      [{ ...other, Cookie: "locale=tr" }, "tr"],
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
    for (const words of ["nicht angekommen", "not received", "ulaşmadığını", "Rechnung"])
      expect(refused.text.replace(/\s+/g, " ")).toContain(words);
    expect((await proxy.ask("/angebot/demo", undefined, visitor)).text).toBe(refused.text);

    await portal.restart();
    await expect.poll(async () => (await proxy.ask("/kuendigung", form, visitor)).status).toBe(303);
  },
);
