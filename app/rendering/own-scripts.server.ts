import { createHash, randomBytes } from "node:crypto";
import type { PageHashes } from "#app/middleware/content-security-policy.server.ts";

/**
 * A page as it is sent, with what its content security policy allows. In bytes from the renderer to the socket: as a string it
 * would take twice their memory, and be copied anew by each step.
 */
export interface RenderedPage extends PageHashes {
  plain: Buffer<ArrayBuffer>;
}

/** As the policy names it. */
export const hashSource = (text: string | Buffer): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Marks the scripts of the portal and of React Router while a page is rendered; an injected script does not have it. */
export const newMark = (): string => randomBytes(18).toString("base64url");

/** Hashes the marked scripts, which alone may run, and takes the marks out: pages of the same input are the same bytes. */
export function withoutMarks(page: Buffer, mark: string): Omit<RenderedPage, "styles"> {
  const parts = partsBetween(page, ` nonce="${mark}"`);
  const texts = parts.slice(1).map((rest) => rest.subarray(rest.indexOf(">") + 1, rest.indexOf("</script>")));
  const own = texts.filter(({ length }) => length > 0);
  return { plain: Buffer.concat(parts), scripts: own.map(hashSource) };
}

/** With a text in place of the mark, if that is there. */
export function filledIn(page: Buffer<ArrayBuffer>, mark: string, text: () => string): Buffer<ArrayBuffer> {
  const [before, after] = partsBetween(page, mark);
  return before && after ? Buffer.concat([before, Buffer.from(text()), after]) : page;
}

/** What stands before, between and after each occurrence of an ASCII text. */
function partsBetween(page: Buffer, text: string): Buffer[] {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = page.indexOf(text); at >= 0; at = page.indexOf(text, from)) {
    parts.push(page.subarray(from, at));
    from = at + text.length;
  }
  return [...parts, page.subarray(from)];
}
