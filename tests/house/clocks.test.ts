import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Where a date is meant, which outlives the process or comes from another one; all else is measured by `monotonicMs`. */
const dates: Record<string, string> = {
  "app/backend/exchange.server.ts": "Retry-After names a date",
  "app/browser/kept-files.ts": "what a browser keeps between documents",
  "app/browser/stale-chunk.ts": "what a browser keeps between documents",
  "app/browser/typed-draft.ts": "what a browser keeps between documents",
  "app/declarations/operator.server.ts": "shown to operators",
  "app/declarations/person.server.ts": "shown to operators",
  "app/forms/carried-draft.server.ts": "kept in an address, read by any portal",
  "app/forms/edition.server.ts": "the same hour on all portals",
  "app/operation/edit-switches.server.ts": "a switch ends at a date",
  "app/operation/switches.server.ts": "a switch ends at a date",
  "app/outcome/attempt.server.ts": "kept in a session, read by any portal",
  "app/outcome/waiting-page.server.ts": "kept in a session, read by any portal",
  "app/routes/identity/choose.server.ts": "kept in a session, read by any portal",
  "app/routes/identity/idv-status.server.ts": "kept in a session, read by any portal",
  "app/routes/offer/cart.server.ts": "kept in a session, read by any portal",
  "app/routes/offer/order-paper.ts": "the paper names the day on which it was made",
  "app/routes/offer/order.server.ts": "kept in a session, read by any portal",
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
  "tools/check-provider/walk.ts": "what is declared has a date",
};

test("durations are not measured by the machine's clock, which is set back now and then", () => {
  const files = globSync("{app,server,sandbox,tools}/**/*.{ts,tsx,mjs}", { exclude: ["**/node_modules/**"] });
  const comments = /\/\*[\s\S]*?\*\/|\/\/.*/g;
  const withDates = files.filter((file) =>
    /\bDate\.now\b|new Date\(\)\.getTime|\+new Date\(\)/.test(
      readFileSync(file, "utf8").replace(comments, ""),
    ),
  );
  expect(withDates.sort()).toEqual(Object.keys(dates).sort());
});
