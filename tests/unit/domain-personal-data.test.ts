import { describe, expect, test } from "vitest";
import { addDays, addMonths, type DateParts } from "#app/domain/calendar.ts";
import {
  checkBirthDate,
  checkEmail,
  checkHolder,
  checkHolderIfAny,
  checkName,
  checkProvider,
  checkSalutation,
  checkTitle,
  isNameOf,
} from "#app/domain/personal-data.ts";
import { asCode, lengthOf, normalize } from "#app/domain/user-input.ts";
import { typedDate } from "../support/typed-date.ts";
import { expectRefused, expectTaken } from "../support/user-input.ts";

const nothing = [undefined, "", "   ", "\u00a0", "\u200b"];

describe("typed text", () => {
  test.each([
    ["  a   b ", "a b"],
    ["a\u00a0b", "a b"],
    ["a\tb\nc", "a b c"],
    ["Mu\u0308ller", "M\u00fcller"],
    ["a\u200bb\u0000\ufeff", "ab"],
    ["\ufeff a \u200b b\ufeffc", "a bc"],
    [undefined, ""],
    ["Musterstraße\x851\u2028a", "Musterstraße 1 a"],
    ["\u3164\u115fe\u034f\u0301r\ufe0f\u180b\udb40\udd00ika\uffa0", "érika"],
    ["نیک\u200cنام\u200c", "نیک\u200cنام"],
    ["क्\u200dष \u200d", "क्\u200dष"],
    ["a\u200d\u3164\u200c", "a"],
    ["K\u200dö\u200cln, Α\u200dθ\u200cήνα, Ки\u200dїв", "Köln, Αθήνα, Київ"],
  ])("normalize %j", (typed, expected) => expect(normalize(typed)).toBe(expected));
  test.each([
    ["12\u201013\u201114\u201315\u221216", "12-13-14-15-16"],
    ["o’neill‘ʼ", "o'neill''"],
    ["ＡＢ１２", "AB12"],
    ["٠١٢٣٤٥٦٧٨٩", "0123456789"],
    ["۰۱۲۳۴۵۶۷۸۹", "0123456789"],
    ["०१२३४५६७८९", "0123456789"],
    ["𝟎𝟏𝟗𝟘𝟡", "01909"],
    ["0\u200d1\u034f2\ufe0e", "012"],
    [undefined, ""],
  ])("as a code %j", (typed, expected) => expect(asCode(typed)).toBe(expected));
  test("keeps no more marks on a letter than can be sorted at once", () => {
    const letter = normalize(`a${"\u0315\u0300".repeat(20_000)}b`);
    expect(letter).toMatch(/^à\u0300{14}\u0315{15}b$/);
  });
  test("counts what a reader counts", () => {
    expect(lengthOf("Müller")).toBe(6);
    expect(lengthOf("👍👍")).toBe(2);
  });
});

describe("salutation and title are optional", () => {
  test.each(nothing)("nothing: %j", (typed) => {
    expectTaken(checkSalutation(typed), undefined);
    expectTaken(checkTitle(typed), undefined);
  });
  test.each(["frau", "herr", "Frau", " HERR "])("%s", (typed) =>
    expectTaken(checkSalutation(typed), typed.trim().toLowerCase()),
  );
  test.each(["divers", "mr", "frau,herr"])("%s", (typed) =>
    expectRefused("salutation", checkSalutation(typed), "unknown"),
  );
  test.each(["Dr.", "Prof. Dr.", "Dr.-Ing.", "Dr. h.c.", "Freiherr von", "a".repeat(30)])("%s", (typed) =>
    expectTaken(checkTitle(typed), typed),
  );
  test.each(["<b>", "1", "Dr. 2", ". Dr"])("%s", (typed) =>
    expectRefused("title", checkTitle(typed), "characters"),
  );
  test("31 characters", () => expectRefused("title", checkTitle("a".repeat(31)), "tooLong"));
});

