import { afterAll, expect, test } from "vitest";
import offerTexts from "../../locales/de/offer.json" with { type: "json" };
import { asData, type Browser, linkTo, type Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, type Element, textOf } from "../support/html.ts";
import { atProvider, choose } from "../support/identity.ts";
import { logIn, logInAs } from "../support/login.ts";
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
const each = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([found, only]) => flat(only ?? found)))].toSorted();

/** Sentences that tell who has to do what, or what can still be done, and are no step. */
const sentences = {
  nothingToDo: offerTexts.confirmation.nothing,
  noneToCancel: "Kündigen Sie Ihren alten Vertrag nicht selbst",
  toCancel: "Kündigen Sie Ihren alten Vertrag rechtzeitig",
  keepNumber: "Rufnummer behalten?",
  nothingMore: "liefern wir daraus nichts mehr und buchen nichts mehr ab",
  esimMailed: "Den QR-Code dafür senden wir Ihnen per E‑Mail",
  esimLater: "Ist sie bereit, finden Sie sie hier",
};
/** What a step says that is not for this viewer. */
const ways = {
  here: offerTexts.next.esim.ready,
  hereLater: offerTexts.next.esim.beforeDevice,
  hereNumber: offerTexts.next.portingRefused.here.name,
  elsewhere: offerTexts.next.esim.login,
  elsewhereNumber: "Nennen Sie ihn uns am Telefon",
};
/** The same step, for whom it is not. */
const elsewhere: Record<string, string> = {
  here: "elsewhere",
  hereLater: "elsewhere",
  hereNumber: "elsewhereNumber",
};

/** What a text says of an order, whatever its form. */
function factsIn(text: string) {
  const line = text.replace(/\s+/g, " ");
  const squeezed = flat(text);
  const says = (all: Record<string, string>) =>
    Object.keys(all).filter((name) => squeezed.includes(flat(all[name] ?? "")));
  return {
    steps: labelsIn(squeezed),
    says: says(sentences),
    ways: says(ways),
    withdrawal: /Widerrufen können Sie bis (?:zum \d\d\.\d\d\.\d{4}|14 Tage)/.exec(line)?.[0],
    dates: each(line, /(?<!\d)\d{2}\.\d{2}\.\d{4}/g),
    orders: each(line, /B-[0-9A-F]{10}/g),
    deliveredTo: each(line, /\p{Lu}••••, \d{5} \p{L}+/gu),
    masked: each(line, /(?:\+49|[A-Z]{2}\d\d) •••• (?:•••• )?\d{4}/g),
    amounts: each(line, /(?:\d\.)?\d+,\d\d €/g),
  };
}
type Facts = ReturnType<typeof factsIn>;

/** The steps as the page has them for scripts. */
const stepsOf = ({ document }: Page) =>
  all(document, "li").flatMap((one) => {
    const { "data-step": name, "data-by": by, "data-progress": state } = one.attributes;
    return name ? [`${name} ${by} ${state}`] : [];
  });
const howOf = ({ document }: Page) =>
  all(document, "li").flatMap(({ attributes: { "data-step": name, "data-how": how } }) =>
    how ? [`${name} ${how}`] : [],
  );

/** What a page shows, its parts set apart as they are there. */
const mainOf = ({ document }: Page) =>
  all(document, "main")
    .flatMap(({ children }) => children.flatMap(textsOf))
    .join(" ");
const textsOf = (node: Element | string): string[] =>
  typeof node === "string" ? [node] : node.children.flatMap(textsOf);

const path = (token: string) => `/angebot/${token}/danke`;

