import { createHmac } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { shortReference } from "#app/domain/short-reference.ts";
import { derivedKey } from "#app/session/encryption.server.ts";
import { fieldsOf, linkTo } from "../support/browser.ts";
import { runCommand } from "../support/command.ts";
import { newDetails, openDetails } from "../support/customer.ts";
import { fresh } from "../support/fresh.ts";
import { entered, goToSummary, knownEnd } from "../support/offer.ts";
import { startPortal } from "../support/portal.ts";
import { declaration, idOf } from "../support/termination.ts";

const secret = "the-audit-tests-session-secret-of-32-characters";
const older = "an-older-session-secret-that-is-still-listed-1234";
const env = { SESSION_SECRET: `${secret} ${older}`, LOG_LEVEL: "error" };

/** As the command prints it: of this and of each older secret. */
const hashesOf = (reference: string) =>
  [secret, older].map((one) =>
    createHmac("sha256", derivedKey(one, "audit"))
      .update(reference.toLowerCase().replaceAll("-", ""))
      .digest("hex")
      .slice(0, 32),
  );

test("without settings it says which to set, and no stack", () => {
  const { status, stderr } = runCommand("audit", ["hash", "R-1"]);
  expect(status).toBe(1);
  expect(stderr).toContain("API_BASE_URL is not set");
  expect(stderr).not.toContain("    at ");
});

test("an empty reference has no hash, as no line of the log would have it", () => {
  const { status, stdout, stderr } = runCommand("audit", ["hash", ""], {
    API_BASE_URL: "http://127.0.0.1:9",
    ...env,
  });
  expect([status, stdout, stderr]).toEqual([1, "", expect.stringContaining("hash REFERENCE")]);
});

test("an act logs one event without personal data, found by its reference number", async () => {
  const portal = await startPortal(env);
  onTestFinished(() => portal.stop());
  const customer = portal.browser();
  const id = fresh();
  const ordered = fresh("demo");
  const shown = { order: "", change: "", ofChange: "" };
  const details = await openDetails(customer, id);
  shown.ofChange = shortReference(fieldsOf(details).submissionId ?? "");
  const receipt = await customer.submit(details, newDetails.email, { follow: true });
  shown.change = /Vorgangsnummer\s*(K-[0-9A-F]{10})/.exec(receipt.text)?.[1] ?? "";
  const summary = await goToSummary(customer, ordered);
  await customer.submit(summary);
  const thanks = await knownEnd(customer, ordered);
  shown.order = /Bestellnummer\s*(B-[0-9A-F]{10})/.exec(thanks.text)?.[1] ?? "";
  const termination = declaration();
  await customer.post("/kuendigung?brand=blau", termination);
  const terminated = await customer.post("/kuendigung?brand=blau", termination);
  const withdrawal = declaration({ contractReference: "B-2026-1" });
  const withdrawn = await customer.post("/widerruf", withdrawal);
  const link = `/email-ablehnung?token=${fresh()}&brand=o2`;
  const objection = fieldsOf(await customer.get(link));
  const objected = await customer.post(link, objection, { follow: true });
  const objectionFile = await customer.get(linkTo(objected, "Als Textdatei"));
  const [, objectionId = ""] = /\(([\da-f-]{36})\)/.exec(new TextDecoder().decode(objectionFile.body)) ?? [];

  // The last of them. Lines come in order, perhaps after the answer.
  await expect.poll(() => portal.log.join("\n")).toContain('"audit":"objection"');
  const events = portal.log.filter((line) => line.includes('"audit"')).map((line) => JSON.parse(line));
  const known = new Set(["level", "time", "msg", "audit", "outcome", "brand", "traceId", "references"]);
  for (const event of events) expect(Object.keys(event).filter((key) => !known.has(key))).toEqual([]);
  const about = (reference: string) => {
    const [current] = hashesOf(reference);
    return events
      .filter(({ references }) => references.includes(current))
      .map(({ audit, outcome, brand }) => [audit, outcome, brand]);
  };
  const reference = idOf(terminated).toUpperCase();
  const hashed = runCommand("audit", ["hash", reference], { API_BASE_URL: "http://127.0.0.1:9", ...env });
  expect(hashed.stdout.trim().split("\n")).toEqual(hashesOf(reference));
  expect(about(reference)).toEqual([["termination", "done", "blau"]]);
  expect(about(idOf(withdrawn))).toEqual([["withdrawal", "done", "blau"]]);
  expect(about(shown.order)).toEqual([["order", "done", "o2"]]);
  expect(about(shown.change)).toEqual([["customer-change", "done", "o2"]]);
  expect(about(shown.ofChange)).toEqual([["customer-change", "done", "o2"]]);
  expect(about(objectionId)).toEqual([["objection", "done", "o2"]]);
  expect(about("never given")).toEqual([]);

  // Ids and times could hold a short text by chance.
  for (const { traceId, references } of events)
    for (const id of [traceId, ...references]) expect(id).toMatch(/^[0-9a-f]{32}$|^[0-9a-f-]{36}$/);
  const trail = events.map(({ time, traceId, references, ...event }) => JSON.stringify(event)).join("\n");
  const typed = [entered, newDetails, termination, withdrawal, { link, id, ordered, ...shown }]
    .flatMap((part) => JSON.stringify(part).match(/"[^"]{4,}"(?!:)/g) ?? [])
    .map((text) => text.slice(1, -1))
    .filter((text) => !["regular", "mobile"].includes(text));
  expect(typed.length).toBeGreaterThan(30);
  expect(typed.filter((text) => trail.includes(text))).toEqual([]);
});
