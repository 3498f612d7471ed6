import { describe, expect, test } from "vitest";
import { asData, dataOf, fieldsOf } from "../support/browser.ts";
import { changing } from "../support/fault-proxy.ts";
import { faultyPortalForTests, tracedCustomer } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { all, first, textOf } from "../support/html.ts";
import { enterAll, entered, goToSummary } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { fileText } from "../support/repository.ts";
import { statementTags } from "../support/statements.ts";
import { declaration } from "../support/termination.ts";

// What no other test shows of the specification.
const portal = await portalForTests();
const { portal: other, backend } = await faultyPortalForTests();

for (const [slug, backendEnum, prepaid, languages] of [
  ["o2", "O2", false, ["de"]],
  ["ayyildiz", "AYYILDIZ", false, ["de", "tr"]],
  ["aetka", "AETKASMART", false, ["de"]],
  ["aldi", "ALDITALK", true, ["de"]],
  ["nova", "NOVA", true, ["de"]],
  ["ortel", "ORTEL", true, ["de", "en"]],
  ["spice", "BLAUWORLD", true, ["de", "en"]],
  ["blau", "BLAU", false, ["de"]],
] as const) {
  const tags = statementTags(1, (statement) => statement.startsWith(`Brand ${slug}: `));
  test(`the brand ${slug} has its name at the provider, its kind and its languages`, { tags }, async () => {
    const customer = other.browser();
    const form = await customer.get(`/kuendigung?brand=${slug}`);
    expect(form.brand).toBe(slug);
    expect(first(form.document, "input", { name: "payoutRequested" }) !== undefined).toBe(prepaid);
    const switches = all(form.document, "button", { name: "locale" });
    const offered = switches.map(({ attributes }) => attributes.value);
    expect(offered.length > 0 ? [...offered].sort() : ["de"]).toEqual([...languages].sort());
    const before = backend.calls.length;
    await customer.post(`/kuendigung?brand=${slug}`, declaration({ lastName: "Muster" }));
    const wanted = new RegExp(`^POST /api/${backendEnum}/contracttermination/`);
    await expect.poll(() => backend.calls.slice(before).some((call) => wanted.test(call))).toBe(true);
  });
}

test.each(["PRODUCT", "WHATSAPP", "TELEFONICA"])(
  "an offer of the brand %s is read",
  { tags: ["§1.26"] },
  async (brand) => {
    const { customer, traceId } = tracedCustomer(other);
    const named = changing(async (_, ask) => {
      const answer = await ask();
      return { ...answer, body: { ...Object(answer.body), brand } };
    });
    const rule = backend.strike({ call: /GET \/api\/offer\/[^/]+$/, fault: named, of: traceId });
    const page = await customer.get(`/angebot/${fresh("demo")}`);
    expect(rule.met()).toBe(1);
    rule.end();
    expect([page.status, page.name]).toEqual([200, "offer"]);
  },
);

test.each([
  ["telefonica", "TELEFONICA"],
  ["whatsapp", "WHATSAPP"],
  ["product", "PRODUCT"],
  ["blauworld", "BLAUWORLD"],
])(
  "a mail of the brand %s, which has no portal, can be objected to",
  { tags: ["§1.26"] },
  async (named, brand) => {
    const token = fresh("demo");
    const page = await other.browser().get(`/email-ablehnung?token=${token}&brand=${named}`);
    expect(page.status).toBe(200);
    await other.browser().submit(page);
    const call = new RegExp(`^POST /api/declinemail\\?.*${token}`);
    await expect.poll(() => backend.calls.filter((one) => call.test(decodeURI(one)))).toHaveLength(1);
    expect(backend.calls.find((one) => call.test(decodeURI(one)))).toContain(`brand=${brand}`);
  },
);

test.each([
  ["o2", "de", "de-DE"],
  ["ortel", "en", "en-US"],
  ["ayyildiz", "tr", "tr-TR"],
])("%s in the language %s: the provider is asked in %s", { tags: ["§1.3"] }, async (brand, language, tag) => {
  const { customer, traceId } = tracedCustomer(other);
  const page = await customer.get(
    `${language === "de" ? "" : `/${language}`}/angebot/${fresh("demo")}?brand=${brand}`,
  );
  expect([page.status, page.lang]).toEqual([200, language]);
  const asked = backend.headers.filter((headers) => headers["x-trace-id"] === traceId);
  expect(new Set(asked.map((headers) => headers["accept-language"]))).toEqual(new Set([tag]));
});

