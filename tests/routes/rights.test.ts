import { expect, test } from "vitest";
import type { Call } from "#app/backend/contract/call.ts";
import { type CallName, calls } from "#app/backend/contract/calls.ts";
import { callRights, type Opener, pageRights } from "#app/page-rights.ts";
import { pageTable } from "#app/page-table.server.ts";
import type { PageName } from "#app/pages.ts";
import { type Browser, linkTo } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { logIn } from "../support/login.ts";
import { enterAll, entered, goToSummary } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { fileText } from "../support/repository.ts";
import { declaration } from "../support/termination.ts";

const portal = await portalForTests();

/** What the customer's links hold, and what a stranger without them makes up. */
interface Links {
  /** Offers: one to look at, one whose steps are filled in, one that is ordered. */
  offer: string;
  steps: string;
  order: string;
  /** An order whose number is not released. */
  refusedNumber: string;
  declinable: string;
  document: string;
  idv: string;
  coupon: string;
  customer: string;
  esimShown: string;
  prefill: string;
  novum: string;
  code: string;
  /** Query of a receipt. */
  termination: string;
  selfcare: string;
  withdrawal: string;
  barrier: string;
  objection: string;
  revocation: string;
  byName: string;
  favicon: string;
}

/** Where each page is; undefined for what takes posts alone. */
const addresses = (links: Links): Record<PageName, string | undefined> => ({
  home: "/",
  accessibility: "/barrierefreiheit",
  barrier: "/barriere-melden",
  "barrier-confirmation": `/barriere-melden/bestaetigung${links.barrier}`,
  "entry-novum": `/entry/novum?id=${links.novum}`,
  "offer-landing": "/angebot",
  "new-link": "/neuer-link",
  "new-link-sent": "/neuer-link/angefordert",
  "offer-failed": "/angebot/fehler",
  "offer-preview": `/angebot/preview/${links.offer}`,
  offer: `/angebot/${links.offer}`,
  "offer-error": `/angebot/${links.offer}/fehler`,
  "offer-decline": `/angebot/${links.declinable}/ablehnen`,
  "offer-login": `/angebot/${links.steps}/login`,
  "personal-data": `/angebot/${links.steps}/meine-daten`,
  "id-data": `/angebot/${links.steps}/ausweisdaten`,
  payment: `/angebot/${links.steps}/zahlung`,
  summary: `/angebot/${links.steps}/zusammenfassung`,
  confirmation: `/angebot/${links.order}/danke`,
  "order-email": `/angebot/${links.order}/e-mail`,
  "order-porting": `/angebot/${links.refusedNumber}/rufnummer`,
  esim: `/angebot/${links.order}/esim`,
  "esim-replacement": `/angebot/${links.esimShown}/neue-esim`,
  handover: `/angebot/${links.steps}/weitermachen`,
  "handed-over": links.code,
  "handover-code": "/weitermachen",
  "handover-found": links.code.replace(/^\/angebot\/[^/]+/, ""),
  "offer-document": `/angebot/${links.offer}/dokumente/${links.document}`,
  "offer-documents": `/angebot/${links.offer}/dokumente`,
  "order-paper": `/angebot/${links.order}/bestellung`,
  "login-return": "/anmeldung?state=00000000-0000-4000-8000-000000000000&code=x",
  "idv-selection": `/idv/${links.idv}`,
  "idv-pending": `/idv/${links.idv}/in-arbeit`,
  "idv-post-ident": `/idv/${links.coupon}/post-ident`,
  "idv-failed": `/idv/${links.idv}/fehlgeschlagen`,
  "idv-expired": `/idv/${links.idv}/abgelaufen`,
  "idv-success": `/idv/${links.idv}/erfolgreich`,
  "idv-consumed": `/idv/${links.idv}/angenommen`,
  "idv-completed": `/idv/${links.idv}/abgeschlossen`,
  "idv-coupon": `/idv/${links.coupon}/post-ident/coupon`,
  "idv-deadline": `/idv/${links.idv}/kalender`,
  "customer-data": `/kundendaten/${links.customer}`,
  "email-rejection": "/email-ablehnung?token=any&brand=o2",
  "objection-receipt": `/email-ablehnung/pdf${links.objection}`,
  revocation: `/einwilligungen?token=${links.offer}`,
  "revocation-by-name": "/einwilligungen/ohne-link",
  "revocation-by-name-receipt": `/einwilligungen/ohne-link/pdf${links.byName}`,
  "revocation-receipt": `/einwilligungen/pdf${links.revocation}`,
  termination: "/kuendigung",
  "termination-confirmation": `/kuendigung/bestaetigung${links.termination}`,
  "termination-receipt": `/kuendigung/bestaetigung/pdf${links.termination}`,
  "selfcare-termination": `/selfcarekuendigung?data=${links.prefill}&brand=o2`,
  "selfcare-error": "/selfcarekuendigung/error",
  "selfcare-confirmation": `/selfcarekuendigung/bestaetigung${links.selfcare}`,
  "selfcare-receipt": `/selfcarekuendigung/bestaetigung/pdf${links.selfcare}`,
  withdrawal: "/widerruf",
  "withdrawal-confirmation": `/widerruf/bestaetigung${links.withdrawal}`,
  "withdrawal-receipt": `/widerruf/bestaetigung/pdf${links.withdrawal}`,
  language: undefined,
  "session-end": "/eingaben-loeschen",
  "brand-asset": links.favicon,
});

