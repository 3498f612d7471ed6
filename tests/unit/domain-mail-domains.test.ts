import { expect, test } from "vitest";
import { suggestedEmail } from "#app/domain/mail-domains.ts";

test.each([
  ["Max.Muster@gmial.com", "Max.Muster@gmail.com"],
  ["max@gmail.con", "max@gmail.com"],
  ["max@gmailcom", "max@gmail.com"],
  ["max@GMAIL.de", "max@gmail.com"],
  ["max@wbe.de", "max@web.de"],
  ["max@gmx.ed", "max@gmx.de"],
  ["max@t-onlin.de", "max@t-online.de"],
  ["max@hotmial.com", "max@hotmail.com"],
  [" max@web.dee ", "max@web.de"],
  ["max@web,de", "max@web.de"],
  ["max@firma,de", "max@firma.de"],
  ["max@gmial,com", "max@gmail.com"],
])("%s probably means %s", (typed, meant) => expect(suggestedEmail(typed)).toBe(meant));

test.each([
  "max@gmail.com",
  "max@gmx.net",
  "max@mail.com",
  "max@ymail.com",
  "max@hotmail.fr",
  "max@wob.de",
  "max@firma.de",
  "max@web",
  "max",
  "@gmial.com",
  "",
])("%s gets no offer", (typed) => expect(suggestedEmail(typed)).toBeUndefined());