describe("names", () => {
  test.each(nothing)("nothing: %j", (typed) => {
    expectRefused("firstName", checkName(typed), "missing");
    expectRefused("lastName", checkName(typed), "missing");
  });
  const short =
    "Anna|Ö|Jean-Luc|O'Neill|O’Neill|OʼNeill|Jean\u2011Luc|Anna\u2010Lena|von der Heide|Çiğdem|Şükrü|Łukasz";
  const more =
    "نیک\u200cنام|श्री\u200dष|Müller-Lüdenscheidt|Nguyễn|Григорий|محمد|St. Clair|Anna (geb. Muster)";
  test.each([...`${short}|${more}`.split("|"), "a".repeat(50), "ü".repeat(50)])("%s", (typed) =>
    expectTaken(checkName(typed), typed),
  );
  test("in one spelling", () => expectTaken(checkName("  Mu\u0308ller   Maier "), "Müller Maier"));
  test.each(["Anna1", "<script>", "a@b", "-'", "x_y", "a/b", "😀"])("%s", (typed) =>
    expectRefused("lastName", checkName(typed), "characters"),
  );
  test.each(["-", "–", "...", "--", " / "])("%s for none", (typed) =>
    expectRefused("lastName", checkName(typed), "missing"),
  );
  test("51 characters", () => expectRefused("firstName", checkName("a".repeat(51)), "tooLong"));
});

test.each([
  ["Ayşe Öztürk", true],
  ["öztürk,  AYŞE", true],
  ["Ayşe", false],
  ["Ayşe Öztürk-Kaya", false],
])("whether %s is Ayşe Öztürk: %s", (typed, is) =>
  expect(isNameOf(typed, { firstName: "Ayşe", lastName: "Öztürk" })).toBe(is),
);

describe("birth date", () => {
  const noon = new Date("2026-11-21T12:00:00Z");
  const parts = (iso: string): DateParts => typedDate(iso);

  test.each([
    ["18 today", "2008-11-21"],
    ["120 today", "1906-11-21"],
    ["120 until tomorrow", "1905-11-22"],
    ["some day between", "1985-02-28"],
  ])("%s", (_name, iso) => expectTaken(checkBirthDate(parts(iso), noon), iso));
  test.each([
    ["18 tomorrow", "2008-11-22", "tooYoung"],
    ["born today", "2026-11-21", "tooYoung"],
    ["born tomorrow", "2026-11-22", "future"],
    ["121 today", "1905-11-21", "tooOld"],
    ["year 1", "0001-01-01", "tooOld"],
  ])("%s", (_name, iso, reason) => expectRefused("birthDate", checkBirthDate(parts(iso), noon), reason));
  test.each([
    [{}, "missing"],
    [{ day: "1" }, "incomplete"],
    [{ day: "1", month: "1", year: "85" }, "shortYear"],
    [{ day: "30", month: "2", year: "1985" }, "notADate"],
  ] as [DateParts, string][])("%j", (typed, reason) =>
    expectRefused("birthDate", checkBirthDate(typed, noon), reason),
  );

  test("the day changes at midnight in Germany, winter and summer", () => {
    const winter = { before: "2026-11-21T22:59:59Z", after: "2026-11-21T23:00:00Z" };
    expectRefused("birthDate", checkBirthDate(parts("2008-11-22"), new Date(winter.before)), "tooYoung");
    expectTaken(checkBirthDate(parts("2008-11-22"), new Date(winter.after)), "2008-11-22");
    const summer = { before: "2026-07-01T21:59:59Z", after: "2026-07-01T22:00:00Z" };
    expectRefused("birthDate", checkBirthDate(parts("2008-07-02"), new Date(summer.before)), "tooYoung");
    expectTaken(checkBirthDate(parts("2008-07-02"), new Date(summer.after)), "2008-07-02");
  });
  test("on each day of two years the 18th birthday is the first that passes", () => {
    for (let day = "2027-01-01"; day < "2029-01-01"; day = addDays(day, 1)) {
      // Born on a leap day: 18 from 1 March on.
      if (day.endsWith("02-29")) continue;
      const now = new Date(`${day}T12:00:00Z`);
      const born = addMonths(day, -18 * 12);
      expect(checkBirthDate(parts(born), now)).toEqual({ ok: true, value: born });
      expect(checkBirthDate(parts(addDays(born, 1)), now)).toMatchObject({ reason: "tooYoung" });
    }
  });
});