describe("routes and guards", () => {
  const offerAt = (path: string) => (token: string) => `/angebot/${token}${path}`;
  const idvAt = (scenario: string, path: string) => () => `/idv/${fresh(scenario)}${path}`;
  const cart = "has-cart";
  const data = "check-offer-personal-data";
  const rows: [
    path: string,
    guards: string[],
    address: (token: string) => string,
    page: string,
    status?: number,
  ][] = [
    ["/", [], () => "/", "home"],
    ["/entry/novum", [], (token) => `/entry/novum?id=${token}`, "offer", 302],
    ["/angebot", [], () => "/angebot", "offer-landing"],
    ["/angebot/fehler", [], () => "/angebot/fehler", "offer-error", 404],
    ["/angebot/:token", [data], offerAt(""), "offer"],
    [
      "/angebot/:token/fehler",
      [],
      () => `/angebot/${fresh("state-OFFER_EXPIRED")}/fehler`,
      "offer-error",
      410,
    ],
    ["/angebot/:token/login", [cart], offerAt("/login"), "offer-login"],
    ["/angebot/:token/meine-daten", [cart, data], offerAt("/meine-daten"), "personal-data"],
    ["/angebot/:token/ausweisdaten", [cart, data], offerAt("/ausweisdaten"), "id-data"],
    ["/angebot/:token/zahlung", [cart, data], offerAt("/zahlung"), "payment"],
    ["/angebot/:token/zusammenfassung", [data], offerAt("/zusammenfassung"), "summary"],
    ["/angebot/:token/danke", [], offerAt("/danke"), "confirmation"],
    ["/angebot/preview/:token", [], (token) => `/angebot/preview/${token}`, "offer-preview"],
    ["/email-ablehnung", [], (token) => `/email-ablehnung?token=${token}&brand=o2`, "email-rejection"],
    ["/idv/:token", [], idvAt("demo", ""), "idv-selection"],
    ["/idv/:token/fehlgeschlagen", [], idvAt("failed", "/fehlgeschlagen"), "idv-failed", 409],
    ["/idv/:token/abgelaufen", [], idvAt("expired", "/abgelaufen"), "idv-expired", 410],
    ["/idv/:token/in-arbeit", [], idvAt("pending", "/in-arbeit"), "idv-pending"],
    ["/idv/:token/erfolgreich", [], idvAt("success", "/erfolgreich"), "idv-success"],
    ["/idv/:token/angenommen", [], idvAt("consumed", "/angenommen"), "idv-consumed"],
    ["/idv/:token/abgeschlossen", [], idvAt("completed", "/abgeschlossen"), "idv-completed"],
    ["/idv/:token/post-ident", [], idvAt("post-ident", "/post-ident"), "idv-post-ident"],
    ["/kuendigung", [], () => "/kuendigung", "termination"],
    ["/selfcarekuendigung", [], (token) => `/selfcarekuendigung?data=${token}`, "selfcare-termination"],
    ["/selfcarekuendigung/error", [], () => "/selfcarekuendigung/error", "selfcare-error", 404],
  ];
  const missing = "state-PERSONAL_DATA_MISSING";
  for (const [path, guards, address, name, status = 200] of rows) {
    const own = statementTags(2, (statement) => statement.startsWith(`${path}: `));
    const tags = [...own, ...(guards.includes(cart) ? (["§6.4"] as const) : [])];
    if (guards.includes(data)) tags.push("§6.5");
    test(`${path}: ${guards.join(" and ") || "no guard"}`, { tags }, async () => {
      const token = fresh("demo");
      const stranger = await portal.browser().get(address(token));
      // What the offer's own page lacks it fills in itself.
      const isGuarded = guards.length > 0 && name !== "offer";
      if (isGuarded) expect([stranger.status, stranger.location]).toEqual([302, `/angebot/${token}`]);
      const customer = portal.browser();
      if (name === "confirmation") await customer.submit(await goToSummary(customer, token));
      else if (guards.length > 0) await enterAll(customer, token);
      const page = await customer.get(address(token), { follow: status === 200 });
      expect(page.status).toBe(status);
      expect(page.name ?? name).toBe(name);
      if (!guards.includes(data)) return;
      // Nothing is known of the person yet: steps lead to what is missing, the first two ask for it.
      const later = portal.browser();
      const unknown = fresh("demo");
      await later.get(`/angebot/${unknown}`);
      const isFirst = ["offer", "personal-data"].includes(name);
      const answer = await later.get(address(unknown));
      if (isFirst) expect(answer.status).toBe(200);
      else expect([answer.status, answer.location]).toEqual([302, `/angebot/${unknown}/meine-daten`]);
      if (name !== "offer") return;
      const opened = fresh(missing);
      const asked = await portal.browser().get(address(opened));
      expect([asked.status, asked.location]).toEqual([302, `/angebot/${opened}/meine-daten`]);
    });
  }

  test("/angebot/fehler is no offer's page: its provider is asked nothing", { tags: ["§2.7"] }, async () => {
    const { customer, traceId } = tracedCustomer(other);
    expect((await customer.get("/angebot/fehler")).status).toBe(404);
    expect(backend.headers.filter((headers) => headers["x-trace-id"] === traceId)).toEqual([]);
  });

  test.each([
    ["/kuendigung", "termination-confirmation"],
    ["/selfcarekuendigung", "selfcare-confirmation"],
  ])(
    "%s ends on its confirmation, which has the address of a declaration only",
    {
      tags: ["§2.27", "§2.30"],
    },
    async (form, name) => {
      const customer = portal.browser();
      const isSelfcare = form.startsWith("/selfcare");
      const query = isSelfcare ? `?data=${fresh("demo")}` : "";
      const page = await customer.get(form + query, { follow: true });
      const fields = isSelfcare ? {} : declaration();
      const done = await customer.submit(page, fields, { follow: true });
      expect([done.name, done.path.split("?")[0]]).toEqual([name, `${form}/bestaetigung`]);
      const forged = await portal.browser().get(`${form}/bestaetigung?ref=forged`);
      expect([forged.status, forged.state]).toEqual([404, "NotFound"]);
    },
  );
});

