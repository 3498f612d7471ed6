import { expect, test } from "vitest";
import { lookalikeEmail, suggestedEmail } from "#app/domain/mail-domains.ts";

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
  ["name@gmaıl.com", "name@gmail.com"],
  ["NAME@GMAİL.COM", "NAME@gmail.com"],
  ["name@gmai\u0307l.com", "name@gmail.com"],
  ["name@\u0430rbeit.example", "name@arbeit.example"],
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
  "max@müller.de",
  "max@maßanfertigung.de",
  "max@\u043f\u043e\u0447\u0442\u0430.example",
  "",
])("%s gets no offer", (typed) => expect(suggestedEmail(typed)).toBeUndefined());

test.each([
  ["name@gmaıl.com", "name@gmail.com"],
  ["Name@GMAİL.COM", "Name@gmail.com"],
  ["name@gmial.com", undefined],
  ["name@müller.de", undefined],
  ["name@MAIL.example", undefined],
  ["", undefined],
])("%s looks like %s", (typed, like) => expect(lookalikeEmail(typed)).toBe(like));
