import { languageCodes } from "../app/domain/languages.ts";
import { examples } from "../sandbox/portal/examples.ts";
import { brands } from "../tests/support/brands.ts";
import { chooseBrand, openExample } from "./support/examples.ts";
import { expect, settled, test } from "./support/test.ts";

// What a screen reader reads, in its order: roles, names, states, messages. One file for each language, for people to
// read; a change of it is seen in review. `npx playwright test e2e/reading.spec.ts --update-snapshots` writes it anew.
const read = [
  ...[
    "Home",
    "Offer",
    "Offer, prices in phases",
    "Summary, prices in phases",
    "Personal data",
    "Personal data, invalid",
    "ID data",
    "Payment",
    "Summary",
  ],
  ...["Order, not paid yet", "Confirmation", "Method chosen", "In progress", "E-mail rejection"],
  ...["Termination", "Termination, invalid", "Termination received", "Selfcare termination"],
  ...[
    "Withdrawal",
    "Withdrawal received",
    "Customer data",
    "Customer data, link expired",
    "Unknown path",
    "Order's e-mail, mistyped",
  ],
];

/** What differs from one day or visit to the next. */
const passing: [RegExp, string][] = [
  [
    /\b\d{1,2}\.(?:\d{1,2}\.)?(?:\d{4})?\s?–[\u2060 ]\d{1,2}\.\d{1,2}\.\d{4}|\b\p{Lu}\p{L}+ \d{1,2}(?:, \d{4})?\s– (?:\p{Lu}\p{L}+ )?\d{1,2}, \d{4}/gu,
    "DATES",
  ],
  [
    /(?:\b\d{1,2}\.\d{1,2}\.\d{4}|\b\p{Lu}\p{L}+\s\d{1,2},\s\d{4})(?:, \d{2}:\d{2}(?!:)(?:\sUhr)?)?/gu,
    "DATE",
  ],
  [/\b\d{2}:\d{2}(?::\d{2})?(?: Uhr)?(?: \((?:ME|CE)S?Z?T?\))?/g, "TIME"],
  [/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID"],
  [/\bB-[0-9A-F]+\b|\bV-\d{4}-\d+\b|\b[0-9A-F]{4}-[0-9A-F]{4}\b/g, "NUMBER"],
  [/(?<=code: )[2-9B-Z]{6}$/gm, "NUMBER"],
  [
    /(?<=TIME.*), (?:jetzt (?:nicht )?erreichbar|(?:open|closed) now|şu\sanda (?:kapalı|bize ulaşabilirsiniz))/g,
    ", NOW",
  ],
  // Quotes of YAML, around what looks like a number.
  [/(?<=: )"(NUMBER|DATE|TIME)"$/gm, "$1"],
  // Where a link leads is not read.
  [/\n *- \/url: .*/g, ""],
];

const [inAll, ...others] = languageCodes;
for (const locale of languageCodes) {
  // Only the words differ: the other languages share the pages among them.
  const pages = read.filter((_, at) => locale === inAll || others[at % others.length] === locale);
  const brand = [...brands].reverse().find(({ languages }) => languages.includes(locale));
  test(`what is read in ${locale}`, async ({ page }) => {
    await chooseBrand(page, brand?.slug ?? "");
    let text = "";
    for (const name of pages) {
      const example = examples.find((one) => one.name === name);
      if (!example) throw new Error(`There is no example ${name}.`);
      await openExample(page, example, brand?.slug ?? "", locale);
      await settled(page);
      const spoken = await page.locator("main").ariaSnapshot();
      text += `# ${name}\n\n${passing.reduce((rest, [now, mark]) => rest.replace(now, mark), spoken)}\n\n`;
    }
    expect(text).toMatchSnapshot(`${locale}.txt`);
  });
}
