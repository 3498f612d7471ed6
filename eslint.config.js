// Proves that no expression costs more than linear time, of which an exception is a comment with its reason where the
// expression is; that durations are measured by `monotonicMs`; that the sandbox goes by the clock of a token's copy; and
// that pages read their query by one table; and that a cast has its reason beside it. TypeScript 7 has no compiler API,
// without which typescript-eslint does not run.
// Everything else is Biome's.
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

/** Where a date is meant, which outlives the process or comes from another one. */
const dates = {
  "app/backend/exchange.server.ts": "Retry-After names a date",
  "app/browser/stored-files.ts": "what a browser keeps between documents",
  "app/browser/stale-chunk.ts": "what a browser keeps between documents",
  "app/browser/typed-draft.ts": "what a browser keeps between documents",
  "app/declarations/operator.server.ts": "shown to operators",
  "app/declarations/person.server.ts": "shown to operators",
  "app/forms/carried-draft.server.ts": "kept in an address, read by any portal",
  "app/forms/page-stamp.server.ts": "the same hour on all portals",
  "app/operation/edit-switches.server.ts": "a switch ends at a date",
  "app/operation/switches.server.ts": "a switch ends at a date",
  "app/outcome/attempt.server.ts": "kept in a session, read by any portal",
  "app/outcome/waiting-page.server.ts": "kept in a session, read by any portal",
  "app/routes/identity/choose.server.ts": "kept in a session, read by any portal",
  "app/routes/identity/idv-status.server.ts": "kept in a session, read by any portal",
  "app/routes/offer/cart/cart.server.ts": "kept in a session, read by any portal",
  "app/routes/offer/order/order-paper.ts": "the paper names the day on which it was made",
  "app/routes/offer/order/confirmation.tsx": "what is kept in a session is compared with the date",
  "app/routes/offer/cart/known-order.server.ts": "kept in a session, read by any portal",
  "app/routes/offer/order/told-answer.server.ts": "kept in a session, read by any portal",
  "app/routes/offer/order/order.server.ts": "kept in a session, read by any portal",
  "app/session/bearer.server.ts": "kept in a session, read by any portal",
  "app/session/handover.server.ts": "kept in a session, read by any portal",
  "app/session/login-state.server.ts": "kept in a session, read by any portal",
  "app/session/session.server.ts": "kept in a session, read by any portal",
  "app/session/sqlite-store.server.ts": "kept in a file, which outlives the process",
  "server/admission/client-counts.ts": "express-rate-limit is given a date",
  "server/admission/guesses.ts": "express-rate-limit gives a date",
  "server/admission/session-budget.ts": "express-rate-limit gives a date",
  "server/operation/live-checks.ts": "a certificate ends at a date",
  "server/operation/watchdog-worker.mjs": "a line of the log has a date",
  "server/pages/security-text.ts": "RFC 9116 names a date",
  "tools/check-provider/acts.ts": "what is declared has a date",
};
const noClock = "A machine's clock is set back now and then: durations are measured by monotonicMs.";
const clocks = [
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: noClock },
  {
    selector:
      "MemberExpression[object.callee.name='Date'][object.arguments.length=0][property.name='getTime']",
    message: noClock,
  },
  { selector: "UnaryExpression[operator='+'] > NewExpression[callee.name='Date']", message: noClock },
];

/** A literal in a literal, and a list that is taken apart at once, save lines and cost whoever reads them. */
const plain = [
  {
    selector: "ObjectExpression > SpreadElement[argument.type='ObjectExpression']",
    message: "Its properties stand in the object itself.",
  },
  {
    selector:
      "VariableDeclarator[id.type='ArrayPattern'][init.type='ArrayExpression'][init.elements.0.type!='SpreadElement']",
    message: "Each constant has a statement of its own.",
  },
];

/** A cast is believed by the compiler: a guard or a better type is proved. Where neither can be, the reason stands beside it. */
const noCast = {
  create: (context) => ({
    "TSAsExpression:not([typeAnnotation.typeName.name='const']), TSNonNullExpression, TSTypeAssertion": (
      node,
    ) =>
      context.report({
        node,
        message: "A type guard, a better type, or the reason why none of them can be.",
      }),
  }),
};
/** What is switched off has its reason behind `--`. */
const reasoned = {
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments())
        if (/^\s*eslint-disable/.test(comment.value) && !/ -- \S/.test(comment.value))
          context.report({ loc: comment.loc, message: "The reason is missing, behind `--`." });
    },
  }),
};
const house = { rules: { "no-cast": noCast, reasoned } };

/** The sandbox reads the machine's time in one place, `app.ts`; all else is the time of a token's copy. */
const machineTime = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: "sandbox.now(token) is the time of a token's copy, sandbox.machineNow() what belongs to none.",
};

/** What a page reads from its address stands in one table, from which the OpenAPI document has it. */
const readQuery = {
  selector:
    "CallExpression[callee.property.name=/^(get|getAll|has|entries)$/][callee.object.property.name='searchParams'], ObjectPattern > Property[key.name='searchParams']",
  message: "A page's query is read by parameterOf or parameterOfLink (app/request/parameters.server.ts).",
};
const isRoute = (file) => file.startsWith("app/routes/");

export default [
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  // These read nothing but the repository's own files.
  { ignores: ["tools/build/", "tools/drill/"] },
  { files: ["**/*.{js,mjs,ts}"], languageOptions: reading("typescript") },
  { files: ["**/*.tsx"], languageOptions: reading("typescript", "jsx") },
  {
    files: ["{app,server,sandbox,tools}/**/*.{js,mjs,ts,tsx}"],
    plugins: { redos, house },
    rules: {
      "redos/no-vulnerable": "error",
      "house/reasoned": "error",
      "no-restricted-syntax": ["error", ...clocks, ...plain],
    },
  },
  {
    files: ["{app,server}/**/*.{ts,tsx}"],
    rules: {
      "house/no-cast": "error",
      "no-restricted-syntax": ["error", composedExpression, ...clocks, ...plain],
    },
  },
  { files: ["{tests,e2e,bench}/**/*.{ts,tsx}"], rules: { "no-restricted-syntax": ["error", ...plain] } },
  {
    files: ["sandbox/**/*.ts"],
    ignores: ["sandbox/app.ts", "sandbox/portal/**"],
    rules: { "no-restricted-syntax": ["error", machineTime, ...clocks, ...plain] },
  },
  {
    files: ["app/routes/**/*.{ts,tsx}"],
    rules: { "no-restricted-syntax": ["error", composedExpression, readQuery, ...clocks, ...plain] },
  },
  { files: Object.keys(dates), rules: { "no-restricted-syntax": ["error", composedExpression, ...plain] } },
  {
    files: Object.keys(dates).filter(isRoute),
    rules: { "no-restricted-syntax": ["error", composedExpression, readQuery, ...plain] },
  },
];
