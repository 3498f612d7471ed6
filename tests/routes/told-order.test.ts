import { expect, test } from "vitest";
import offerTexts from "../../locales/de/offer.json" with { type: "json" };
import { asData, type Browser, linkTo, type Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, textOf } from "../support/html.ts";
import { atProvider, choose } from "../support/identity.ts";
import { logIn } from "../support/login.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { pdfText } from "../support/pdf-text.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

const labels = Object.values(offerTexts.next).flatMap((step) =>
  typeof step === "object" && "label" in step ? [step.label] : [],
);
/** The steps that a text names: of two where one begins like the other, the longer. */
function labelsIn(squeezed: string): string[] {
  const found = labels.filter((label) => squeezed.includes(flat(label)));
  return found.filter((one) => !found.some((other) => other !== one && other.startsWith(one))).toSorted();
}
const flat = (text: string) => text.replace(/\s+/g, " ").replaceAll(" ", "");

/** What a text says of an order, whatever its form. */
function factsIn(text: string) {
  const squeezed = flat(text);
  return {
    steps: labelsIn(squeezed),
    nothingToDo: squeezed.includes(flat(offerTexts.confirmation.nothing)),
    noneToCancel: /Kündigen Sie Ihren alten Vertrag nicht selbst/.test(text.replace(/\s+/g, " ")),
    withdrawal: /Widerrufen können Sie bis (?:zum \d\d\.\d\d\.\d{4}|14 Tage)/.exec(
      text.replace(/\s+/g, " "),
    )?.[0],
    esim: ["Sie ist bereit", "meist innerhalb von 24 Stunden", "Ist sie bereit"].filter((said) =>
      squeezed.includes(flat(said)),
    ),
  };
}

/** The steps as the page has them for scripts. */
const stepsOf = ({ document }: Page) =>
  all(document, "li").flatMap((one) => {
    const { "data-step": name, "data-by": by, "data-progress": state } = one.attributes;
    return name ? [`${name} ${by} ${state}`] : [];
  });

interface Told {
  page: Page;
  facts: ReturnType<typeof factsIn>;
}

/** Page, print, data and paper of an order tell one viewer the same. */
async function toldTo(viewer: Browser, token: string): Promise<Told> {
  const path = `/angebot/${token}/danke`;
  const page = await viewer.get(path, { follow: true });
  expect(page.name, `${token}: its page`).toBe("confirmation");
  const main = all(page.document, "main").map(textOf).join(" ");
  const facts = factsIn(main);
  const items = all(page.document, "li").filter(({ attributes }) => attributes["data-step"]);
  const listed = items.map((one) => textOf(all(one, "strong")[0]));
  expect(facts.steps, `${token}: nothing but what is listed`).toEqual(listed.toSorted());
  const data = JSON.parse(new TextDecoder().decode((await viewer.get(path, asData)).body));
  expect(
    data.steps.map((one: Record<string, string>) => `${one.step} ${one.by} ${one.state}`),
    `${token}: as data`,
  ).toEqual(stepsOf(page));
  const paper = await viewer.get(`/angebot/${token}/bestellung`);
  expect(factsIn(pdfText(Buffer.from(paper.body))), `${token}: on paper`).toEqual(facts);
  return { page, facts };
}

async function order(token: string, line: Record<string, string> = {}) {
  const customer = portal.browser();
  if (token.startsWith("login")) await logIn(customer, token);
  await customer.get(`/angebot/${token}`);
  await customer.post(`/angebot/${token}/meine-daten`, { ...entered.personalData, sim: "card", ...line });
  await customer.submit(await goToSummary(customer, token), {}, { follow: true });
  return customer;
}

/** Withdraws from an order on its own page: from the first so many of its parts, or from all of it. */
async function withdraw(customer: Browser, token: string, parts = 0) {
  const done = await customer.get(`/angebot/${token}/danke`);
  const [form] = all(done.document, "form", { id: "withdraw" });
  const empty = await customer.submit(done, {}, { form, button: ["withdraw", ""], follow: true });
  const boxes = all(empty.document, "input", { name: "contractParts", type: "checkbox" });
  const contractParts = boxes.slice(0, parts).map(({ attributes }) => attributes.value ?? "");
  const receipt = await customer.submit(empty, parts ? { contractParts } : {}, { follow: true });
  expect(receipt.name).toBe("withdrawal-confirmation");
}

const mobile = { portingNumber: "0152 28817386", portingProvider: "Fernklang" };
const landline = { ...mobile, portingNumber: "030 23125 000" };

