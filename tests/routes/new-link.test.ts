import { expect, onTestFinished, test } from "vitest";
import { checkOldLink } from "#app/routes/offer/entry/new-link.form.server.ts";
import { linkTo, type Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";
import { mailsAbout } from "../support/outbox.ts";
import { startPortal } from "../support/portal.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { rawHttp } from "../support/raw-http.ts";

const portal = await portalForTests();

const sent = "/neuer-link/angefordert";
const buttonsOf = (page: Page) => all(page.document, "button", { "data-action": "newLink" });
const pressed = (page: Page) => {
  const form = all(page.document, "form", { action: sent.replace("/angefordert", "") })[0];
  return portal.browser().submit(page, {}, { form });
};
const newLinks = async (token: string) =>
  (await mailsAbout(portal.origin, token)).filter(({ kind }) => kind === "new-link");

test.each([
  ["an offer that has expired", "state-OFFER_EXPIRED", (token: string) => `/angebot/${token}`],
  ["an offer that wants a login", "http-401", (token: string) => `/angebot/${token}`],
  ["a verification that has expired", "expired", (token: string) => `/idv/${token}/abgelaufen`],
  ["customer data behind a link that has expired", "expired", (token: string) => `/kundendaten/${token}`],
  ["consents behind a link that has expired", "expired", (token: string) => `/einwilligungen?token=${token}`],
])("%s has its new link mailed, once an hour, and it opens", async (_, scenario, pathOf) => {
  const token = fresh(scenario);
  const page = await portal.browser().get(pathOf(token));
  expect(buttonsOf(page).length).toBe(1);
  for (const press of [1, 2]) {
    const answer = await pressed(page);
    expect([press, answer.status, answer.location]).toEqual([press, 303, sent]);
  }
  const mails = await newLinks(token);
  expect(mails.map(({ to }) => to)).toEqual(["kim.beispiel@example.com"]);
  const [link = ""] = /http\S+/.exec(mails[0]?.text ?? "") ?? [];
  const { pathname, search } = new URL(link);
  expect(search).toContain("brand=o2");
  expect((await portal.browser().get(pathname + search, { follow: true })).status).toBe(200);
});

test("whoever asks chooses no port of the link", async () => {
  const token = fresh("state-OFFER_EXPIRED");
  const own = await startPortal({ ALLOWED_HOSTS: "localhost" });
  onTestFinished(own.stop);
  const { port } = new URL(own.origin);
  const body = `link=${encodeURIComponent(token)}`;
  const head = `POST /neuer-link HTTP/1.1\r\nHost: localhost:8443\r\nConnection: close\r\nContent-Length: ${body.length}`;
  const type = "Content-Type: application/x-www-form-urlencoded";
  expect(await rawHttp(Number(port), `${head}\r\n${type}\r\n\r\n${body}`)).toMatch(/^HTTP\/1.1 303/);
  const [mail] = await mailsAbout(own.origin, token);
  expect(mail?.text).toMatch(/http:\/\/localhost\/angebot\//);
});

test("200 requests for one link ask the provider once", async () => {
  const token = fresh("state-OFFER_EXPIRED");
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => portal.browser().post("/neuer-link", { link: token })),
  );
  expect(new Set(answers.map(({ location }) => location))).toEqual(new Set([sent]));
  const asked = await fetch(`${portal.origin}/sandbox/token.json?token=${encodeURIComponent(token)}`);
  const { calls } = (await asked.json()) as { calls: { call: string }[] };
  expect(calls.map(({ call }) => call)).toEqual([`POST /api/O2/links/${token}`]);
});

test("a link that nobody has is answered alike, and mails nobody", async () => {
  const token = `unknown~${fresh()}`;
  for (const path of [`/angebot/${token}`, `/idv/${token}`, `/kundendaten/unknown`]) {
    const page = await portal.browser().get(path);
    const answer = await pressed(page);
    expect([page.status, answer.status, answer.location]).toEqual([404, 303, sent]);
  }
  expect(await newLinks(token)).toEqual([]);
  const told = await portal.browser().get("/neuer-link/angefordert");
  expect([told.status, told.text]).toEqual([
    200,
    expect.stringContaining("Wenn wir zu diesem Link eine E‑Mail‑Adresse haben"),
  ]);
});

