import { z } from "zod";
import { copiedPath, decoded } from "#app/domain/copied-link.ts";
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

/** What stands before a code in a letter. */
const codeLabel = /^(?:ihr\s|your\s)?(?:angebots-?|offer\s|teklif\s)?(?:code|kodu?(?:nuz)?|link)\s*:\s*/i;

/** Where an address leads in this portal, without language; undefined if that is no page for a link. */
function pathIn(address: string): string | undefined {
  const url = URL.parse(/^(?:\w+:\/)?\//.test(address) ? address : `https://${address}`, anyHost);
  if (!url) return undefined;
  // Some mail programs write the first letter of a line, or all of a link's, large; a token stays as it is.
  const spelled = url.pathname.replace(/^(?:\/[a-z]{2}(?=\/))?\/[^/]+/i, (start) => start.toLowerCase());
  const path = withoutPrefix(copiedPath(spelled));
  const page = pageAt(path);
  return page?.start || page?.lookup ? path + url.search.replaceAll("&amp;", "&") : undefined;
}

/**
 * The link within one that a mail program's protection has wrapped: in its query (Outlook, Google, Barracuda), there with
 * other letters for % and / (Proofpoint 2), or in its path (Proofpoint 3).
 */
function wrappedIn(address: string): string[] {
  const url = URL.parse(address);
  if (!url) return [];
  const start = url.pathname.indexOf("__http");
  const end = url.pathname.indexOf("__;", start + 2);
  const inPath =
    start >= 0 && end > start
      ? url.pathname.slice(start + 2, end).replace(/^(https?:)\/+/, "$1//")
      : undefined;
  const inQuery = [...url.searchParams.values()].filter((value) => /^https?[:-]/.test(value));
  const proofpoint = inQuery.map((value) => decoded(value.replaceAll("-", "%").replaceAll("_", "/")));
  return [...(inPath ? [inPath + url.search] : []), ...inQuery, ...proofpoint];
}

/**
 * Where a link or a code from a letter leads: an address of the portal without language. Links broken over several lines
 * are put together, and what surrounds them, as in mails, left out; so is whatever stands before a page's path, as it may
 * be another brand's host.
 */
export function checkLink(typed: string | undefined): Check<string, "missing" | "unknown"> {
  const link = bare(
    asCode(typed)
      .replace(codeLabel, "")
      .replace(/[\s<>]/g, ""),
  );
  if (link === "") return refused("missing");
  if (code.test(link)) return accepted(pathTo("offer", { token: link }));
  const address = link.slice(Math.max(0, link.search(/https?:\/\//)));
  for (const one of [address, ...wrappedIn(address)]) {
    const path = pathIn(one);
    if (path !== undefined) return accepted(path);
  }
  return refused("unknown");
}

const schema = z.object({ link: line.transform(checkedBy("link", checkLink)) });
export const landingForm = defineForm({
  schema,
  texts: ["offer.landing"],
  initial: () => nothingStored(schema),
  providerNames: { link: null },
  sensitive: ["link"],
});
