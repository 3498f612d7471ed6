// Proves that no expression costs more than linear time; everything else is Biome's. An exception is a comment with its
// reason where the expression is.
import * as parser from "@babel/eslint-parser";
import redos from "eslint-plugin-redos";

const reading = (...plugins) => ({
  parser,
  parserOptions: {
    requireConfigFile: false,
    babelOptions: { babelrc: false, configFile: false, parserOpts: { plugins } },
  },
});
const composedExpression = {
  selector: ":matches(NewExpression, CallExpression)[callee.name='RegExp']:not([arguments.0.type='Literal'])",
  message: "An expression is written as a literal, so that its time can be proved.",
};

export default [
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  // These read nothing but the repository's own files.
  { ignores: ["tools/build/", "tools/drill/"] },
  { files: ["**/*.{js,mjs,ts}"], languageOptions: reading("typescript") },
  { files: ["**/*.tsx"], languageOptions: reading("typescript", "jsx") },
  {
    files: ["{app,server,sandbox,tools}/**/*.{js,mjs,ts,tsx}"],
    plugins: { redos },
    rules: { "redos/no-vulnerable": "error" },
  },
  {
    files: ["{app,server}/**/*.{ts,tsx}"],
    rules: { "no-restricted-syntax": ["error", composedExpression] },
  },
];
