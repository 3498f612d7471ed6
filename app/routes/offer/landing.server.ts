import { z } from "zod";
import { copiedPath } from "#app/domain/copied-link.ts";
import { accepted, asCode, bare, type Check, refused } from "#app/domain/user-input.ts";
import { defineForm, nothingStored } from "#app/forms/define-form.server.ts";
import { checkedBy, line } from "#app/forms/schema.server.ts";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { pageAt } from "#app/page-table.server.ts";
import { pathTo } from "#app/pages.ts";

/** A code as letters print it: what a path can hold as it is. */
const code = /^[\w~.-]{3,128}$/;

/** A path without a host is of this portal, whatever its name. */
const anyHost = "https://localhost";

/**
 * Where a link or a code from a letter leads: an address of the portal without language. Links broken over several lines
 * are put together, and what surrounds them, as in mails, left out; so is whatever stands before a page's path, as it may
 * be another brand's host.
 */
export function checkLink(typed: string | undefined): Check<string, "missing" | "unknown"> {
  const link = bare(asCode(typed).replace(/[\s<>]/g, ""));
  if (link === "") return refused("missing");
  if (code.test(link)) return accepted(pathTo("offer", { token: link }));
  const address = link.slice(Math.max(0, link.search(/https?:\/\//)));
  const url = URL.parse(/^(?:\w+:\/)?\//.test(address) ? address : `https://${address}`, anyHost);
  const path = withoutPrefix(copiedPath(url?.pathname ?? ""));
  const page = pageAt(path);
  if (!url || !(page?.start || page?.lookup)) return refused("unknown");
  return accepted(path + url.search.replaceAll("&amp;", "&"));
}

const schema = z.object({ link: line.transform(checkedBy("link", checkLink)) });
export const landingForm = defineForm({
  schema,
  texts: ["offer.landing"],
  initial: () => nothingStored(schema),
  providerNames: { link: null },
  sensitive: ["link"],
});
