import { createHash, randomBytes } from "node:crypto";
import type { PageHashes } from "#app/middleware/content-security-policy.server.ts";

/** A page as it is sent, with what its content security policy allows. */
export interface RenderedPage extends PageHashes {
  html: string;
}

/** As the policy names it. */
export const hashSource = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Marks the scripts of the portal and of React Router while a page is rendered; an injected script does not have it. */
export const newMark = (): string => randomBytes(18).toString("base64url");

/** Hashes the marked scripts, which alone may run, and takes the marks out: pages of the same input are the same bytes. */
export function withoutMarks(html: string, mark: string): Omit<RenderedPage, "styles"> {
  const [start = "", ...marked] = html.split(` nonce="${mark}"`);
  const texts = marked.map((rest) => rest.slice(rest.indexOf(">") + 1, rest.indexOf("</script>")));
  return { html: start + marked.join(""), scripts: texts.filter(Boolean).map(hashSource) };
}
