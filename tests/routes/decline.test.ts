import { expect, test } from "vitest";
import { linkTo } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, type Element, textOf } from "../support/html.ts";
import { goToSummary } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

test.each([
  [
    "Angebot ablehnen",
    "Angebot ablehnen",
    "Sie haben das Angebot abgelehnt",
    "Ich möchte das Angebot nicht.",
    "Es ist nichts bestellt. Sie müssen nichts weiter tun.",
  ],
  [
    "Nicht angefragt?",
    "Das habe ich nicht angefragt",
    "Das Angebot ist zurückgenommen",
    "Das habe ich nicht angefragt.",
    "Was Sie nicht bestellt haben, müssen Sie nicht bezahlen.",
  ],
])(
  "„%s“ is asked back once, confirmed, mailed, and ends the offer",
  async (link, button, title, said, next) => {
    const customer = portal.browser();
    const token = fresh();
    const offer = await customer.get(`/angebot/${token}`);
    const question = await customer.get(linkTo(offer, link));
    expect([question.status, question.name]).toEqual([200, "offer-decline"]);
    expect(question.text).toContain(button);
    expect(question.text, "which offer, at what price").toMatch(/Nordlicht 12 Pro\s*Mobil M\s*Gesamt 68,96/);
    expect((await portal.browser().get(`/angebot/${token}`)).name, "a look declines nothing").toBe("offer");
    const answer = await customer.submit(question);
    const done = await customer.submit(question, {}, { follow: true });
    expect([answer.status, done.heading]).toEqual([303, title]);
    expect(done.text).toContain(`AngebotNordlicht 12 Pro, Mobil MIhre Angabe${said}`);
    expect(all(done.document, "section", { class: "status success" }).map(textOf), "what comes next").toEqual(
      [expect.stringContaining(next)],
    );
    // Its address opens the same confirmation on any day, in any browser.
    const stranger = portal.browser({ "Accept-Language": "tr", Cookie: "brand=ayyildiz" });
    const later = await stranger.get(answer.location ?? "");
    expect([later.brand, later.document.attributes?.lang ?? "de"]).toEqual(["o2", "de"]);
    expect(later.text).toContain(title);
    const mails = (await mailsAbout(portal.origin, token)).filter(({ kind }) => kind === "offer-declined");
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(said)]);
    const gone = await customer.get(`/angebot/${token}`);
    expect([gone.status, gone.state]).toEqual([410, "OfferCancelled"]);
  },
);

test("an offer that is ordered is not declined", async () => {
  const customer = portal.browser();
  const token = fresh();
  const question = await portal.browser().get(`/angebot/${token}/ablehnen`);
  await customer.submit(await goToSummary(customer, token));
  const own = await customer.post(`/angebot/${token}/ablehnen`, { reason: "notWanted" });
  expect([own.status, own.location]).toEqual([303, `/angebot/${token}/danke`]);
  const other = await portal.browser().submit(question, {}, { follow: true });
  expect([other.name, other.state]).not.toEqual(["offer-decline", undefined]);
});

test("a no that did not arrive says so, and can be sent again", async () => {
  const answers = await Promise.all(
    ["decline-http-500", "decline-http-404"].map((scenario) =>
      portal.browser().post(`/angebot/${fresh(scenario)}/ablehnen`, {}),
    ),
  );
  expect(answers.map(({ status, name }) => [status, name])).toEqual([
    [503, "offer-decline"],
    [501, "offer-decline"],
  ]);
  expect(answers[0]?.text).toContain("Ihre Ablehnung konnten wir gerade nicht bestätigen");
  expect(answers[1]?.text).toContain("nur telefonisch");
  for (const { document } of answers) {
    expect(all(document, "form", { id: "offer-decline" }), "the button is there").toHaveLength(1);
    const [notice] = all(document, "div", { role: "alert" });
    const rows = notice ? all(notice, "dd").map(textOf) : [];
    expect(rows).toEqual([expect.stringMatching(/^030 /), expect.stringMatching(/^[2-9B-Z]{6}$/)]);
    const isPhone = ({ attributes }: Element) => attributes.href?.startsWith("tel:") === true;
    expect(all(document, "a").filter(isPhone), "the number to call, once").toHaveLength(1);
  }
});

test("a no of unknown end is asked for until somebody can say, and leaves no button meanwhile", async () => {
  const customer = portal.browser();
  const token = fresh("decline-hangup");
  await customer.get(`/angebot/${token}`);
  const question = await customer.get(`/angebot/${token}/ablehnen`);
  const waits = await customer.submit(question, {}, { follow: true });
  expect([waits.status, waits.name, waits.state]).toEqual([202, "offer-decline", "Waiting"]);
  expect(waits.heading).toBe("Ihre Ablehnung ist noch nicht bestätigt");
  expect(waits.text, "what was sent").toMatch(/Nordlicht 12 Pro.*Ich möchte das Angebot nicht\./s);
  expect(all(waits.document, "form", { id: "offer-decline" })).toHaveLength(0);
});

test("what the provider has declined stays declined while its reads are behind", async () => {
  const customer = portal.browser();
  const token = fresh("lag-10000");
  await customer.get(`/angebot/${token}`);
  const done = await customer.submit(await customer.get(`/angebot/${token}/ablehnen`), {}, { follow: true });
  expect(done.heading).toBe("Sie haben das Angebot abgelehnt");
  for (const path of ["", "/ablehnen", "/meine-daten", "/zusammenfassung", "/danke"]) {
    const again = await customer.get(`/angebot/${token}${path}`, { follow: true });
    expect([path, again.status, again.heading]).toEqual([path, 200, "Sie haben das Angebot abgelehnt"]);
  }
  const stranger = await portal.browser().get(`/angebot/${token}`);
  expect([stranger.name, stranger.status], "the reads are behind").toEqual(["offer", 200]);
});

test("an offer of the future is read, and not ordered", async () => {
  const customer = portal.browser();
  const token = fresh("from-2099-12-24");
  const offer = await customer.get(`/angebot/${token}`);
  expect([offer.status, offer.text]).toEqual([200, expect.stringContaining("Bestellbar ab 24.12.2099")]);
  expect(offer.text).not.toContain("Weiter zur Bestellung");
  for (const step of ["meine-daten", "ausweisdaten", "zahlung", "zusammenfassung"]) {
    const asked = await customer.get(`/angebot/${token}/${step}`);
    expect([step, asked.status, asked.location]).toEqual([step, 302, `/angebot/${token}`]);
  }
  const posted = await customer.post(`/angebot/${token}/meine-daten`, { firstName: "Ada" });
  expect([posted.status, posted.location]).toEqual([303, `/angebot/${token}`]);
  const past = await customer.get(`/angebot/${fresh("from-2020-12-24")}`);
  expect(past.text).toContain("Weiter zur Bestellung");
});
