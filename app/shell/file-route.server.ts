import { create as contentDisposition } from "content-disposition";
import type { PdfStream } from "#app/backend/pdf.server.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import { failureContext } from "./file-page.ts";

/**
 * The middleware of a route that streams a file. A route without a page would report errors as JSON; here the file is
 * served before any page is rendered, and a failure goes to the route's error boundary.
 * @param stream the file's response; throws redirects and state pages
 */
export const fileRoute = <Args extends { context: RequestContext; request: Request }>(
  stream: (args: Args) => Promise<Response>,
) => [
  async (args: Args, next: () => Promise<Response>): Promise<Response> => {
    // A file takes no posts: the router says so, with a page.
    if (args.request.method === "POST") return next();
    try {
      return await stream(args);
    } catch (answer) {
      if (answer instanceof Response) throw answer;
      args.context.set(failureContext, answer);
      return next();
    }
  },
];

/** A PDF shown in the browser; `name` is its name when saved. */
export const pdfResponse = ({ body, size }: Pick<PdfStream, "size"> & { body: BodyInit }, name: string) =>
  fileResponse(body, { type: "application/pdf", name, size });

export const calendarResponse = (text: string, name: string) =>
  fileResponse(text, { type: "text/calendar; charset=utf-8", name: `${name}.ics` });

interface FileHead {
  type: string;
  /** The file's name when saved, in any script. */
  name: string;
  size?: number | undefined;
  /** To be saved instead of shown. */
  attached?: boolean;
}

/** For clients that only read ASCII: German umlauts are transcribed, other letters lose their marks. */
const spelledOut = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/([aou])\u0308/gi, "$1e")
    .replaceAll("ß", "ss")
    .replaceAll("ı", "i")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]/g, "-");

export function fileResponse(body: BodyInit, { type, name, size, attached }: FileHead): Response {
  const named = { type: attached ? "attachment" : "inline", fallback: spelledOut(name) };
  const headers = new Headers({
    "Content-Type": type,
    "Content-Disposition": contentDisposition(name, named),
  });
  if (size !== undefined) headers.set("Content-Length", String(size));
  return new Response(body, { headers });
}