/** A page that leads on to another one, or is called otherwise. */
const shownAs: Partial<Record<PageName, string>> = {
  "entry-novum": "offer",
  "offer-failed": "offer-error",
  "handover-found": "handed-over",
  "idv-pending": "idv-selection",
  "idv-failed": "idv-selection",
  "idv-expired": "idv-selection",
  "idv-success": "idv-selection",
  "idv-consumed": "idv-selection",
  "idv-completed": "idv-selection",
};

const typedName = entered.personalData.lastName;

async function isOpen(visitor: Browser, page: PageName, address: string): Promise<boolean> {
  // Who follows the way to an offer has looked at it, and may then fill in steps of their own.
  const follow = !["session", "ordered", "state"].includes(pageRights[page].opens);
  const got = await visitor.get(address, { follow });
  if (page === "personal-data" || page === "summary")
    expect(got.html.includes(typedName), `${page} has what was typed`).toBe(visitor === customer);
  if (got.name !== undefined && got.name !== (shownAs[page] ?? page)) return false;
  return pageTable[page].failure ? got.name !== undefined : got.status === 200;
}

const queryOf = (address = "") => address.slice(address.indexOf("?"));
const customer = portal.browser();

async function linksOfCustomer(): Promise<Links> {
  const offer = fresh("demo");
  const steps = fresh("demo");
  const order = fresh("demo-esim");
  await enterAll(customer, steps);
  const asked = await customer.get(`/angebot/${steps}/weitermachen`);
  const handover = await customer.submit(asked, {}, { follow: true });
  const [code = ""] = /\/angebot\/[^"\s]+\/weitermachen\/\w+/.exec(handover.html) ?? [];
  const esimShown = fresh("demo-esim");
  for (const token of [order, esimShown])
    await customer.submit(await goToSummary(customer, token), {}, { follow: true });
  await customer.submit(await customer.get(`/angebot/${esimShown}/esim`));
  const refusedNumber = fresh("demo-porting-stopped");
  await customer.submit(await goToSummary(customer, refusedNumber), {}, { follow: true });
  const { documents } = (await (await fetch(`${portal.origin}/api/offer/${offer}`)).json()) as {
    documents: { itemId: string; type: string }[];
  };
  const declare = async (path: string, fields: Parameters<Browser["post"]>[1]) =>
    queryOf((await customer.post(path, fields)).location);
  const prefill = fresh("demo");
  const selfcare = await customer.get(`/selfcarekuendigung?data=${prefill}&brand=o2`, { follow: true });
  const home = await customer.get("/");
  return {
    offer,
    steps,
    order,
    esimShown,
    refusedNumber,
    code,
    prefill,
    declinable: fresh("demo"),
    document: `${documents[0]?.itemId}/${documents[0]?.type}`,
    idv: fresh("demo"),
    coupon: fresh("post-ident"),
    customer: fresh("demo"),
    novum: fresh("demo"),
    termination: await declare("/kuendigung", declaration()),
    selfcare: queryOf((await customer.submit(selfcare, { email: "bo@example.com" })).location),
    withdrawal: await declare("/widerruf", declaration({ contractReference: "B-1" })),
    barrier: await declare("/barriere-melden", { description: `Zu klein ${fresh()}` }),
    objection: await declare(`/email-ablehnung?token=${fresh("demo")}&brand=o2`, {}),
    revocation: await declare(`/einwilligungen?token=${fresh("demo")}`, { all: "yes" }),
    byName: await declare("/einwilligungen/ohne-link", { name: "Ada", email: `${fresh()}@example.com` }),
    favicon: /href="(\/brands\/o2\/favicon[^"]+)"/.exec(home.html)?.[1] ?? "",
  };
}

function linksMadeUp({ favicon }: Links): Links {
  const token = "made-up";
  const signed = `?brand=o2&ref=${"a".repeat(43)}`;
  const sealed = `?token=${token}&brand=o2&done=${"a".repeat(60)}`;
  return {
    offer: token,
    steps: token,
    order: token,
    esimShown: token,
    refusedNumber: token,
    declinable: token,
    idv: token,
    coupon: token,
    customer: token,
    prefill: token,
    novum: token,
    favicon,
    document: "item/TYPE",
    code: `/angebot/${token}/weitermachen/aaaaaaaaaa`,
    termination: signed,
    selfcare: signed,
    withdrawal: signed,
    barrier: signed,
    objection: sealed,
    revocation: sealed,
    byName: sealed,
  };
}