// Each row: what is ordered, what the customer chooses of the line, and the steps for the browser that has ordered.
const scenarios: [scenario: string, line: Record<string, string>, open: string[]][] = [
  ["demo", {}, ["device we now", "simBeside we now", "activate customer later", "debit we later"]],
  ["demo-yellow", {}, ["simCard we now", "activate customer later", "debit we later"]],
  ["demo-esim", {}, ["esim customer now", "activateEsim we later", "debit we later"]],
  [
    "demo-idv-esim",
    {},
    [
      "identity customer now",
      "device we later",
      "esim customer later",
      "activateEsim we later",
      "debit we later",
    ],
  ],
  ["demo-dsl", {}, ["appointment customer later", "lineStart we later", "debit we later"]],
  ["demo-sent", {}, ["simBeside we now", "activate customer later", "debit we later"]],
  ["demo-arrived", {}, ["debit we later"]],
  ["demo-offer_vvl", {}, ["device we now", "extension we later", "debit we later"]],
  ["demo-free", {}, ["device we now", "simBeside we now", "activate customer later"]],
  [
    "demo-porting",
    { ...mobile, portingWhen: "contractEnd" },
    [
      "device we now",
      "simBeside we now",
      "activate customer later",
      "portingCancel customer now",
      "porting carrier later",
      "debit we later",
    ],
  ],
  [
    "demo-porting-dsl",
    { ...landline, portingWhen: "contractEnd" },
    ["appointment customer later", "lineStart we later", "porting carrier later", "debit we later"],
  ],
];

test.each(scenarios)("%s: page, data, paper and mail tell the same", async (scenario, line, open) => {
  const token = fresh(scenario);
  const [mine, others] = [await order(token, line), portal.browser()];
  const told = await toldTo(mine, token);
  expect(stepsOf(told.page).filter((one) => !one.endsWith(" done"))).toEqual(open);
  expect(told.facts.nothingToDo, "only where no step is the customer's").toBe(
    !open.some((one) => one.includes(" customer ")),
  );
  const elsewhere = await toldTo(others, token);
  expect(elsewhere.facts.steps, "in another browser").toEqual(told.facts.steps);
  const [mail] = await mailsAbout(portal.origin, token);
  expect(factsIn(mail?.text ?? ""), "by mail").toEqual(elsewhere.facts);
});

test("an eSIM that is ready is not mailed: another browser reads that, and how to get it", async () => {
  const token = fresh("login-esim");
  const mine = await order(token);
  const other = portal.browser();
  await logIn(other, token);
  for (const viewer of [mine, other])
    expect(linkTo((await toldTo(viewer, token)).page, "eSIM einrichten")).toContain("/esim");
  const stranger = portal.browser();
  const open = fresh("demo-esim");
  await order(open);
  const { page, facts } = await toldTo(stranger, open);
  expect(page.text).not.toContain("per E‑Mail, meist");
  expect([facts.esim[0], linkTo(page, "Anmelden")]).toEqual(["Sie ist bereit", `/angebot/${open}/login`]);
});

test("the result of the identity check tells what comes next as the order does", async () => {
  const token = fresh("demo-idv-esim");
  const customer = await order(token);
  const done = await customer.get(`/angebot/${token}/danke`);
  const [verification = ""] = /\/idv\/[^"?]+/.exec(done.html) ?? [];
  const chosen = await choose(customer, await customer.get(verification), "video");
  await atProvider(customer, chosen, "success");
  const result = await customer.get(verification, { follow: true });
  expect([result.name, result.text.includes("Ihre Identität ist bestätigt.")]).toEqual(["idv-success", true]);
  const mainOf = ({ document }: Page) => factsIn(all(document, "main").map(textOf).join(" ")).steps;
  const told = await customer.get(linkTo(result, "Bestellung ansehen"));
  expect(mainOf(result)).toEqual(mainOf(told));
  expect(mainOf(result)).toContain("Sie laden Ihre eSIM");
  const stranger = await portal.browser().get(verification, { follow: true });
  expect([stranger.name, mainOf(stranger)], "who has only this link").toEqual(["idv-success", []]);
});

test("an order that is withdrawn from has no further steps, for whoever looks", async () => {
  const token = fresh("demo-idv-esim");
  const mine = await order(token);
  await withdraw(mine, token);
  for (const viewer of [mine, portal.browser()]) {
    const { page, facts } = await toldTo(viewer, token);
    expect(stepsOf(page)).toEqual([
      "ordered customer done",
      "withdrawn customer done",
      "returnDevice customer later",
      "refund we now",
    ]);
    expect([page.heading, facts.withdrawal]).toEqual(["Sie haben diese Bestellung widerrufen", undefined]);
    expect(all(page.document, "form", { id: "withdraw" })).toEqual([]);
  }
});

test("a part that is withdrawn from has no further steps, and is not offered again", async () => {
  const token = fresh("demo-yellow_vvl");
  const mine = await order(token);
  await withdraw(mine, token, 1);
  const { page } = await toldTo(mine, token);
  expect(page.heading).toBe("Sie haben einen Teil dieser Bestellung widerrufen");
  expect(stepsOf(page).join()).not.toContain("device we");
  const [form] = all(page.document, "form", { id: "withdraw" });
  const again = await mine.submit(page, {}, { form, button: ["withdraw", ""], follow: true });
  expect(again.text).not.toContain("Kiesel 5");
});
