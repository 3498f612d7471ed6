import { describe, expect, test } from "vitest";
import { checkLink } from "#app/routes/offer/entry/landing.server.ts";

describe("a link or a code from a letter", () => {
  test.each([
    ["AB12-cd34", "/angebot/AB12-cd34"],
    ["demo~eins", "/angebot/demo~eins"],
    ["https://o2.example.net/angebot/abc123", "/angebot/abc123"],
    ["o2.example.net/en/angebot/abc123/meine-daten?x=1#y", "/angebot/abc123/meine-daten?x=1"],
    ["https://o2.example.net/ange\n  bot/abc 123", "/angebot/abc123"],
    ["<https://o2.example.net/angebot/abc123>", "/angebot/abc123"],
    ["https://o2.example.net/entry/novum?id=abc123", "/entry/novum?id=abc123"],
    ["/idv/abc123", "/idv/abc123"],
    ["https://o2.example.net/angebot/abc123.", "/angebot/abc123"],
    ["(https://o2.example.net/angebot/abc123)", "/angebot/abc123"],
    ["https://o2.example.net/angebot/abc123%20", "/angebot/abc123"],
    ["https://o2.example.net/ange\u200bbot/abc123%E2%80%8B", "/angebot/abc123"],
    ["Link: https://o2.example.net/angebot/abc123;", "/angebot/abc123"],
    ["„AB12-cd34“.", "/angebot/AB12-cd34"],
    ["https://o2.example.net/email-ablehnung?token=a&amp;brand=o2", "/email-ablehnung?token=a&brand=o2"],
    ["https://o2.example.net/kundendaten/abc123", "/kundendaten/abc123"],
    ["https://o2.example.net/email-ablehnung?token=a&brand=o2", "/email-ablehnung?token=a&brand=o2"],
    ["https://o2.example.net/Angebot/aBc123", "/angebot/aBc123"],
    ["O2.EXAMPLE.NET/EN/ANGEBOT/aBc123", "/angebot/aBc123"],
    ["Code: AB12-cd34", "/angebot/AB12-cd34"],
    ["Ihr Angebots-Code: AB12-cd34", "/angebot/AB12-cd34"],
    ["Kodunuz: AB12-cd34", "/angebot/AB12-cd34"],
    [
      "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fo2.example.net%2Fangebot%2Fabc123&data=05%7C02%7Ckim&reserved=0",
      "/angebot/abc123",
    ],
    [
      "https://urldefense.proofpoint.com/v2/url?u=https-3A__o2.example.net_angebot_abc123&d=DwMFaQ&c=x&e=",
      "/angebot/abc123",
    ],
    ["https://urldefense.com/v3/__https://o2.example.net/angebot/abc123__;!!x!y$", "/angebot/abc123"],
    [
      "https://www.google.com/url?q=https://o2.example.net/email-ablehnung?token%3Da%26brand%3Do2&sa=D&usg=x",
      "/email-ablehnung?token=a&brand=o2",
    ],
    [
      "https://linkprotect.cudasvc.com/url?a=https%3a%2f%2fo2.example.net%2fangebot%2fabc123&c=E,1,x,y&typo=1",
      "/angebot/abc123",
    ],
  ])("%j leads to %s", (typed, value) => expect(checkLink(typed)).toEqual({ ok: true, value }));

  test.each([
    ["", "missing"],
    [undefined, "missing"],
    ["https://example.com/", "unknown"],
    ["https://example.com//evil.example/angebot/x", "unknown"],
    ["https://o2.example.net/angebot", "unknown"],
    ["javascript:alert(1)", "unknown"],
    ["https://www.google.com/url?q=https://example.com/", "unknown"],
    ["https://www.google.com/url?q=//evil.example/angebot/x", "unknown"],
    ["mein Angebot!", "unknown"],
  ])("%j is refused: %s", (typed, reason) => expect(checkLink(typed)).toMatchObject({ ok: false, reason }));
});
