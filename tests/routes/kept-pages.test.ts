import { expect, test } from "vitest";
import { linkTo } from "../support/browser.ts";
import { entered } from "../support/offer.ts";
import { startPortal } from "../support/portal.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

/** The form of personal data, with what was entered in this session. */
async function personalData(of: typeof portal, token: string, typed?: Record<string, string>) {
  const customer = of.browser();
  await customer.get(`/angebot/${token}`);
  const path = `/angebot/${token}/meine-daten`;
  if (typed) expect((await customer.post(path, { ...entered.personalData, ...typed })).status).toBe(303);
  return customer.get(path);
}

test("a form that nobody has filled in is the same bytes for every customer", async () => {
  const [one, other] = [await personalData(portal, "demo~kept-1"), await personalData(portal, "demo~kept-2")];
  expect(other.html).toBe(one.html);
  expect(one.html).not.toContain("demo~kept");
  expect(one.headers.get("Cache-Control")).toBe("no-store");
});

test("its links and its form lead where the customer is", async () => {
  const page = await personalData(portal, "demo~kept-3");
  expect(linkTo(page, /^Zurück/)).toBe("/angebot/demo~kept-3/");
  const sent = await portal.browser().get(linkTo(page, /^Zurück/));
  expect([sent.status, sent.name]).toEqual([200, "offer"]);
});

test("customers see their own data, also in turns and again", async () => {
  const names = Array.from(
    { length: 60 },
    (_, n) => `Kundin${String.fromCharCode(97 + (n % 26), 97 + n / 26)}`,
  );
  // A few at a time: a busy machine would refuse more.
  for (let at = 0; at < names.length; at += 5) {
    const some = names.slice(at, at + 5);
    const pages = await Promise.all(
      some.map((firstName) => personalData(portal, `demo~own-${firstName}`, { firstName })),
    );
    for (const [index, { html }] of pages.entries())
      expect(names.filter((name) => html.includes(`"${name}"`))).toEqual([some[index]]);
  }
});

test("a page is the same without it", async () => {
  const without = await startPortal({ KEPT_PAGES_MB: "0" });
  try {
    for (const typed of [undefined, { firstName: "Ayşe" }]) {
      const token = `demo~same-${typed ? "typed" : "empty"}`;
      const kept = [await personalData(portal, token, typed), await personalData(portal, `${token}2`, typed)];
      const rendered = await personalData(without, token, typed);
      for (const { html, headers } of kept) {
        expect(html).toBe(rendered.html);
        for (const name of ["Content-Security-Policy", "Vary", "Content-Type", "Content-Encoding"])
          expect(headers.get(name)).toBe(rendered.headers.get(name));
      }
    }
  } finally {
    await without.stop();
  }
});
