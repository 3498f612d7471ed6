import { expect, test } from "vitest";
import { calendarFile } from "#app/domain/calendar-file.ts";

const event = {
  uid: "3f0c2f1e-1111-4222-8333-444455556666",
  date: "2027-01-31",
  title: "Vertragsende",
  text: "Vorgangsnummer: 1",
  stamp: new Date("2026-11-22T00:30:15.123Z"),
};
/** Unfolded and unescaped. */
const unfolded = (file: string) => file.replaceAll("\r\n ", "");

test("is one all-day event that does not block the day", async () => {
  const lines = (await calendarFile(event)).split("\r\n");
  expect(lines.slice(0, 3)).toEqual(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//self-service//portal//DE"]);
  expect(lines).toEqual(
    expect.arrayContaining([
      "UID:3f0c2f1e-1111-4222-8333-444455556666",
      "DTSTAMP:20261122T003015Z",
      "DTSTART;VALUE=DATE:20270131",
      "SUMMARY:Vertragsende",
      "DESCRIPTION:Vorgangsnummer: 1",
      "TRANSP:TRANSPARENT",
    ]),
  );
  expect(lines.slice(-3)).toEqual(["END:VEVENT", "END:VCALENDAR", ""]);
});

test.each([
  ["a, b; c\\d", "a\\, b\\; c\\\\d"],
  ["one\ntwo\r\nthree\rEND:VEVENT", "one\\ntwo\\nthree\\nEND:VEVENT"],
])("%j is escaped", async (title, written) =>
  expect(await calendarFile({ ...event, title })).toContain(`\r\nSUMMARY:${written}\r\n`),
);

test.each(["a", "ü", "€", "👍", "\\"])("a long text of %s is folded between characters", async (letter) => {
  const title = `x${letter.repeat(200)}`;
  const file = await calendarFile({ ...event, title });
  const lines = file.split("\r\n");
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(lines.filter((line) => line.startsWith(" ")).length).toBeGreaterThan(1);
  expect(file).not.toContain("\ufffd");
  expect(unfolded(file)).toContain(`SUMMARY:${title.replaceAll("\\", "\\\\")}\r\n`);
});
