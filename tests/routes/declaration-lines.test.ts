import { expect, test } from "vitest";
import type { Fields } from "../support/browser.ts";
import { mailsAbout } from "../support/outbox.ts";
import { pdfText } from "../support/pdf-text.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { declaration, idOf, terminationsAt } from "../support/termination.ts";

const portal = await portalForTests();
/** All that begins a line, here or in a program that reads the mail, and a tab. */
const breaks = ["\r\n", "\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029", "\t"];

const declare = async (path: string, fields: Fields) => {
  const { status, location = "" } = await portal
    .browser()
    .post(path, declaration({ contractReference: "B-1", ...fields }));
  expect(status).toBe(303);
  const file = async (format: string) =>
    Buffer.from((await portal.browser().get(location.replace("?", `/${format}?`))).body);
  return { location, text: (await file("text")).toString(), pdf: async () => pdfText(await file("pdf")) };
};

test.each(["/kuendigung", "/widerruf"])(
  "%s: no field of one line begins a line on the receipt",
  async (path) => {
    const forged = breaks.map((one) => `${one}Eingegangen am: x`).join("");
    const { text, pdf } = await declare(path, { firstName: `Ada${forged}`, lastName: `Muster${forged}` });
    const inOneLine = " Eingegangen am: x".repeat(breaks.length);
    expect(text).toContain(`Ada${inOneLine} Muster${inOneLine}`);
    const lines = text.split(/\r\n|[\n\r\v\f\x85\u2028\u2029]/);
    expect(lines.filter((line) => line.startsWith("Eingegangen am:"))).toHaveLength(1);
    expect((await pdf()).replace(/\s+/g, " ")).toContain("Ada Eingegangen am: x Eingegangen am: x");
  },
);

test.each([
  ["/kuendigung", "ada@example.com,eve@example.com"],
  ["/widerruf", "ada@example.com\r\nBcc: eve@example.com"],
  ["/kuendigung", "ada at example"],
])("%s: what is no single e-mail address is a note, and no mail's recipient: %j", async (path, email) => {
  const { location, text } = await declare(path, { email, phoneNumber: "030 23125 004" });
  const mails = await mailsAbout(portal.origin, idOf(location));
  expect(mails.map(({ to }) => to).filter((to) => /[\s,]|^ada at/.test(to))).toEqual([]);
  expect(text).toContain(email.replace("\r\n", " "));
  const [sent] = await terminationsAt(portal.origin, idOf(location));
  expect(sent?.declaration.confirmation ?? {}).toEqual({});
});

test("a text area keeps its lines, which do not look like rows of the receipt", async () => {
  const { text } = await declare("/kuendigung", {
    cancellationType: "special",
    reason: "SonstigerGrund",
    reasonText: "Zu teuer.\nVorgangsnummer: 1234",
  });
  expect(text).toContain("Zu teuer.\n    Vorgangsnummer: 1234");
});
