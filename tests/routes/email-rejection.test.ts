import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { shortReference } from "#app/domain/short-reference.ts";
import { type Browser, type Fields, linkTo, type Page } from "../support/browser.ts";
import { all, first, textOf } from "../support/html.ts";
import { mailsAbout } from "../support/outbox.ts";
import { pdfText } from "../support/pdf-text.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { rawHttp } from "../support/raw-http.ts";

const portal = await portalForTests();

const label = "Werbung per E-Mail abbestellen";
const isDeclined = "Sie haben die Werbung per E‑Mail abbestellt";
const oneClick = { "List-Unsubscribe": "One-Click" };
const link = (token: string, brand = "o2") => `/email-ablehnung?token=${token}&brand=${brand}`;

const newsletter = (reader: Browser, fields: Fields = {}) =>
  reader.post("/sandbox/outbox/newsletter", fields, { headers: { Accept: "application/json" } });
/** A token of an advertising mail that the sandbox sent. */
const subscribed = async (reader: Browser): Promise<string> =>
  JSON.parse(new TextDecoder().decode((await newsletter(reader)).body)).token;
/** Whether the sandbox sends no more mails for this token. */
const declined = async (reader: Browser, token: string) =>
  (await newsletter(reader, { token })).status === 409;

/** Whether each step of the timeline is done. */
const stepsOf = (page: Page) =>
  all(page.document, "ol", { class: "timeline" })
    .flatMap((timeline) => all(timeline, "li"))
    .map(({ attributes }) => attributes.class === "done");

