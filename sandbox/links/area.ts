import { randomUUID } from "node:crypto";
import { serviceCalls } from "../../app/backend/contract/services.ts";
import { aimedFaultOf, attemptMigrations, playAimed } from "../aimed-fault.ts";
import type { Api, ApiRequest } from "../api.ts";
import type { Area } from "../area.ts";
import { customerScenarioOf } from "../customer/area.ts";
import { storedCustomer } from "../customer/customers.ts";
import { identifiedCustomer as customerOfVerification } from "../identity/customer.ts";
import { verificationOf } from "../identity/machine.ts";
import { idvScenarioOf } from "../identity/token.ts";
import { endOfOffer } from "../offer/offers.ts";
import { liveOrder } from "../offer/orders.ts";
import { offerScenarioOf } from "../offer/token.ts";
import { sendMail } from "../outbox/outbox.ts";
import type { Sandbox } from "../sandbox.ts";
import { playListFault } from "../services/area.ts";
import { sandboxTexts } from "../texts.ts";

const betweenMailsMs = 60 * 60_000;

interface Owner {
  firstName: string;
  lastName: string;
  email?: string;
  /** The link has to be another one, as its own opens nothing any more. */
  isOver: boolean;
}

/** Who had the link of a page, by what it opens; undefined for a token that is none. */
function ownerOf(sandbox: Sandbox, path: string, token: string): Owner | undefined {
  if (path.includes("/kundendaten/")) {
    const scenario = customerScenarioOf(token);
    if (!scenario) return undefined;
    const { customer } = storedCustomer(sandbox.database, token, scenario.start);
    return { ...customer, isOver: scenario.expired === true || scenario.fault !== undefined };
  }
  if (path.includes("/idv/")) {
    const scenario = idvScenarioOf(token);
    if (!scenario) return undefined;
    const isOver =
      scenario.fault !== undefined || verificationOf(sandbox, token, scenario).state === "expired";
    return { ...customerOfVerification(sandbox, token), isOver };
  }
  if (/\/(?:einwilligungen|email-ablehnung)$/.test(path)) {
    const isOver = token.split("~")[0] === "expired";
    // Any link of a customer opens their consents.
    const isKnown = isOver || offerScenarioOf(token) || customerScenarioOf(token) || idvScenarioOf(token);
    return isKnown ? { ...customerOfVerification(sandbox, token), isOver } : undefined;
  }
  const scenario = offerScenarioOf(token);
  if (!scenario) return undefined;
  const order = liveOrder(sandbox, token);
  return {
    ...customerOfVerification(sandbox, token),
    ...order?.customer,
    isOver: scenario.fault !== undefined || (!order && endOfOffer(sandbox, scenario) < sandbox.now(token)),
  };
}

/** Mails the link, at most once an hour for each token, to the address that had the first one. */
function send(
  sandbox: Sandbox,
  { param, body, brand, language }: ApiRequest<typeof serviceCalls.sendNewLink>,
) {
  const token = param("id");
  const url = new URL(body.url);
  const owner = ownerOf(sandbox, url.pathname, token);
  const now = sandbox.now(token);
  const last = sandbox.database.one<{ at: string }>("SELECT at FROM new_links WHERE token = ?", token);
  if (!owner?.email || (last && now.getTime() - Date.parse(last.at) < betweenMailsMs)) return;
  sandbox.database.insert("new_links", { token, at: now.toISOString() }, "REPLACE");
  const other = `demo~${token.split("~")[1] ?? ""}${randomUUID().slice(0, 8)}`;
  if (owner.isOver && url.searchParams.has("token")) url.searchParams.set("token", other);
  else if (owner.isOver) url.pathname = [...url.pathname.split("/").slice(0, -1), other].join("/");
  const { subject, text, open } = sandboxTexts[language].sandbox.newLink;
  sendMail(sandbox, {
    to: owner.email,
    subject,
    kind: "new-link",
    reference: token,
    letter: {
      brand,
      language,
      customer: owner,
      blocks: [{ text }],
      action: { label: open, href: url.href },
    },
  });
}

/** What the provider does beyond the specification, and new links by mail. */
export const links: Area = {
  migrations: [
    { name: "links-1", sql: "CREATE TABLE new_links (token TEXT PRIMARY KEY, at TEXT NOT NULL)" },
    ...attemptMigrations,
  ],
  calls(api: Api, sandbox: Sandbox) {
    api.read(serviceCalls.abilities, () => ({ newLink: true }), {
      before: (request) => playListFault(sandbox, "abilities", request),
    });
    api.effect(serviceCalls.sendNewLink, (request) => send(sandbox, request), {
      before: ({ param, context }) => {
        const [name = ""] = param("id").split("~");
        const fault = name.startsWith("link-") ? aimedFaultOf(name, ["link"]) : undefined;
        return playAimed(sandbox, fault, "link", param("id"), context);
      },
    });
  },
};