test("a link is for offers or for verifications; one that nobody has is none", {
  tags: ["§1.1", "§2.32", "§6.1"],
}, async () => {
  expect((await portal.browser().get(`/angebot/${fresh("demo")}`)).name).toBe("offer");
  expect((await portal.browser().get(`/idv/${fresh("demo")}`)).name).toBe("idv-selection");
  const unknown = await portal.browser().get("/angebot/nobody");
  expect([unknown.status, unknown.state]).toEqual([404, "NotFound"]);
  // Without the token of a login, an offer that wants one is not shown.
  expect((await portal.browser().get(`/angebot/${fresh("login")}`)).status).toBe(401);
});

test("after a login the provider is asked with its token", { tags: ["§6.1"] }, async () => {
  const { customer, traceId } = tracedCustomer(other);
  const token = fresh("login");
  await customer.get(`/angebot/${token}`);
  const { location = "" } = await customer.submit(await customer.get(`/angebot/${token}/login`));
  const { origin, pathname, searchParams } = new URL(location);
  const body = new URLSearchParams([...searchParams, ["action", "login"]]);
  const done = await fetch(origin + pathname, { method: "POST", body, redirect: "manual" });
  const returned = new URL(done.headers.get("Location") ?? "");
  const page = await customer.get(returned.pathname + returned.search, { follow: true });
  expect(page.name).toBe("offer");
  const asked = backend.headers.filter((headers) => headers["x-trace-id"] === traceId);
  expect(asked.at(0)?.authorization).toBeUndefined();
  expect(asked.at(-1)?.authorization).toMatch(/^Bearer \S+$/);
});

for (const [status, state, tags] of [
  [401, "Unauthorized", ["§6.2"]],
  [403, "Forbidden", ["§6.3"]],
] as const)
  test(`status ${status} of the provider is ${state}`, { tags: [...tags] }, async () => {
    const page = await portal.browser().get(`/angebot/${fresh(`http-${status}`)}`);
    expect([page.status, page.state]).toEqual([status, state]);
  });