test("the objection's receipt is a file, in any browser, and opens by its own link only", async () => {
  const reader = portal.browser();
  const token = await subscribed(reader);
  const done = await reader.submit(await reader.get(link(token)), {}, { follow: true });
  const stranger = portal.browser({ "Accept-Language": "tr", Cookie: "brand=blau" });
  const text = await stranger.get(linkTo(done, "Als Textdatei"));
  expect(text.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  // Passed on at once: no step is open, and nothing is still on its way.
  expect(stepsOf(done)).toEqual([]);
  expect(done.text).not.toContain("wir geben ihn automatisch weiter");
  const receipt = Buffer.from(text.body).toString();
  const [, short = "", id = ""] = /Vorgangsnummer: (\S+) \(([\da-f-]{36})\)/.exec(receipt) ?? [];
  expect(short).toBe(shortReference(id));
  expect(done.text, "to read out on the phone").toContain(short);
  expect(done.text).not.toContain(id);
  for (const text of ["Ich möchte keine Werbung von o2 mehr", "Eingegangen am: ", "Vorgangsnummer: "])
    expect(receipt).toContain(text);
  expect(receipt).not.toContain(token);
  const pdf = await stranger.get(linkTo(done, "Bestätigung als PDF"));
  expect([pdf.status, pdf.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  expect(pdfText(Buffer.from(pdf.body))).toContain("Sie haben die Werbung per");
  const guessed = new URL(linkTo(done, "Bestätigung als PDF"), portal.origin);
  guessed.searchParams.set("token", "demo");
  const refused = await stranger.get(guessed.pathname + guessed.search);
  const form = expect.stringMatching(/^\/email-ablehnung\?token=demo&/);
  expect([refused.status, refused.location]).toEqual([302, form]);
});

describe("the page", () => {
  test.each([
    ["BLAUWORLD", "spice", "Spice"],
    ["alditalk", "aldi", "ALDI TALK"],
    ["AETKASMART", "aetka", "aetka"],
  ])("is the brand's own whose name on the wire the mail's link has: %s", async (named, slug, name) => {
    const page = await portal.browser().get(link("demo", named));
    expect(page.status).toBe(200);
    expect(page.html).toContain(`data-brand="${slug}"`);
    expect(page.text).toContain(`keine Werbung von ${name}`);
  });

  test("declines with its one button, not by being opened; repeating is success", {
    tags: ["§1.10"],
  }, async () => {
    const reader = portal.browser();
    const token = await subscribed(reader);
    const page = await reader.get(link(token));
    expect([page.status, page.name, page.headers.get("Cache-Control")]).toEqual([
      200,
      "email-rejection",
      "no-store",
    ]);
    expect(await declined(reader, token)).toBe(false);
    const main = first(page.document, "main");
    expect(main && all(main, "button").map((button) => textOf(first(button, "span")))).toEqual([label]);
    for (let time = 0; time < 2; time++) {
      const done = await reader.submit(page, {}, { follow: true });
      expect(done).toMatchObject({ status: 200, name: "email-rejection", heading: isDeclined });
      expect(done.text).toMatch(/Eingegangen am\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d Uhr/);
    }
    expect(await declined(reader, token)).toBe(true);
  });

  test("works without cookies, and no made-up address shows success", async () => {
    const token = await subscribed(portal.browser());
    const posted = await portal.browser().post(link(token), {});
    expect((await portal.browser().get(posted.location ?? "")).heading).toBe(isDeclined);
    const proof = new URL(posted.location ?? "", portal.origin).searchParams.get("done");
    for (const address of [`${link(token)}&done`, `${link(token)}&done=1`, `${link("demo")}&done=${proof}`])
      expect((await portal.browser().get(address)).heading).not.toContain("Sie haben");
  });

  test("the brand of the link chooses the portal's brand, and a brand without a portal is served too", async () => {
    expect((await portal.browser().get(link("demo", "blau"))).brand).toBe("blau");
    expect((await portal.browser().post(link("demo", "WhatsApp"), {})).status).toBe(303);
    expect((await portal.browser().post("/email-ablehnung?token=demo~nobrand", {})).status).toBe(303);
  });

  test.each([
    ["", 404, "Diesem Link fehlt etwas"],
    ["?token=&brand=o2", 404, "Diesem Link fehlt etwas"],
    ["?token=demo&brand=nobody", 404, "Diese Marke kennen wir nicht"],
  ])("GET and POST of %j get a page", async (query, status, heading) => {
    const reader = portal.browser();
    for (const page of [
      await reader.get(`/email-ablehnung${query}`),
      await reader.post(`/email-ablehnung${query}`),
    ])
      expect(page).toMatchObject({ status, name: "email-rejection", state: "NotFound", heading });
  });

  test("an unknown token is refused after the click, with a number to call", async () => {
    const reader = portal.browser();
    const page = await reader.submit(await reader.get(link("unknown")));
    expect([page.status, page.name, page.state]).toEqual([404, "email-rejection", "NotFound"]);
    expect(page.text).toContain("030 23125");
  });

  // Others are in tests/faults/calls.
  test.each(["http-401", "state-DOWNTIME"])("%s: is received, and says so", async (token) => {
    const reader = portal.browser();
    const page = await reader.submit(await reader.get(link(`${token}~1`)), {}, { follow: true });
    expect([page.status, page.heading]).toEqual([200, isDeclined]);
    expect(page.text).toContain("wir geben ihn automatisch weiter");
    expect(stepsOf(page)).toEqual([true, false]);
    expect(page.text).toMatch(/Eingegangen am\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d Uhr/);
  });
});

describe("one click in the mail program (RFC 8058)", () => {
  test.each([
    ["a mail provider", {}],
    ["a web page of a mail provider", { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" }],
    ["a page without an origin", { Origin: "null" }],
  ])("from %s: 200, no redirect, done", async (_, headers) => {
    const reader = portal.browser();
    const token = await subscribed(reader);
    const answer = await portal.browser().post(link(token), oneClick, { headers });
    expect([answer.status, answer.location]).toEqual([200, undefined]);
    expect(answer.text).toContain(isDeclined);
    expect(await declined(reader, token)).toBe(true);
  });

  const headers = { Origin: "https://mail.example" };
  const toDemo = link("demo~address");
  test.each([
    ["a language that the brand lacks", `/en${toDemo}`],
    ["other capitals", toDemo.replace("email-ablehnung", "Email-Ablehnung")],
    ["a slash at the end", toDemo.replace("email-ablehnung", "email-ablehnung/")],
    ["its HTML", `${toDemo.replaceAll("&", "&amp;")}.`],
  ])("under %s", async (_, address) => {
    const answer = await portal.browser().post(address, oneClick, { headers });
    expect([answer.status, answer.location]).toEqual([200, undefined]);
  });

  test("as multipart form data", async () => {
    const body = new FormData();
    body.set("List-Unsubscribe", "One-Click");
    const url = new URL(link("demo~multipart"), portal.origin);
    expect(await fetch(url, { method: "POST", body, headers, redirect: "manual" })).toMatchObject({
      status: 200,
    });
  });

  test.each([
    ["in pieces is put together", 200, ["List-", "Unsubscribe=", "One-Click"]],
    ["that never arrives is given up", 403, ["List-"]],
  ] as const)("a body %s: %i", async (_, status, [first, ...others]) => {
    const head = `POST ${link("demo~pieces")} HTTP/1.1\r\nHost: localhost:${portal.port}\r\n`;
    const length = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 26\r\n";
    const more = `Origin: ${headers.Origin}\r\nConnection: close\r\n\r\n${first}`;
    const answer = await rawHttp(portal.port, head + length + more, ...others);
    expect(answer.split(" ")[1]).toBe(String(status));
  });

  test("the customer's session is never used for it", async () => {
    const customer = portal.browser();
    await customer.get("/angebot/demo~oneclick");
    const before = customer.cookies.get("sid");
    await customer.post(link("demo~session"), oneClick, { headers });
    expect(before).toBeTruthy();
    expect((await customer.get("/angebot/demo~oneclick/meine-daten")).status).toBe(200);
  });

  test.each([
    ["something besides", { ...oneClick, also: "this" }, link("demo")],
    ["another word", { "List-Unsubscribe": "Yes" }, link("demo")],
    ["twice the same", { "List-Unsubscribe": ["One-Click", "One-Click"] }, link("demo")],
    ["the page's own form", { submissionId: randomUUID() }, link("demo")],
    ["another page", oneClick, "/kundendaten/demo"],
    ["a data request", oneClick, "/email-ablehnung.data?token=demo"],
    ["a long body", { "List-Unsubscribe": "One-Click".padEnd(2000) }, link("demo")],
  ])("from elsewhere with %s: refused", async (_, fields, path) => {
    const headers = { Origin: "https://evil.example" };
    expect((await portal.browser().post(path, fields, { headers })).status).toBe(403);
  });

  test.each([
    ["unknown", 404],
    ["http-409", 200],
    ["http-500", 200],
  ])("%s: %i, so that the mail provider knows", async (token, status) => {
    expect((await portal.browser().post(link(token), oneClick)).status).toBe(status);
  });
});

test("the sandbox' advertising mail has both headers, and they work", async () => {
  const reader = portal.browser();
  const token = await subscribed(reader);
  const [mail] = await mailsAbout(portal.origin, token);
  expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const address = /^<(.*)>$/.exec(mail?.headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
  expect(mail?.text).toContain(address);
  const url = new URL(address);
  expect((await reader.post(url.pathname + url.search, oneClick)).status).toBe(200);
  expect(await declined(reader, token)).toBe(true);
});
