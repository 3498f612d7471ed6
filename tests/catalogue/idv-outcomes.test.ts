import { describe, expect, test } from "vitest";
import { errorNumber } from "#app/domain/error-number.server.ts";
import { idvOutcomeNames, idvOutcomePages, idvOutcomes } from "#app/errors/idv-outcomes.ts";
import { placesFor } from "../support/brands.ts";
import { errorTexts } from "../support/error-texts.ts";
import { all } from "../support/html.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

const shown = idvOutcomeNames.flatMap((outcome, turn) =>
  placesFor(turn).map((place) => ({ outcome, ...place })),
);
test.each(shown)("$outcome of $slug in $locale", async ({ outcome, slug, locale }) => {
  const at = (path: string) => (locale === "de" ? path : `/${locale}${path}`);
  const row = idvOutcomes[outcome];
  const token = row.code ? `state-${row.code}` : outcome === "NotFound" ? "unknown" : "garbage";
  const customer = portal.browser({ "Accept-Language": "de" });
  customer.cookies.set("brand", slug);
  const first = await customer.get(at(`/idv/${token}`));
  const { segment } = idvOutcomePages[row.page];
  if (segment) expect([first.status, first.location]).toEqual([302, at(`/idv/${token}/${segment}`)]);
  const page = segment ? await customer.get(first.location ?? "") : first;
  const own: { headline: string } = errorTexts(locale).idv[outcome];
  expect(page).toMatchObject({
    status: row.status,
    name: `idv-${row.page}`,
    state: outcome,
    lang: locale,
    brand: slug,
    heading: own.headline,
  });
  const actions = all(page.document, "*", { "data-action": true }).map(
    ({ attributes }) => attributes["data-action"],
  );
  const possible = row.actions.filter((action) => action !== "shop");
  expect(actions).toEqual(expect.arrayContaining([...possible]));
  const number = errorNumber(customer.cookies.get("trace-id") ?? "none");
  expect(page.text.includes(number), "an error number").toBe(row.status >= 400);
  expect(page.text).not.toMatch(/\{\{|\bidv\.|\berrors\./);
  if ("textWithEnd" in own) expect(page.text, "when the downtime ends").toMatch(/\d\d:\d\d/);
  expect(Number(page.headers.get("Retry-After") ?? 0) > 0).toBe(row.status === 503);
  expect(page.headers.get("Cache-Control")).toBe("no-store");
});

test("a broken identity link leads to help about such links", async () => {
  const page = await portal.browser().get("/idv/unknown");
  const [link] = all(page.document, "a", { "data-action": "checkLink" });
  expect(link?.attributes.href).toBe("/#link-identity");
  const home = await portal.browser().get("/");
  expect(all(home.document, "*", { id: "link-identity" })).toHaveLength(1);
});

describe("the specification's German labels", () => {
  test.each([
    ["state-IDV_COMPLETED", "Identitätsprüfung abgeschlossen"],
    ["state-NO_MORE_IDV_POSSIBLE", "Identitätsprüfung fehlgeschlagen"],
    ["state-OFFER_CANCELLED", "Die Bestellung wurde storniert"],
    ["pending", "Identitätsprüfung in Bearbeitung"],
  ])("%s: %s", async (token, label) => {
    const page = await portal.browser().get(`/idv/${token}`, { follow: true });
    expect(page.heading).toBe(label);
  });
});

test("an outcome's page that is not the true one redirects to it, whichever is asked for", async () => {
  const pages = [
    ...Object.values(idvOutcomePages).flatMap(({ segment }) => segment ?? []),
    "in-arbeit",
    "post-ident",
  ];
  for (const segment of pages.filter((one) => one !== "abgelaufen")) {
    const page = await portal.browser().get(`/idv/expired/${segment}`);
    expect([segment, page.status, page.location]).toEqual([segment, 302, "/idv/expired/abgelaufen"]);
  }
  for (const segment of pages) {
    const page = await portal.browser().get(`/idv/demo~open/${segment}`);
    expect([segment, page.status, page.location]).toEqual([segment, 302, "/idv/demo~open"]);
    // An outcome without its own address is shown in place.
    const down = await portal.browser().get(`/idv/state-DOWNTIME/${segment}`);
    expect([down.status, down.name, down.state]).toEqual([503, "idv-error", "Downtime"]);
  }
});

test("a bot gets the status and one line", async () => {
  const robot = portal.browser({ "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" });
  const page = await robot.get("/idv/expired/abgelaufen");
  expect(page.status).toBe(410);
  expect(page.headers.get("Content-Type")).toMatch(/^text\/plain/);
});