test("the tag manager has the brand's name and id, the consent tool its settings", {
  tags: ["§3.2", "§7.33", "§7.34"],
}, async () => {
  const page = await portal.browser().get("/kuendigung?brand=blau");
  const scripts = all(page.document, "script").map(({ attributes }) => attributes);
  const tag = scripts.find((script) => script["data-usercentrics"] === "Google Tag Manager");
  expect(tag?.type).toBe("text/plain");
  const { tagManager, userCentrics } = JSON.parse(fileText("brands/blau/brand.json"));
  const query = new URL(tag?.["data-src"] ?? "", portal.origin).searchParams;
  expect([query.get("id"), query.get("l")]).toEqual([tagManager.id, tagManager.name]);
  const loader = scripts.find((script) => script["data-loader"]);
  expect(loader?.["data-settings"]).toBe(userCentrics.id);
  const without = await portal.browser().get("/?brand=nova");
  expect(all(without.document, "script").filter(({ attributes }) => attributes["data-loader"])).toEqual([]);
});

test("the use case of an offer stays selected, and is what analytics reports", {
  tags: ["§3.12", "§3.4"],
}, async () => {
  const customer = portal.browser();
  const token = fresh("demo-orange_vvl");
  await customer.get(`/angebot/${token}`);
  const step = await customer.get(`/angebot/${token}/zahlung`, { follow: true });
  expect(step.status).toBe(200);
  const { tracking } = dataOf(await customer.get(`/angebot/${token}`, asData));
  expect(tracking[0]).toMatchObject({ useCase: "alternative_offer", useCaseCode: 31 });
});

const typeOf = (useCase: string): [type: string, code: number, ending: string] => {
  if (useCase === "dealer_correction") return [useCase, 0, "Analytics type: dealer_correction."];
  if (useCase.startsWith("offer_dps"))
    return ["lead_offer_via_dealer_pencil_selling", 0, "lead offer via dealer pencil selling."];
  if (/^(orange|yellow|green)/.test(useCase)) {
    const code = useCase.includes("_vvl") ? 31 : useCase.includes("_tm") ? 32 : 30;
    return ["alternative_offer", code, "also with tariff migration and contract extension."];
  }
  return ["initial_offer", 0, "contract extension, or tariff migration."];
};
const useCases =
  `offer orange orange_tm orange_vvl yellow yellow_tm yellow_vvl greenApm greenApm_tm greenApm_vvl
  dealer_correction offer_tm offer_vvl offer_coc offer_dps offer_dps_vvl green_idv green_idv_vvl green_idv_tm
  green_idv_otp green_idv_vvl_otp green_idv_tm_otp`.split(/\s+/);
for (const useCase of useCases) {
  const [type, code, ending] = typeOf(useCase);
  const tags = [...statementTags(9, ending), "§9.14", "§3.30"] as const;
  test(`analytics reports ${useCase} as ${type}, ${code}`, { tags: [...tags] }, async () => {
    const page = await portal.browser().get(`/angebot/${fresh(`demo-${useCase}`)}`, asData);
    const { tracking } = dataOf(page);
    expect(tracking[0]).toMatchObject({ useCase: type, useCaseCode: code });
  });
}

test("a chosen method of identification is known in any browser", { tags: ["§3.13"] }, async () => {
  const token = fresh("demo");
  const customer = portal.browser();
  await customer.submit(await customer.get(`/idv/${token}`), { method: "video" });
  const page = await portal.browser().get(`/idv/${token}`);
  expect(page.text).toMatch(/Ihre Wahl: [^.]*Video/);
});

test("the trace id is kept for thirty days", { tags: ["§3.15", "§7.2", "§9.2"] }, async () => {
  const page = await portal.browser().get(`/angebot/${fresh("demo")}`);
  const cookie = page.headers.getSetCookie().find((line) => /^(__Host-)?trace-id=/.test(line));
  expect(cookie).toContain(`Max-Age=${30 * 24 * 60 * 60};`);
});

