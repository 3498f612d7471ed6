import { z } from "zod";
import { accepted, type Check, refused } from "#app/domain/user-input.ts";
import { defineForm, nothingStored } from "#app/forms/define-form.server.ts";
import { checkedBy, line } from "#app/forms/schema.server.ts";
import { journeyAt, pageAt } from "#app/page-table.server.ts";
import { checkLink } from "./landing.server.ts";

/** Where a link of each journey leads that a customer has a token for. */
const starts = { offer: "offer", identity: "idv-selection", customer: "customer-data" } as const;
const renewed: Partial<Record<string, (typeof starts)[keyof typeof starts]>> = starts;

/** Their token is in the query. */
const ofMails = ["revocation", "email-rejection"] as const;

export interface LinkedPage {
  page: (typeof starts)[keyof typeof starts] | (typeof ofMails)[number];
  token: string;
}

/** A link with a token, or the code of an offer: what another one can be sent for. */
export function checkOldLink(typed: string | undefined): Check<LinkedPage, "missing" | "unknown"> {
  const link = checkLink(typed);
  if (!link.ok) return link;
  const [path = "", query] = link.value.split("?");
  const ofMail = ofMails.find((name) => name === pageAt(path)?.name);
  if (ofMail) {
    const token = new URLSearchParams(query).get("token");
    return token ? accepted({ page: ofMail, token }) : refused("unknown");
  }
  const page = renewed[journeyAt(path) ?? ""];
  const at =
    pageAt(path)
      ?.path.split("/")
      .findIndex((part) => part === ":token" || part === ":id") ?? -1;
  const token = path.split("/")[at];
  return page && token ? accepted({ page, token }) : refused("unknown");
}

const schema = z.object({ link: line.transform(checkedBy("link", checkOldLink)) });
export const newLinkForm = defineForm({
  schema,
  texts: ["offer.newLink"],
  initial: () => nothingStored(schema),
  providerNames: { link: null },
  sensitive: ["link"],
});