/** In this order: the customer, in another browser, another customer who is logged in, a stranger with the link, one without. */
const opensTo: Record<Opener, boolean[]> = {
  nothing: [true, true, true, true, true],
  link: [true, true, true, true, false],
  signed: [true, true, true, true, false],
  code: [true, true, true, true, false],
  session: [true, false, false, false, false],
  ordered: [true, false, false, false, false],
  state: [false, false, false, false, false],
};
/** Open to whoever has any link, as what it opens is asked only once it is posted. */
const asksWhenPosted: PageName[] = ["email-rejection"];

test("each page opens to those whom its row names, and to nobody else", { timeout: 600_000 }, async () => {
  const links = await linksOfCustomer();
  const given = addresses(links);
  const madeUp = addresses(linksMadeUp(links));
  const other = portal.browser();
  await logIn(other, fresh("login"));
  const seen: Record<string, boolean[]> = {};
  const expected: Record<string, boolean[]> = {};
  for (const [name, { opens }] of Object.entries(pageRights)) {
    const page = name as PageName;
    const address = given[page];
    if (address === undefined) continue;
    seen[page] = [
      await isOpen(customer, page, address),
      await isOpen(portal.browser(), page, address),
      await isOpen(other, page, address),
      await isOpen(portal.browser(), page, address),
      await isOpen(portal.browser(), page, madeUp[page] ?? ""),
    ];
    expected[page] = opensTo[asksWhenPosted.includes(page) ? "nothing" : opens];
  }
  expect(seen).toEqual(expected);
  expect(linkTo(await customer.get(`/angebot/${links.order}/danke`), "eSIM einrichten")).toContain("/esim");
});

test("what a call is about decides which login goes with it", () => {
  const byLink = Object.entries(calls).filter(
    ([, { path, query, withoutLink }]) =>
      !withoutLink &&
      (/\{id\}/.test(path) || (query !== undefined && /declinemail|novum|prefill$/.test(path))),
  );
  const named = Object.entries(callRights).filter(([, { opens }]) => opens === "link" || opens === "ordered");
  expect(byLink.map(([name]) => name).sort()).toEqual(named.map(([name]) => name).sort());
});

test("a call that hands something out does so for its link, and the eSIM for its order's customer alone", async () => {
  const ordered = fresh("demo-esim");
  await customer.submit(await goToSummary(customer, ordered), {}, { follow: true });
  const tokens: Partial<Record<CallName, string>> = {
    idvCoupon: fresh("post-ident"),
    readEsim: ordered,
    offerSummary: ordered,
  };
  const ask = async (name: CallName, token: string, headers = {}) => {
    const { method, path, query }: Call = calls[name];
    const { documents } = (await (await fetch(`${portal.origin}/api/offer/demo`)).json()) as {
      documents: { itemId: string; type: string }[];
    };
    const [document] = documents;
    const address = path
      .replace("{brand}", "O2")
      .replace("{id}", token)
      .replace("{itemId}/{type}", `${document?.itemId}/${document?.type}`);
    const named = { data: token, id: token, brand: "O2", language: "de" };
    const given = query ? `?${new URLSearchParams(named)}` : "";
    const answer = await fetch(portal.origin + address + given, {
      method,
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": crypto.randomUUID(),
        ...headers,
      },
      ...(method === "POST" && { body: "{}" }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const handing = Object.entries(callRights).filter(
    ([name, { opens, hands }]) =>
      hands !== "nothing" &&
      (opens === "link" || opens === "ordered") &&
      (calls[name as CallName].method === "GET" || opens === "ordered"),
  ) as [CallName, (typeof callRights)[CallName]][];
  expect(handing.length).toBeGreaterThan(9);
  const stranger = { Authorization: "Bearer of-somebody-else" };
  for (const [name, { opens }] of handing) {
    const token = tokens[name] ?? fresh("demo");
    expect([name, "without the link", await ask(name, "made-up")]).toEqual([name, "without the link", 404]);
    if (opens === "ordered")
      expect([name, [401, 403].includes(await ask(name, token, stranger))]).toEqual([name, true]);
    expect([name, await ask(name, token)]).toEqual([name, 200]);
  }
});

test("the page table asks each page what a post to it counts", () => {
  const takes = Object.entries(pageTable).map(([name, { file }]) => {
    const source = fileText(`app/routes/${file}`);
    return [name, /^export (?:const|(?:async )?function) action\b/m.test(source)] as const;
  });
  const says = Object.entries(pageRights).map(([name, { posts }]) => [name, posts !== "none"] as const);
  expect(Object.fromEntries(takes)).toEqual(Object.fromEntries(says));
});

test("the threat model has the table", () => {
  const rows = [
    ...Object.entries(pageRights).map(
      ([name, { opens, often, posts, stranger }]) =>
        `| ${name} | ${opens} | ${often} | ${posts} | ${stranger} |`,
    ),
    ...Object.entries(callRights).map(
      ([name, { opens, hands, mails }]) => `| ${name} | ${opens} | ${hands} | ${mails} |`,
    ),
  ];
  const text = fileText("SECURITY.md").replaceAll(/ +/g, " ");
  expect(rows.filter((row) => !text.includes(row))).toEqual([]);
});