/** What each form of an order tells one viewer. */
async function toldTo(viewer: Browser, token: string) {
  const page = await viewer.get(path(token), { follow: true });
  expect(page.name, `${token}: its page`).toBe("confirmation");
  const facts = factsIn(mainOf(page));
  const items = all(page.document, "li").filter(({ attributes }) => attributes["data-step"]);
  const listed = items.map((one) => textOf(all(one, "strong")[0]));
  expect(facts.steps, `${token}: nothing but what is listed`).toEqual(listed.toSorted());
  const data = JSON.parse(new TextDecoder().decode((await viewer.get(path(token), asData)).body));
  expect(
    data.steps.map((one: Record<string, string>) => `${one.step} ${one.by} ${one.state}`),
    `${token}: as data`,
  ).toEqual(stepsOf(page));
  expect(
    data.steps.flatMap((one: Record<string, string>) => (one.how ? [`${one.step} ${one.how}`] : [])),
    `${token}: how, as data`,
  ).toEqual(howOf(page));
  const current = items.filter(({ attributes }) => attributes["aria-current"] === "step");
  const isOpen = items.some(({ attributes }) => attributes["data-progress"] !== "done");
  const running = items.filter(({ attributes }) => attributes["data-progress"] === "now").length;
  expect(current.length, `${token}: all that goes on now, or what comes first`).toBe(
    running || (isOpen ? 1 : 0),
  );
  const paper = await viewer.get(`/angebot/${token}/bestellung`);
  const forms = { page: facts, data: factsIn(data.text), paper: factsIn(pdfText(Buffer.from(paper.body))) };
  return { page, facts, forms };
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

async function identify(customer: Browser, token: string, action: string) {
  const done = await customer.get(path(token));
  const [verification = ""] = /\/idv\/[^"?]+/.exec(done.html) ?? [];
  await atProvider(customer, await choose(customer, await customer.get(verification), "video"), action);
  return verification;
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
    "demo-porting-stopped",
    { ...mobile, portingWhen: "now" },
    [
      "portingRefused customer now",
      "device we now",
      "simBeside we now",
      "activate customer later",
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

/** Five viewers of one order, in this order: what they may do, and whether the customer's steps are theirs. */
async function viewersOf(token: string, mine: Browser, before: Browser) {
  const late = portal.browser();
  const known = portal.browser();
  const stranger = portal.browser();
  // A session ends; what else a browser keeps stays.
  for (const [name, value] of mine.cookies) if (name !== "sid") late.cookies.set(name, value);
  // Who has only the link is offered the login where a step waits for it.
  const link = all((await known.get(path(token))).document, "a").find((one) => textOf(one) === "Anmelden");
  const logsIn = link !== undefined;
  if (logsIn) await logInAs(known, token, "login");
  return [
    ["ordered here", mine, true],
    ["had the offer open before", before, false],
    ["logged in", known, logsIn],
    ["has the link alone", stranger, false],
    ["22 hours later", late, false],
  ] as const;
}

let pairs = 0;
afterAll(() => console.info(`${pairs} pairs of viewer and form tell the same of their order`));

/** Every form tells every viewer the same facts; only the words of a step that the viewer may not take differ. */
async function expectOneTeller(
  token: string,
  viewers: Awaited<ReturnType<typeof viewersOf>>,
  mails: string[],
) {
  const [[, mine]] = viewers;
  const reference = (await toldTo(mine, token)).facts;
  const expected = (isCustomer: boolean): Facts => ({
    ...reference,
    ways: isCustomer ? reference.ways : reference.ways.map((way) => elsewhere[way] ?? way),
  });
  for (const [who, viewer, isCustomer] of viewers) {
    // The days of an order that has arrived are the sandbox's own: they go along with its clock.
    if (who === "22 hours later" && !token.startsWith("demo-arrived"))
      await viewer.post("/sandbox/clock", { token, add: "PT22H" });
    const { forms } = await toldTo(viewer, token);
    for (const [form, facts] of Object.entries(forms)) {
      expect(facts, `${token}: ${form}, ${who}`).toEqual(expected(isCustomer));
      pairs++;
    }
  }
  for (const mail of mails) {
    const { amounts, deliveredTo, ...facts } = factsIn(mail);
    // Of the prices, a mail names totals alone, and it has no address. It is read wherever it is opened.
    expect(reference.amounts, `${token}: by mail`).toEqual(expect.arrayContaining(amounts));
    expect(facts, `${token}: by mail`).toEqual({
      ...expected(false),
      amounts: undefined,
      deliveredTo: undefined,
    });
    expect(deliveredTo, `${token}: by mail`).toEqual([]);
    pairs++;
  }
  return reference;
}

test.each(scenarios)(
  "%s: page, data, paper and mail tell five viewers the same",
  async (scenario, line, open) => {
    const token = fresh(scenario);
    const before = portal.browser();
    await before.get(`/angebot/${token}`);
    const mine = await order(token, line);
    const viewers = await viewersOf(token, mine, before);
    const mails = (await mailsAbout(portal.origin, token)).map(({ text }) => text);
    expect(mails).toHaveLength(1);
    const told = await expectOneTeller(token, viewers, mails);
    const page = await mine.get(path(token));
    expect(stepsOf(page).filter((one) => !one.endsWith(" done"))).toEqual(open);
    expect(told.says.includes("nothingToDo"), "only where no step is the customer's").toBe(
      !open.some((one) => one.includes(" customer ")),
    );
  },
);

/** What happens to an order once it is placed, and what is open then. What its mail says is from before. */
const events: [
  what: string,
  scenario: string,
  happens: (mine: Browser, token: string) => Promise<unknown>,
  open: string[],
][] = [
  [
    "its identity is proved",
    "demo-idv-esim",
    (mine, token) => identify(mine, token, "success"),
    ["esim customer now", "activateEsim we later", "debit we later"],
  ],
  [
    "all of it is withdrawn",
    "demo-idv-esim",
    (mine, token) => withdraw(mine, token),
    ["returnDevice customer later", "refund we now"],
  ],
  [
    "a part of it is withdrawn",
    "demo-yellow_vvl",
    (mine, token) => withdraw(mine, token, 1),
    ["returnDevice customer later", "refund we now", "extension we later", "debit we later"],
  ],
  [
    "its eSIM was shown",
    "demo-esim",
    async (mine, token) => mine.submit(await mine.get(`/angebot/${token}/esim`)),
    ["activateEsim we now", "debit we later"],
  ],
];

test.each(events)(
  "%s: page, data and paper tell five viewers the same",
  async (_, scenario, happens, open) => {
    const token = fresh(scenario);
    const before = portal.browser();
    await before.get(`/angebot/${token}`);
    const mine = await order(token);
    await happens(mine, token);
    await expectOneTeller(token, await viewersOf(token, mine, before), []);
    expect(stepsOf(await mine.get(path(token))).filter((one) => !one.endsWith(" done"))).toEqual(open);
  },
);

test("a number that is not released has its words and its way: its page, the login, or the phone", async () => {
  const token = fresh("demo-porting-stopped");
  const mine = await order(token, { ...mobile, portingWhen: "now" });
  const unknown = fresh("demo-porting-stopped-unknown");
  const call = await order(unknown, { ...mobile, portingWhen: "now" });
  for (const [viewer, of, how, link] of [
    [mine, token, "porting", /Noch einmal anfragen/],
    [portal.browser(), token, "login", /Anmelden/],
    [call, unknown, "call", /anrufen$/],
    [portal.browser(), unknown, "call", /anrufen$/],
  ] as const) {
    const { page } = await toldTo(viewer, of);
    expect(page.heading).toBe("Ihre Rufnummer kann noch nicht umziehen");
    expect([howOf(page), linkTo(page, link)]).toEqual([[`portingRefused ${how}`], expect.any(String)]);
  }
});

test("a number that is not released leads its order's page, before good news", async () => {
  const token = fresh("demo-porting-stopped");
  const mine = await order(token, { ...mobile, portingWhen: "now", sim: "esim" });
  const { page } = await toldTo(mine, token);
  const { label, here } = offerTexts.next.portingRefused;
  expect(page.heading).toBe("Ihre Rufnummer kann noch nicht umziehen");
  expect(page.text).toContain(`${label}. ${here.name}`);
  const current = all(page.document, "li", { "aria-current": "step" });
  expect(current.map(({ attributes }) => [attributes["data-step"], attributes.class])).toEqual([
    ["portingRefused", "stopped"],
    ["device", "now beside"],
    ["esim", "now beside"],
  ]);
  const ways = all(page.document, "a").filter((link) => /Noch einmal anfragen/.test(textOf(link)));
  expect(ways.map(({ attributes }) => attributes.href)).toEqual([`/angebot/${token}/rufnummer`]);
  expect(linkTo(page, "eSIM einrichten"), "among the steps").toBe(`/angebot/${token}/esim`);
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
  expect([facts.ways, linkTo(page, "Anmelden")]).toEqual([["elsewhere"], `/angebot/${open}/login`]);
  expect((await stranger.get(`/angebot/${open}/login`)).name, "though it has no offer in its session").toBe(
    "offer-login",
  );
});

test("the result of the identity check tells what comes next as the order does", async () => {
  const token = fresh("demo-idv-esim");
  const customer = await order(token);
  const verification = await identify(customer, token, "success");
  const result = await customer.get(verification, { follow: true });
  expect([result.name, result.heading]).toEqual(["idv-success", "Ihre Identität ist bestätigt"]);
  expect(factsIn(mainOf(result)).orders, "of which order").toEqual(
    factsIn(mainOf(await customer.get(path(token)))).orders,
  );
  const stepsIn = (page: Page) => factsIn(mainOf(page)).steps;
  const told = await customer.get(linkTo(result, "Bestellung ansehen"));
  expect(stepsIn(result)).toEqual(stepsIn(told));
  expect(stepsIn(result)).toContain("Sie richten Ihre eSIM ein");
  const stranger = await portal.browser().get(verification, { follow: true });
  expect([stranger.name, stepsIn(stranger)], "who has only this link: none of the order").toEqual([
    "idv-success",
    ["Identität bestätigt"],
  ]);
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

test("a device that was sent comes back, then the money: its order says both days, on page and paper", async () => {
  const token = fresh("demo-sent");
  const mine = await order(token);
  await withdraw(mine, token);
  const ends = async () => stepsOf((await toldTo(mine, token)).page).slice(2);
  expect(await ends()).toEqual(["returnDevice customer now", "refund we now"]);
  await mine.post("/sandbox/clock", { token, add: "P5D" });
  expect(await ends()).toEqual(["deviceBack we done", "refund we now"]);
  await mine.post("/sandbox/clock", { token, add: "P2D" });
  expect(await ends()).toEqual(["deviceBack we done", "refunded we done"]);
  const { page } = await toldTo(mine, token);
  expect([page.heading, page.text.includes("Sie müssen jetzt nichts tun.")]).toEqual([
    "Sie haben diese Bestellung widerrufen",
    true,
  ]);
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
