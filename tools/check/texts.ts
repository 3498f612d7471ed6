// What is wrong with the texts, by file; `npm test` looks at the same.
import { checkTexts, listByFile } from "../../tests/support/check-texts.ts";

const { problems, untranslated } = await checkTexts(".");
if (untranslated.length > 0) console.log(`German stands in for:\n${listByFile(untranslated)}\n`);
console.log(
  problems.length > 0 ? listByFile(problems) : "Nothing is wrong with the texts that brands speak.",
);
process.exitCode = problems.length > 0 ? 1 : 0;
