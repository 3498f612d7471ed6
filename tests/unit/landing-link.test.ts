import { describe, expect, test } from "vitest";
import { checkLink } from "#app/routes/offer/landing.server.ts";

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
  ])("%j leads to %s", (typed, value) => expect(checkLink(typed)).toEqual({ ok: true, value }));

  test.each([
    ["", "missing"],
    [undefined, "missing"],
    ["https://example.com/", "unknown"],
    ["https://example.com//evil.example/angebot/x", "unknown"],
    ["https://o2.example.net/angebot", "unknown"],
    ["javascript:alert(1)", "unknown"],
    ["mein Angebot!", "unknown"],
  ])("%j is refused: %s", (typed, reason) => expect(checkLink(typed)).toMatchObject({ ok: false, reason }));
});