test("the landing page leads to the page that asks for one", async () => {
  const token = fresh("state-OFFER_EXPIRED");
  const customer = portal.browser();
  await customer.get("/?brand=ortel");
  const to = linkTo(await customer.get("/en/angebot"), "Request a new link");
  expect(to).toBe("/en/neuer-link");
  const answer = await customer.submit(await customer.get(to), { link: token });
  expect([answer.status, answer.location]).toEqual([303, "/en/neuer-link/angefordert"]);
  expect((await newLinks(token))[0]?.text).toContain("You asked for a new link");
  const refused = await customer.post(to, { link: "my offer!" });
  expect([refused.status, refused.name]).toEqual([422, "new-link"]);
});

test("a provider that does not send it now, is away or has no such call: the form says so", async () => {
  const answers = await Promise.all(
    ["link-http-500", "link-DOWNTIME", "link-http-404"].map((scenario) =>
      portal.browser().post("/neuer-link", { link: fresh(scenario) }),
    ),
  );
  expect(answers.map(({ status, state }) => [status, state])).toEqual([
    [503, "TechnicalProblem"],
    [503, "Downtime"],
    [501, "TechnicalProblem"],
  ]);
  const [failed, down, missing] = answers.map(({ text }) => text);
  expect(failed).toContain("Kommt in den nächsten Minuten keine E‑Mail an");
  expect(down).toContain("Wir arbeiten an unseren Systemen, voraussichtlich bis");
  expect(missing).toContain("Einen neuen Link bekommen Sie über unsere Hotline");
});

test("a provider that has no calls beyond the specification: pages differ by the missing button, and what is said of it", async () => {
  const pages = async (traceId?: string) => {
    const customer = portal.browser();
    if (traceId) customer.cookies.set("trace-id", traceId);
    const paths = [
      "/angebot",
      "/angebot/state-OFFER_EXPIRED",
      "/angebot/unknown",
      "/idv/unknown",
      "/kundendaten/expired",
    ];
    const seen: { text: string; hasButton: boolean }[] = [];
    for (const path of paths) {
      const page = await customer.get(path);
      const label =
        /Neuen Link per E‑Mail senden|Ist er abgelaufen, können Sie einen neuen anfordern\.\s+Neuen Link anfordern/;
      const said =
        /Annehmen können Sie es nicht mehr\. Rufen Sie uns an: .*? für Sie haben\.|Nennt unsere Nachricht .*? neues Angebot für Sie\./g;
      // The hotline is the main button where no other is left, else a row.
      const text = page.text
        .replace(label, "")
        .replaceAll(said, "")
        .replaceAll(/Fehlernummer.*?Kopieren|\s/g, "")
        .replace(/\d+anrufenErreichbar|Hotline(?:030\d{8})?/, "");
      seen.push({ text, hasButton: label.test(page.text) });
    }
    const form = await customer.get("/neuer-link");
    return { seen, form: [form.status, form.location] };
  };
  const withIt = await pages();
  const without = await pages(`abilities-http-404--${fresh().replace("~", "")}`);
  expect(withIt.form[0]).toBe(200);
  expect(without.form).toEqual([302, "/angebot"]);
  expect(withIt.seen.map(({ hasButton }) => hasButton)).not.toContain(false);
  expect(without.seen).toEqual(withIt.seen.map(({ text }) => ({ text, hasButton: false })));
});

test.each([
  ["https://o2.example.net/en/angebot/abc/meine-daten?x=1", { page: "offer", token: "abc" }],
  ["/angebot/preview/abc", { page: "offer", token: "abc" }],
  ["abc~1", { page: "offer", token: "abc~1" }],
  ["/idv/abc/in-arbeit", { page: "idv-selection", token: "abc" }],
  ["/kundendaten/abc", { page: "customer-data", token: "abc" }],
  ["/einwilligungen?token=a%20b&brand=o2", { page: "revocation", token: "a b" }],
  ["/email-ablehnung?token=abc&brand=o2", { page: "email-rejection", token: "abc" }],
])("%s is a link of its customer's own", (typed, value) =>
  expect(checkOldLink(typed)).toEqual({ ok: true, value }),
);
test.each([
  ["/entry/novum?id=1"],
  ["/weitermachen/bcdfghjk23"],
  ["/kuendigung"],
  ["/angebot"],
  ["/selfcarekuendigung?data=x"],
  ["/einwilligungen"],
])("%s is none", (typed) => expect(checkOldLink(typed)).toMatchObject({ ok: false, reason: "unknown" }));
