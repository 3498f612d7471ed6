import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

const answers: Record<string, () => Promise<Page>> = {
  "a page": () => portal.browser().get("/kuendigung?seite=1"),
  "a customer's page": () => portal.browser().get(`/kundendaten/${fresh()}`),
  "an error state": () => portal.browser().get("/angebot/state-OFFER_EXPIRED"),
  "a path that no page has": () => portal.browser().get("/no/such/page"),
  "a refused form": () => portal.browser().post("/kuendigung"),
};

/** The policy's directives by name. */
const policyOf = (page: Page) =>
  Object.fromEntries(
    (page.headers.get("Content-Security-Policy") ?? "").split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")];
    }),
  );
const sha256 = (text: string) => createHash("sha256").update(text).digest("base64");

test.each(Object.entries(answers))("%s: policy, number and headers", async (what, answer) => {
  const page = await answer();
  const { html, headers } = page;
  const [styles = "", ...more] = [...html.matchAll(/<style(.*?)<\/style>/gs)].map(([, style]) => style);
  expect(more).toEqual([]);
  // A browser runs no script of data, so that the policy does not name it.
  const run = /<script(?![^>]*type="application\/json")[^>]*>(.*?)<\/script>/gs;
  const inline = [...html.matchAll(run)].map(([, text = ""]) => (text ? ` 'sha256-${sha256(text)}'` : ""));
  const { "style-src": allowed, ...others } = policyOf(page);
  // Its own, and those of a failure that takes its place (e2e/error-actions.spec.ts).
  expect(allowed?.split(" ")).toEqual([
    `'sha256-${sha256(styles.slice(1))}'`,
    expect.stringMatching(/^'sha256-.{44}'$/),
  ]);
  expect(others, "the page's own scripts, and nothing it does not need").toEqual({
    "default-src": "'none'",
    "script-src": `'self'${inline.join("")}`,
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "form-action": "'self'",
  });

  expect(html).not.toContain("nonce=");
  const traceId = /(?<=trace-id=)[\w-]+/.exec(headers.getSetCookie().join())?.[0] ?? "none";
  expect(html).not.toContain(traceId);
  const failed = ["an error state", "a path that no page has"].includes(what);
  expect(/Fehlernummer(?:<[^>]*>|\W)*[2-9B-Z]{6}\b/.test(html), "a number after a failure").toBe(failed);

  expect(Object.fromEntries(headers), "not cached, framed, sniffed or indexed").toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "same-origin",
    "x-robots-tag": "noindex",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
  });
});

test.each(["/health/ready", "/version", "/favicon.ico", "/.well-known/security.txt", "/%", "/robots.txt"])(
  "%s is neither sniffed nor taken by other sites",
  async (path) => {
    const { headers } = await fetch(portal.origin + path);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
  },
);

test("a brand's icon, which is publicly cached, sets no cookie", async () => {
  const page = await portal.browser().get("/");
  const icon = all(page.document, "link", { rel: "icon" })[0]?.attributes.href;
  const answer = await fetch(portal.origin + icon);
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
  expect(answer.headers.get("Cache-Control")).toMatch(/^public/);
});

test.each([
  ["/robots.txt", "text/plain; charset=utf-8"],
  ["/favicon.ico", "image/vnd.microsoft.icon"],
  ["/apple-touch-icon.png", "image/png"],
  ["/drawings.svg", "image/svg+xml"],
])("%s is a file that sets no cookie", async (path, type) => {
  const answer = await fetch(portal.origin + path);
  expect([answer.status, answer.headers.get("content-type"), answer.headers.getSetCookie()]).toEqual([
    200,
    type,
    [],
  ]);
  if (path === "/robots.txt") expect(await answer.text()).toBe("User-agent: *\nDisallow: /\n");
});
