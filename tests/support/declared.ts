import type { ToldKind } from "#app/routes/declaration/receipt-kinds.ts";
import { type Browser, type Fields, linkTo, type Page } from "./browser.ts";
import { fresh } from "./fresh.ts";
import { all } from "./html.ts";
import { goToSummary } from "./offer.ts";
import { declaration, idOf, pdfOf, reasonFields } from "./termination.ts";

async function withdrawn(customer: Browser, token: string, parts: number): Promise<Page> {
  const done = await customer.submit(await goToSummary(customer, token), {}, { follow: true });
  const [form] = all(done.document, "form", { id: "withdraw" });
  const asked = await customer.submit(done, {}, { form, button: ["withdraw", ""], follow: true });
  const boxes = all(asked.document, "input", { name: "contractParts", type: "checkbox" });
  const contractParts = boxes.slice(0, parts).map(({ attributes }) => attributes.value ?? "");
  return customer.submit(asked, parts ? { contractParts } : {}, { follow: true });
}

async function declined(customer: Browser): Promise<Page> {
  const offer = await customer.get(`/angebot/${fresh()}`);
  return customer.submit(await customer.get(linkTo(offer, "Nicht angefragt?")), {}, { follow: true });
}

export const declared = (path: string, fields: Fields) => (customer: Browser) =>
  customer.post(path, fields, { follow: true });

export interface Declared {
  declares: (customer: Browser) => Promise<Page>;
  /** About what its sender is mailed, and whether that mail repeats what was declared. */
  mailed?: { about: (receipt: Page) => string; repeats?: true };
  /** It has none as a file: its page is all there is. */
  isPageOnly?: true;
  /** Its words are for the browser alone that has sent them. */
  isOwn?: true;
}

const byId = { mailed: { about: idOf, repeats: true } } as const;
export const special = (changes: Fields) => declaration({ cancellationType: "special", ...changes });
const tokenIn = ({ path }: Page) => new URL(path, "http://portal").searchParams.get("token") ?? "";

/** Each kind of what customers declare, by what is told of it. */
export const declarations: Record<ToldKind, Record<string, Declared>> = {
  termination: {
    "of a contract": { declares: declared("/kuendigung?brand=o2", declaration()), ...byId },
    "whose proof is missing": {
      declares: declared("/kuendigung?brand=o2", special({ reason: "SonstigerGrund" })),
      ...byId,
    },
    "for a move, with its proof": {
      declares: declared(
        "/kuendigung?brand=o2",
        special({ reason: "UmzugInland", ...reasonFields.UmzugInland, file: pdfOf(300) }),
      ),
      ...byId,
    },
    "with a payout": {
      declares: declared(
        "/kuendigung?brand=aldi",
        declaration({ payoutRequested: "yes", iban: "DE89 3704 0044 0532 0130 00" }),
      ),
      ...byId,
    },
  },
  selfcare: {
    "of the link's contract": {
      async declares(customer) {
        const path = `/selfcarekuendigung?data=${fresh()}&brand=o2`;
        return customer.submit(await customer.get(path, { follow: true }), {}, { follow: true });
      },
      ...byId,
    },
  },
  withdrawal: {
    "from an order that has arrived": {
      declares: (customer) => withdrawn(customer, fresh("demo-arrived"), 0),
      ...byId,
    },
    "from a part of an order": {
      declares: (customer) => withdrawn(customer, fresh("demo-yellow_vvl"), 1),
      ...byId,
    },
    "in words": {
      declares: declared("/widerruf?brand=o2", {
        lastName: "Muster",
        email: "ada@example.com",
        contractReference: "V-100",
      }),
      ...byId,
    },
  },
  objection: {
    "by its link": {
      declares: (customer) => declared(`/email-ablehnung?token=${fresh()}&brand=o2`, {})(customer),
    },
  },
  revocation: {
    "of one consent": {
      declares: (customer) =>
        declared(`/einwilligungen?token=${fresh("demo")}&brand=o2`, { "consents.marketing-phone": "yes" })(
          customer,
        ),
      mailed: { about: tokenIn },
    },
    "of all": {
      declares: (customer) =>
        declared(`/einwilligungen?token=${fresh("demo")}&brand=o2`, { all: "yes" })(customer),
      mailed: { about: tokenIn },
    },
  },
  revocationByName: {
    "of all": {
      declares: declared("/einwilligungen/ohne-link?brand=o2", {
        name: "Ada Muster",
        email: "ada@example.com",
      }),
    },
  },
  barrier: {
    "with an address": {
      declares: (customer) =>
        declared("/barriere-melden?brand=o2", {
          description: `Zu kleine Schrift ${fresh()}`,
          page: "/widerruf",
          name: "Ada Muster",
          email: `${fresh("ada").replace(/\W/g, "")}@example.com`,
        })(customer),
      mailed: { about: idOf },
      isPageOnly: true,
      isOwn: true,
    },
  },
  decline: {
    "of what nobody asked for": {
      declares: declined,
      mailed: { about: ({ path }) => path.split("/")[2] ?? "", repeats: true },
      isPageOnly: true,
    },
  },
};
