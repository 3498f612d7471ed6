import { renderToStaticMarkup } from "react-dom/server";
import { expect } from "vitest";
import { languageCodes } from "#app/domain/languages.ts";
import { type PageName, pages } from "#app/pages.ts";
import { trackingEvents } from "#app/tracking/catalogue.ts";
import { Accordion } from "#app/ui/accordion.tsx";
import { Button } from "#app/ui/button.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { TileLink } from "#app/ui/tile-link.tsx";
import { linkTo } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, first, textOf } from "../support/html.ts";
import { enterAll, goToSummary } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { declaration } from "../support/termination.ts";
import { heldBy, sectionEnds, statement, statementsFrom } from "./statement.ts";

const portal = await portalForTests();
const modal = [
  "e2e/language.spec.ts",
  "an error in the browser is a modal over the page; Escape closes it, with what was typed",
] as const;

statement("2.1", async () => {
  expect(languageCodes).toEqual(["de", "en", "tr"]);
  for (const path of ["/angebot", "/kuendigung", "/widerruf", "/barrierefreiheit"]) {
    const variant = async (prefix: string, brand: string) =>
      (await portal.browser({ Cookie: `brand=${brand}` }).get(prefix + path)).lang;
    expect([
      await variant("", "o2"),
      await variant("/en", "ortel"),
      await variant("/tr", "ayyildiz"),
    ]).toEqual([...languageCodes]);
  }
});

statement("2.2", async () => {
  const lang = async (cookie: string, accepted: string) => {
    const headers = { Cookie: `brand=ortel${cookie}`, "Accept-Language": accepted };
    return (await portal.browser(headers).get("/angebot")).lang;
  };
  expect(await lang("; locale=de", "en")).toBe("de");
  expect(await lang("", "en")).toBe("en");
});

statement("2.3", async () => {
  const customer = portal.browser();
  await customer.get("/?brand=ortel");
  const answer = await customer.post("/sprache", { locale: "en", returnTo: "/angebot" });
  expect([answer.status, answer.location]).toEqual([303, "/en/angebot"]);
  expect((await customer.get("/angebot")).lang).toBe("en");
});

type Guarded = "none" | "has-cart" | "check-offer-personal-data" | "both";
/** The address that shows the page, once its journey has come so far. */
type Row = [PageName, path: string, guards: Guarded, shown: (token: string) => string, status?: number];
const offerAt = (path: string) => (token: string) => `/angebot/${token}${path}`;
const idvAt = (scenario: string, path: string) => () => `/idv/${fresh(scenario)}${path}`;
const rows: Row[] = [
  ["home", "/", "none", () => "/"],
  ["entry-novum", "/entry/novum", "none", (token) => `/entry/novum?id=${token}`, 302],
  ["offer-landing", "/angebot", "none", () => "/angebot"],
  ["offer-failed", "/angebot/fehler", "none", () => "/angebot/fehler", 404],
  ["offer", "/angebot/:token", "check-offer-personal-data", offerAt("")],
  [
    "offer-error",
    "/angebot/:token/fehler",
    "none",
    () => `/angebot/${fresh("state-OFFER_EXPIRED")}/fehler`,
    410,
  ],
  ["offer-login", "/angebot/:token/login", "has-cart", offerAt("/login")],
  ["personal-data", "/angebot/:token/meine-daten", "both", offerAt("/meine-daten")],
  ["id-data", "/angebot/:token/ausweisdaten", "both", offerAt("/ausweisdaten")],
  ["payment", "/angebot/:token/zahlung", "both", offerAt("/zahlung")],
  ["summary", "/angebot/:token/zusammenfassung", "check-offer-personal-data", offerAt("/zusammenfassung")],
  ["confirmation", "/angebot/:token/danke", "none", offerAt("/danke")],
  ["offer-preview", "/angebot/preview/:token", "none", () => `/angebot/preview/${fresh("demo")}`],
  ["email-rejection", "/email-ablehnung", "none", () => `/email-ablehnung?token=${fresh("demo")}&brand=o2`],
  ["idv-selection", "/idv/:token", "none", idvAt("demo", "")],
  ["idv-failed", "/idv/:token/fehlgeschlagen", "none", idvAt("failed", "/fehlgeschlagen"), 409],
  ["idv-expired", "/idv/:token/abgelaufen", "none", idvAt("expired", "/abgelaufen"), 410],
  ["idv-pending", "/idv/:token/in-arbeit", "none", idvAt("pending", "/in-arbeit"), 200],
  ["idv-success", "/idv/:token/erfolgreich", "none", idvAt("success", "/erfolgreich")],
  ["idv-consumed", "/idv/:token/angenommen", "none", idvAt("consumed", "/angenommen")],
  ["idv-completed", "/idv/:token/abgeschlossen", "none", idvAt("completed", "/abgeschlossen")],
  ["idv-post-ident", "/idv/:token/post-ident", "none", idvAt("post-ident", "/post-ident")],
  ["termination", "/kuendigung", "none", () => "/kuendigung"],
  ["termination-confirmation", "/kuendigung/bestaetigung", "none", () => "/kuendigung/bestaetigung"],
  ["selfcare-termination", "/selfcarekuendigung", "none", () => `/selfcarekuendigung?data=${fresh("demo")}`],
  ["selfcare-error", "/selfcarekuendigung/error", "none", () => "/selfcarekuendigung/error", 404],
  [
    "selfcare-confirmation",
    "/selfcarekuendigung/bestaetigung",
    "none",
    () => "/selfcarekuendigung/bestaetigung",
  ],
];
/** Where a page leads before its journey has come so far: what its guards do is all that is seen of them. */
async function expectGuards(name: PageName, guards: Guarded, shown: (token: string) => string) {
  // What the offer's own page lacks it fills in itself.
  if (guards === "none" || name === "offer") return;
  const token = fresh("demo");
  const customer = portal.browser();
  const leadsTo = async () => {
    const { status, location } = await customer.get(shown(token));
    return { status, location };
  };
  expect(await leadsTo()).toEqual({ status: 302, location: `/angebot/${token}` });
  await customer.get(`/angebot/${token}`);
  const passes = guards === "has-cart" || name === "personal-data";
  const data = { status: 302, location: `/angebot/${token}/meine-daten` };
  expect(await leadsTo()).toEqual(passes ? { status: 200, location: undefined } : data);
}

