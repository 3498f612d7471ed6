import { getRequestListener } from "@hono/node-server";
import { afterAll, expect, test } from "vitest";
import { type CallName, calls } from "#app/backend/contract/calls.ts";
import { createSandbox } from "#sandbox/app.ts";
import type { Browser, Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { isHotlineOpen } from "../support/hotline.ts";
import { all, textOf } from "../support/html.ts";
import { goToSummary } from "../support/offer.ts";
import { portalApart } from "../support/portal-apart.ts";
import { logged } from "../support/scenes.ts";

/** Where a provider with an addition has buttons, and what of its answers asks for them. */
interface Buttons {
  page: (customer: Browser) => Promise<Page>;
  labels: string[];
  /** A page that begins with what is to be done, with the addition and without it. */
  headings?: [string, string];
  /** What stands there without it. */
  instead?: string[];
  member?: [of: CallName, name: string];
}
const at = (scenario: string, pathOf: (token: string) => string) => (customer: Browser) =>
  customer.get(pathOf(fresh(scenario)));
const offer = (token: string) => `/angebot/${token}`;
const newLink: Buttons = {
  page: at("state-OFFER_EXPIRED", offer),
  // A closed hotline is a row beside another way on, and a button where there is none.
  ...(isHotlineOpen()
    ? { labels: ["Neuen Link per E‑Mail senden"] }
    : { labels: ["030 23125 102", "Neuen Link per E‑Mail senden"], instead: ["030 23125 102 anrufen"] }),
};
const receipt = "The portal has received the declaration: its receipt, page and document are its own.";

/** Every addition to specification §7: its buttons, or why it has none. */
const additions: { [Name in CallName]?: Buttons | string } = {
  declineOffer: {
    page: at("demo", offer),
    labels: ["Angebot ablehnen", "Nicht angefragt?", "Kein Interesse?"],
    member: ["loadOffer", "declinable"],
  },
  correctEmail: {
    async page(customer) {
      const token = fresh("demo-offer_tm");
      await customer.submit(await goToSummary(customer, token), {}, { follow: true });
      return customer.get(`/angebot/${token}/danke`);
    },
    labels: ["E‑Mail‑Adresse stimmt nicht?"],
    member: ["offerSummary", "emailCorrectable"],
  },
  correctPorting: {
    async page(customer) {
      const token = fresh("demo-porting-stopped");
      await customer.submit(await goToSummary(customer, token), {}, { follow: true });
      return customer.get(`/angebot/${token}/danke`);
    },
    // Without it, the page's main button calls.
    labels: ["Noch einmal anfragen", "E‑Mail‑Adresse stimmt nicht?"],
    instead: ["030 23125 102 anrufen"],
    member: ["offerSummary", "correctable"],
  },
  readEsim: {
    async page(customer) {
      const token = fresh("demo-esim");
      await customer.submit(await goToSummary(customer, token), {}, { follow: true });
      return customer.get(`/angebot/${token}/danke`);
    },
    // Without any addition, the address is corrected by phone.
    labels: ["eSIM einrichten", "E‑Mail‑Adresse stimmt nicht?"],
    headings: ["Ihre eSIM ist bereit", "Vielen Dank für Ihre Bestellung"],
    member: ["offerSummary", "esim"],
  },
  replaceEsim: {
    async page(customer) {
      const token = fresh("demo-esim");
      await customer.submit(await goToSummary(customer, token), {}, { follow: true });
      const question = await customer.get(`/angebot/${token}/esim`);
      if (question.name === "esim") await customer.submit(question);
      // It is not shown again.
      await customer.post(`/angebot/${token}/esim`, {});
      return customer.get(`/angebot/${token}/danke`);
    },
    labels: ["Neue eSIM anfordern", "E‑Mail‑Adresse stimmt nicht?"],
    member: ["offerSummary", "esimReplaceable"],
  },
  idvCoupon: "Its link leads back to the page with the same coupon (specified-calls-only.test.ts).",
  mailIdvCoupon: {
    page: at("post-ident", (token) => `/idv/${token}/post-ident`),
    labels: ["Coupon senden"],
    member: ["loadIdv", "email"],
  },
  abilities: newLink,
  sendNewLink: newLink,
  givenConsents: "Its page takes back all, or channels, without knowing what was given.",
  revokeConsents: receipt,
  revokeConsentsByName: receipt,
  reportBarrier: receipt,
  loadTermination: receipt,
  loadPrefilledTermination: receipt,
  withdraw: receipt,
  loadWithdrawal: receipt,
  withdrawalDownload: receipt,
};
const buttons = Object.entries(additions).filter(
  (row): row is [string, Buttons] => typeof row[1] === "object",
);

const sandbox = createSandbox({ database: ":memory:", publicUrl: "http://127.0.0.1" });
afterAll(() => sandbox.close());
const everything = async (request: Request) => sandbox.app.fetch(request);

const missing = Object.values(calls)
  .filter(({ addition }) => addition)
  .map(logged);
const members = buttons.flatMap(([, { member }]) =>
  member ? [{ of: logged(calls[member[0]]), name: member[1] }] : [],
);
/** As somebody builds it who has read specification §7 alone. */
async function specified(request: Request) {
  const { pathname, search } = new URL(request.url);
  const call = `${request.method} ${pathname}${search}`;
  if (missing.some((one) => one.test(call))) return new Response("Not here", { status: 404 });
  const response = await everything(request);
  const unsaid = members.filter(({ of }) => of.test(call)).map(({ name }) => name);
  if (unsaid.length === 0) return response;
  const said = JSON.parse(await response.text(), (name, value) =>
    unsaid.includes(name) ? undefined : value,
  );
  return Response.json(said, { status: response.status });
}

// Both are in front of one sandbox.
const [{ portal: full }, { portal: plain }] = await Promise.all([
  portalApart(() => getRequestListener(everything)),
  portalApart(() => getRequestListener(specified)),
]);

const labelsOf = (page: Page) =>
  ["a", "button", "summary", "legend", "label"].flatMap((tag) => all(page.document, tag).map(textOf));
const beside = (some: string[], others: string[]) => some.filter((label) => !others.includes(label));

test("every addition of the contract has a row", () => {
  const names = (Object.keys(calls) as CallName[]).filter((name) => calls[name].addition);
  expect(Object.keys(additions).sort()).toEqual(names.sort());
});

test.each(buttons)(
  "without %s its buttons are missing, and nothing else differs",
  async (_, { page, labels, headings, instead }) => {
    const [has, lacks] = await Promise.all([full, plain].map((portal) => page(portal.browser())));
    const [all = [], left = []] = [has, lacks].map((shown) => (shown ? labelsOf(shown) : []));
    expect([lacks?.status, lacks?.name]).toEqual([has?.status, has?.name]);
    expect([has?.heading, lacks?.heading]).toEqual(headings ?? [has?.heading, has?.heading]);
    expect(beside(all, left)).toEqual(labels);
    expect(beside(left, all)).toEqual(instead ?? []);
  },
);
