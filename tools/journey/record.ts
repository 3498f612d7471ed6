import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type Answer, read } from "./customer.ts";
import type { Fields } from "./journey.ts";

type Action = { open: string } | { send: Fields };

/**
 * Lets a browser walk the portal through an address of its own, and keeps the walk as a journey: what was opened, what
 * was typed, and where it led. Pages come without scripts, as the walker of journeys sees them.
 */
export async function record(portal: URL, file: string): Promise<boolean> {
  const steps: object[] = [];
  let token: string | undefined;
  let last: Answer | undefined;
  let action: Action | undefined;

  /** Only what was changed on the page: the rest comes with its form. */
  function typedIn(form: FormData): Fields {
    const typed: Fields = {};
    for (const [name, value] of form) {
      if (name === "submissionId" || name === "edition") continue;
      if (typeof value !== "string") typed[name] = { file: value.name, content: "%PDF-1.4" };
      else if (value !== (last?.form?.values[name] ?? "")) typed[name] = value;
    }
    return typed;
  }

  function opened({ pathname, search }: URL): Action {
    token ??= /\/(?:angebot|idv|kundendaten)\/(?:preview\/)?([^/]+)/.exec(pathname)?.[1];
    token ??= new URLSearchParams(search).get("token") ?? undefined;
    const path = pathname + search;
    return { open: token ? path.replaceAll(token, "{token}") : path };
  }

  async function keep(request: IncomingMessage, url: URL, body: Buffer, response: Response) {
    const type = request.headers["content-type"];
    const wasWaiting = last?.state === "Waiting";
    if (request.method === "POST" && type)
      action = {
        send: typedIn(
          await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData(),
        ),
      };
    else if (!wasWaiting) action ??= opened(url);
    if (response.headers.has("location") || !response.headers.get("content-type")?.startsWith("text/html"))
      return;
    const statuses = [response.status];
    last = { url, statuses, ...(await read(response)) };
    if (last.state === "Waiting" || !action) return;
    const { page, state, form } = last;
    const errors = Object.fromEntries(form?.errors.map(({ field, code }) => [field, code]) ?? []);
    steps.push({
      ...action,
      page,
      ...(response.status !== 200 && { status: response.status }),
      ...(state && { state }),
      ...(Object.keys(errors).length > 0 && { errors }),
    });
    action = undefined;
    const each = [{ token: (token ?? "demo").replace(/~.*/, "") }];
    writeFileSync(file, `${JSON.stringify({ title: "Recorded in a browser", each, steps }, null, 2)}\n`);
    console.log(`${steps.length}. ${page}${state ? ` ${state}` : ""}`);
  }

  async function forward(request: IncomingMessage, answer: ServerResponse) {
    const url = new URL(request.url ?? "/", portal);
    const body = await buffer(request);
    const headers = Object.entries(request.headers).filter(
      (pair): pair is [string, string] =>
        typeof pair[1] === "string" &&
        !["connection", "content-length", "host", "accept-encoding"].includes(pair[0]),
    );
    const response = await fetch(url, {
      method: request.method ?? "GET",
      headers: [
        ...headers.filter(([name]) => name !== "origin" && name !== "referer"),
        // As if the portal had been opened itself, and without scripts.
        ...(request.headers.origin ? [["origin", portal.origin] as [string, string]] : []),
        ["save-data", "on"],
      ],
      redirect: "manual",
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const isPage = request.headers["sec-fetch-dest"] ?? "document";
    if (isPage === "document") await keep(request, url, body, response.clone());
    answer.statusCode = response.status;
    for (const [name, value] of response.headers)
      if (!["content-encoding", "content-length", "set-cookie", "transfer-encoding"].includes(name))
        answer.setHeader(name, value.replaceAll(portal.origin, ""));
    answer.setHeader("set-cookie", response.headers.getSetCookie());
    answer.end(Buffer.from(await response.arrayBuffer()));
  }

  const server = createServer((request, answer) => {
    forward(request, answer).catch((error: Error) => answer.writeHead(502).end(error.message));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  console.log(`Walk at http://localhost:${port}/ and end with Ctrl+C; every step is kept in ${file}.`);
  await new Promise((resolve) => process.once("SIGINT", resolve).once("SIGTERM", resolve));
  server.close();
  server.closeAllConnections();
  return true;
}