describe("e-mail", () => {
  test.each(nothing)("nothing: %j", (typed) => expectRefused("email", checkEmail(typed), "missing"));
  test.each([
    ["anna@example.com", "anna@example.com"],
    [" Anna.Muster+o2@Mail.Example.COM ", "Anna.Muster+o2@mail.example.com"],
    ["a@b.de", "a@b.de"],
    ["mailto:anna@example.com", "anna@example.com"],
    ["Anna Muster <anna@example.com>", "anna@example.com"],
    ["<anna@example.com>", "anna@example.com"],
    ...[
      "anna@example.com.|anna@example.com;|anna@example.com,|(anna@example.com)|„anna@example.com“|.anna@example.com..",
      "anna @example.com|anna@ example.com|anna @ example . com|E-Mail: anna@example.com|E\u2011Mail:anna@example.com",
      "Mail anna@example.com|e-posta adresi: anna@example.com|E-Mail-Adresse: Anna Muster <anna@example.com>;",
      "mailto:anna@example.com?subject=Hallo&cc=b@example.com|anna@example.com <anna@example.com>",
      "an\u00adna@exam\u034fple.com\ufe0f|\u3164anna@exa\u200cmple.com\u180b",
    ]
      .join("|")
      .split("|")
      .map((typed) => [typed, "anna@example.com"]),
    ["mail @example.com", "mail@example.com"],
    ["o’neill@ex\u2011ample.org", "o'neill@ex-ample.org"],
    ["ａ１@b.de", "a1@b.de"],
    ["a@MÜLLER.example", "a@müller.example"],
    ["o'neill@example.org", "o'neill@example.org"],
    ["a@müller.example", "a@müller.example"],
    ["a@xn--mller-kva.example", "a@müller.example"],
    ["a@example.xn--p1ai", "a@example.рф"],
    [`${"a".repeat(64)}@example.com`, `${"a".repeat(64)}@example.com`],
  ])("%s", (typed, value) => expectTaken(checkEmail(typed), value));
  test.each(["anna", "anna.example.com", "anna(at)example.com"])("%s", (typed) =>
    expectRefused("email", checkEmail(typed), "noAt"),
  );
  const parts =
    "@example.com|anna@|anna@example|anna@example.|anna@.com|anna@example..com|anna..b@example.com";
  const signs = "anna.@example.com|an na@example.com|anna@exa mple.com|anna@example,com";
  const hosts = "anna@-example.com|anna@example-.com|anna@example.1|anna@127.0.0.1|anna@b@example.com";
  const several = "Anna <anna@example.com> <b@example.com>|anna@example.com, b@example.com";
  const long = [`${"a".repeat(65)}@example.com`, `a@${"b".repeat(64)}.com`];
  test.each([...[parts, signs, hosts, several].join("|").split("|"), ...long])("%s", (typed) =>
    expectRefused("email", checkEmail(typed), "form"),
  );
  test.each(["änna@example.com", "şükrü@example.com", "анна@example.com"])("%s", (typed) =>
    expectRefused("email", checkEmail(typed), "letters"),
  );
  test("254 characters at most", () => {
    const domain = `${"b".repeat(60)}.`.repeat(4);
    expect(checkEmail(`${"a".repeat(6)}@${domain}com`).ok).toBe(true);
    expectTaken(checkEmail(`abcdef@${domain}com`), `abcdef@${domain}com`);
    expectRefused("email", checkEmail(`${"a".repeat(8)}@${domain}com`), "tooLong");
  });
});

describe("names at another provider", () => {
  test.each(["1&1", "O2", "Fernklang GmbH"])("%s is a provider", (typed) => {
    expect(checkProvider(typed)).toEqual({ ok: true, value: typed });
  });
  test.each(["<>", "-", "&"])("%s is none", (typed) => {
    expect(checkProvider(typed)).toEqual({ ok: false, reason: "missing" });
  });
  test.each([
    ["Müller & Söhne 24", { ok: true, value: "Müller & Söhne 24" }],
    ["-", { ok: true, value: undefined }],
    ["<>", { ok: false, reason: "missing" }],
  ])("a holder %s", (typed, expected) => {
    expect(checkHolderIfAny(typed)).toEqual(expected);
  });
  test("a holder that is asked for again is no dash", () => {
    expect(checkHolder("-")).toEqual({ ok: false, reason: "missing" });
  });
});
