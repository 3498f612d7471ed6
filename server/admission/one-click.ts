import type { Request } from "express";
import { isOneClick } from "#app/request/one-click.ts";
import { parseFormBody } from "#app/request/read-form.server.ts";
import { requestedPage } from "#server/pages/requested-page.ts";

const largest = 512;
const patienceMs = 5000;

/** Whether the request looks like a one-click unsubscribe, before its body is read. */
function mayBeOneClick(request: Request): boolean {
  const length = Number(request.get("Content-Length"));
  const { row, data } = requestedPage(request);
  return (
    request.method === "POST" &&
    row?.oneClick === true &&
    !data &&
    length > 0 &&
    length <= largest &&
    Boolean(request.is(["application/x-www-form-urlencoded", "multipart/form-data"]))
  );
}

/**
 * Whether the request is a one-click unsubscribe: its body is exactly the string of RFC 8058, section 3.1. Only then
 * may the post come from another site: it adds nothing to the link, whose token only the mail's reader knows, and it
 * uses no cookies. The body is put back for the page.
 */
export async function isOneClickPost(request: Request): Promise<boolean> {
  const body = mayBeOneClick(request) && (await bodyOf(request, Number(request.get("Content-Length"))));
  if (!body) return false;
  const form = await parseFormBody(Buffer.from(body), request.get("Content-Type") ?? "").catch(
    () => undefined,
  );
  return form !== undefined && isOneClick(form);
}

/** The whole body, which can still be read afterwards; undefined if it does not arrive. */
function bodyOf(request: Request, length: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const patience = setTimeout(() => finish(undefined), patienceMs);
    const finish = (body: Buffer | undefined) => {
      clearTimeout(patience);
      request.off("readable", look);
      request.off("close", giveUp);
      if (body) request.unshift(body);
      resolve(body?.length === length ? body : undefined);
    };
    const giveUp = () => finish(undefined);
    const look = () => {
      const body: Buffer | null = request.read(length);
      if (body) finish(body);
    };
    request.on("readable", look);
    request.once("close", giveUp);
    look();
  });
}