test("the salutations are Frau and Herr, and none of them is compulsory", { tags: ["§3.16"] }, async () => {
  const customer = portal.browser();
  const token = fresh("demo");
  await customer.get(`/angebot/${token}`);
  const page = await customer.get(`/angebot/${token}/meine-daten`);
  const choices = all(page.document, "input", { name: "salutation" });
  expect(choices.map(({ attributes }) => attributes.value)).toEqual(expect.arrayContaining(["frau", "herr"]));
  const labels = all(page.document, "label").map(textOf);
  expect(labels).toEqual(expect.arrayContaining(["Frau", "Herr"]));
  for (const salutation of ["frau", "herr"]) {
    expect((await customer.submit(page, { ...entered.personalData, salutation })).status).toBe(303);
    const kept = await customer.get(`/angebot/${token}/meine-daten`);
    const chosen = all(kept.document, "input", { name: "salutation", checked: true });
    expect(chosen.map(({ attributes }) => attributes.value)).toEqual([salutation]);
  }
});

test.each([
  ["ftth", "Glasfaser bis in die Wohnung"],
  ["coax", "Anschluss über das TV-Kabel"],
  ["dsl", "Anschluss über DSL"],
  ["fms", "Internet zu Hause über Mobilfunk"],
])("an offer says that its line is %s", { tags: ["§3.21"] }, async (technology, words) => {
  const page = await portal.browser().get(`/angebot/${fresh(`demo-${technology}`)}`);
  expect([page.status, page.text.includes(words)]).toEqual([200, true]);
});

test("a form of the step has what its schema requires, and says what is missing", {
  tags: ["§5.4"],
}, async () => {
  const customer = portal.browser();
  const token = fresh("demo");
  await customer.get(`/angebot/${token}`);
  const page = await customer.get(`/angebot/${token}/meine-daten`);
  const isRequired = (name: string) =>
    first(page.document, "input", { name })?.attributes.required !== undefined;
  expect(["firstName", "city", "addressSupplement"].map(isRequired)).toEqual([true, true, false]);
  const answer = await customer.post(`/angebot/${token}/meine-daten`, {});
  expect(Object.keys(answer.errors)).toEqual(expect.arrayContaining(["firstName", "city"]));
  expect(answer.errors).not.toHaveProperty("addressSupplement");
});

test("the provider says whether an IBAN is good", { tags: ["§5.2"] }, async () => {
  const customer = portal.browser();
  const token = fresh("demo-existing");
  await customer.get(`/angebot/${token}`);
  // The sandbox's list of IBANs says what the provider answers.
  const refused = { ...entered.directDebit, iban: "DE60123456780000000003" };
  const page = await customer.post(`/angebot/${token}/zahlung`, refused);
  expect([page.status, Object.keys(page.errors)]).toEqual([422, ["iban"]]);
});