statementsFrom("2.4", rows, async ([name, path, guards, shown, status = 200]) => {
  expect(pages[name].path).toBe(path);
  await expectGuards(name, guards, shown);
  const customer = portal.browser();
  const token = fresh("demo");
  if (name === "confirmation") await customer.submit(await goToSummary(customer, token));
  else if (guards !== "none") await enterAll(customer, token);
  // A confirmation has no address but that of its declaration.
  if (name === "termination-confirmation") return expectConfirmation("/kuendigung", name);
  if (name === "selfcare-confirmation") return expectConfirmation(`/selfcarekuendigung?data=${token}`, name);
  const page = await customer.get(shown(token), { follow: status < 300 });
  expect(page.status, page.text).toBe(status);
  if (page.name) expect([name, "offer-error"]).toContain(page.name);
});

async function expectConfirmation(form: string, name: string) {
  const customer = portal.browser();
  const page = await customer.get(form, { follow: true });
  const fields = name === "termination-confirmation" ? declaration() : {};
  expect((await customer.submit(page, fields, { follow: true })).name).toBe(name);
}

statement("2.31", async () => {
  const page = await portal.browser().get("/gibt-es-nicht");
  expect([page.status, page.name]).toEqual([404, "not-found"]);
  expect(page.text).toContain("Page Not Found: /gibt-es-nicht");
});

statement("2.32", async () => {
  const page = await portal.browser().get("/angebot/nobody");
  expect([page.status, page.state]).toEqual([404, "NotFound"]);
});

heldBy(
  "2.33",
  "tests/components/root.test.tsx",
  "the root view is keyed by path and query, without the hash: at %s it holds %j",
);

const failed = () => portal.browser().get("/sandbox/gallery/error");
statement("2.34", async () => {
  const [section] = all((await failed()).document, "section", { class: "status error" });
  const within = section ?? expect.fail("there is no status section");
  expect(first(within, "svg")).toBeDefined();
  expect(textOf(first(within, "h1"))).toBe("Das hat leider nicht geklappt");
  expect(first(within, "p")).toBeDefined();
});

heldBy("2.35", ...modal);

statement("2.36", async () => {
  const page = await failed();
  expect(page.text).toContain("Statuscode500");
  const clear = all(page.document, "a", { class: "button secondary" }).map(textOf);
  expect([clear, linkTo(page, "Clear errors")]).toEqual([["Clear errors"], "/"]);
});

heldBy("2.37", "tests/components/stale-chunk.test.ts", "reloads once in ten seconds");

statement("2.38", () => {
  const tile = renderToStaticMarkup(
    <TileLink href="/x" title="Post" description="Briefe" prefixIcon="mail" />,
  );
  expect(tile).toMatch(
    /<svg[^>]*width="18".*<strong>Post<\/strong> <span>Briefe<\/span>.*<svg[^>]*width="14"/s,
  );
  expect(renderToStaticMarkup(<TileLink href="/x" title="Post" />).match(/<svg/g)).toHaveLength(1);
  expect(renderToStaticMarkup(<TileLink href="/x" title="Post" loading />)).toContain("skeleton");
});

statement("2.39", () => {
  const items = ["a", "b"].map((id) => ({ id, title: id, content: id }));
  const opened = renderToStaticMarkup(<Accordion id="x" items={items} open="b" />).match(/<details[^>]*>/g);
  expect(opened?.map((item) => item.includes("open"))).toEqual([false, true]);
});

statement("2.40", () => {
  expect(renderToStaticMarkup(<Button loading>Senden</Button>)).toMatch(/aria-busy="true".*Senden.*spinner/s);
  expect(renderToStaticMarkup(<Button>Senden</Button>)).not.toContain("spinner");
});

statement("2.41", () => {
  const modal = renderToStaticMarkup(
    <Modal id="m" title="Titel" closeLabel="Schließen">
      Text
    </Modal>,
  );
  expect(modal).toMatch(/<form method="dialog"><button[^>]*aria-label="Schließen"/);
});

statementsFrom(
  "2.42",
  [
    ["offerLoaded", "offer page"],
    ["offerConfirmation", "offer confirmation"],
    ["offerErrorPage", "offer error page"],
    ["idvSelection", "idv selection"],
    ["idvSuccess", "idv success"],
    ["idvError", "idv error"],
    ["idvCancelled", "idv cancelled"],
    ["idvPending", "idv pending"],
    ["terminationLoaded", "termination page"],
    ["terminationTeaserViewed", "termination page: teaser"],
    ["terminationRequiredFieldsViewed", "termination page: required-fields modal"],
    ["terminationDiscountViewed", "termination page: discount modal"],
    ["selfcareSubmitted", "selfcare termination page"],
    ["selfcareModalDisplayed", "selfcare termination page: submit modal"],
  ] as const,
  ([event, name]) => expect(trackingEvents[event].pageContent).toBe(name),
);

sectionEnds(2);