test("a bot gets the status of an unhandled error and one line, people its page", {
  tags: ["§8.47"],
}, async () => {
  const path = "/sandbox/gallery/error";
  const page = await portal.browser().get(path);
  expect([page.status, page.name]).toEqual([500, "unexpected-error"]);
  const bot = { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" };
  const answer = await portal.browser().get(path, { headers: bot });
  const text = new TextDecoder().decode(answer.body);
  expect([answer.status, text]).toEqual([500, "500 Internal Server Error\n"]);
});

test.each([
  [entered.card, true],
  [{ paymentMethod: "invoice" }, false],
])("a confirmation after %j says that it is paid: %s", { tags: ["§3.10"] }, async (payment, isPaid) => {
  const customer = portal.browser();
  const token = fresh("demo-ftth");
  const { location = "" } = await customer.submit(await goToSummary(customer, token, payment));
  if (isPaid) await customer.post(location, { action: "pay" });
  const page = await customer.get(`/angebot/${token}/danke`);
  expect([page.name, page.text.includes(", bezahlt")]).toEqual(["confirmation", isPaid]);
  expect(page.text).toContain("Glasfaser bis in die Wohnung");
});

test.each([
  ["pending-success", "idvSubmitted", "idv submitted"],
  ["pending", "idvPending", "idv pending"],
])("the page of a verification that is %s is named so", async (token, event, pageContent) => {
  const address = `${portal.origin}/idv/${fresh(token)}/in-arbeit`;
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  expect(await answer.json()).toMatchObject({ page: "idv-pending", tracking: [{ event, pageContent }] });
});

test.each([
  ["", "demo", "o2", ["Anschlusspreis", "Mindestlaufzeit 24 Monate"]],
  ["", "demo-esim", "o2", ["Anschlusspreis", "eSIM"]],
  ["/tr", "demo", "ayyildiz", ["Aktivasyon ücreti", "Asgari sözleşme süresi 24 ay"]],
])(
  "a tooltip explains words of the trade beside each step (%s, %s)",
  async (prefix, scenario, brand, words) => {
    const customer = portal.browser();
    const token = fresh(scenario);
    await customer.get(`${prefix}/angebot/${token}?brand=${brand}`);
    const page = await customer.get(`${prefix}/angebot/${token}/meine-daten`);
    const labels = all(page.document, "button", { class: "tooltip-label" });
    expect(labels.map((label) => textOf(label).replaceAll("\u00a0", " "))).toEqual(words);
    for (const { attributes } of labels) {
      const meaning = first(page.document, "*", { id: attributes["aria-describedby"] ?? "" });
      expect([meaning?.attributes.role, textOf(meaning).length > 30]).toEqual(["tooltip", true]);
    }
  },
);

test("a tile whose content is still to come has a skeleton below its title", {
  tags: ["§2.38"],
}, async () => {
  const { document } = await portal.browser().get("/sandbox/gallery/parts");
  const [tile, ...others] = all(document, "div", { class: "tile", "aria-busy": "true" });
  expect(others).toEqual([]);
  expect(textOf(tile)).toBe("Wird geladen");
  expect(all(tile ?? expect.fail("no tile"), "svg", { class: "skeleton" })).toHaveLength(1);
});

test.each([
  ["state-PAYMENT_FAILED", "resetPayment"],
  ["state-OFFER_INCOMPATIBLE_STATE", "clearError"],
])("the button on %s sends the payment action %s", { tags: ["§3.27"] }, async (scenario, action) => {
  const page = await portal.browser().get(`/angebot/${fresh(scenario)}`);
  expect(fieldsOf(page).paymentAction).toBe(action);
});

test("charges are named by what they are", { tags: ["§3.19"] }, async () => {
  const { customer, traceId } = tracedCustomer(other);
  const types = ["charge", "discount", "shippingfee", "connectionfee", "unknown"];
  const unnamed = changing(async (_, ask) => {
    const answer = await ask();
    const charges = types.map((type, at) => ({ type, frequency: "once", amount: at + 1 }));
    return { ...answer, body: { ...Object(answer.body), charges } };
  });
  const rule = backend.strike({ call: /GET \/api\/offer\/[^/]+$/, fault: unnamed, of: traceId });
  const { text } = await customer.get(`/angebot/${fresh("demo")}`);
  rule.end();
  for (const name of ["Versand", "Anschlusspreis", "Rabatt"]) expect(text).toContain(name);
});

test("parts have the specification's sizes", {
  tags: ["§9.19", "§9.20", "§9.21", "§9.25", "§9.26", "§9.27"],
}, async () => {
  const { document } = await portal.browser().get("/sandbox/gallery/parts");
  const card = (id: string) =>
    all(document, "section").find((section) => first(section, "*", { id })) ?? expect.fail(`no card ${id}`);
  const widths = (part: Parameters<typeof all>[0]) =>
    all(part, "svg").map(({ attributes }) => Number(attributes.width));
  expect(widths(card("spinners"))).toEqual([16, 24, 64]);
  const icons = all(card("buttons"), "button", { class: "button primary" }).flatMap(widths);
  expect(icons).toContain(18);
  const lines = all(card("skeletons"), "svg", { class: "skeleton" }).map(({ attributes }) => attributes);
  const shares = lines.map(({ width = "" }) => Number.parseFloat(width));
  expect([Math.max(...shares), shares.every((share) => share >= 80)]).toEqual([100, true]);
  expect(new Set(lines.map(({ height }) => height))).toEqual(new Set(["16"]));
  const home = await portal.browser().get("/");
  const [tile] = all(home.document, "a", { class: "tile" });
  expect(widths(tile ?? expect.fail("no tile"))).toEqual([18, 14]);
});
