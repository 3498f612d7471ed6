import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createReadableStreamFromReadable } from "@react-router/node";
import type { Request as HostRequest, Response as HostResponse, RequestHandler } from "express";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { PageName } from "#app/pages.ts";
import { gzipped } from "#app/platform/compress.server.ts";
import type { BuildSource } from "#server/build.ts";
import { afterAnswer } from "#server/operation/answer-end.ts";
import { postedBody } from "./posted-body.ts";
import { requestedPage } from "./requested-page.ts";

const underWay = new Set<Promise<void>>();
/** Resolves once all pages in progress are finished, including those of customers who have disconnected. */
export const pagesMade = () => Promise.all(underWay);

interface Around {
  beforeMaking: (request: HostRequest, context: RouterContextProvider) => Promise<void>;
  /** May let a finished page wait. */
  beforeSending: (response: HostResponse, answer: Response) => Promise<void>;
}

/** Unlike React Router's own adapter for Express, sends a page in one piece with its length: browsers paint earlier. */
export function renderPages(
  build: BuildSource,
  mode: "production" | "development",
  { beforeMaking, beforeSending }: Around,
): RequestHandler {
  const handlerFor = handlersOf(build, mode);
  return async (request, response, next) => {
    const context = new RouterContextProvider();
    response.locals.context = context;
    const page = beforeMaking(request, context)
      .then(() => handlerFor(request)(toRequest(request, response), context))
      .then(async (made) => {
        await beforeSending(response, made);
        await send(request, response, made);
      })
      .catch(next);
    underWay.add(page);
    await page;
    underWay.delete(page);
  };
}

/**
 * React Router tries its routes one after another, and twice for each request. So each page has a handler that knows no other
 * page; what is no page of the table goes to the one that knows all.
 */
function handlersOf(build: BuildSource, mode: "production" | "development") {
  const ofAll = createRequestHandler(build, mode);
  if (typeof build === "function") return () => ofAll;
  const ofPages = new Map<PageName, typeof ofAll>();
  return (request: HostRequest) => {
    const name = requestedPage(request).row?.name;
    if (name === undefined || !build.routes[name]) return ofAll;
    const handler =
      ofPages.get(name) ?? createRequestHandler({ ...build, routes: routesTo(name, build.routes) }, mode);
    ofPages.set(name, handler);
    return handler;
  };
}

/** A page's route with those above it, and the one for paths that it does not take after all. */
function routesTo(page: PageName, all: ServerBuild["routes"]): ServerBuild["routes"] {
  const routes: ServerBuild["routes"] = {};
  for (const id of [page, "not-found"])
    for (let route = all[id]; route; route = all[route.parentId ?? ""]) routes[route.id] = route;
  return routes;
}

/** Made once: without a reason, each request would make an error with its stack. */
const answerIsOver = new DOMException("The answer was sent, or its customer has gone.", "AbortError");

function toRequest(request: HostRequest, response: HostResponse): Request {
  const url = `${request.protocol}://${request.headers.host}${request.originalUrl}`;
  // eslint-disable-next-line house/no-cast -- Node gives a list of `Set-Cookie` alone, which no request has
  const headers = request.headers as Record<string, string>;
  // A post is completed even if the client disconnects.
  if (request.method === "POST") {
    // The types of the DOM lack what Node asks for beside a stream.
    const streamed: RequestInit & { duplex: "half" } = {
      method: "POST",
      headers,
      body: createReadableStreamFromReadable(postedBody(request, request.app.locals.bodyStallSeconds)),
      duplex: "half",
    };
    return new Request(url, streamed);
  }
  // What a page has opened for its answer is closed after it, whether it was sent or not.
  const end = new AbortController();
  afterAnswer(response, () => end.abort(answerIsOver));
  // HEAD gets the headers of a page that is the same for everybody: Node leaves out the body.
  const method = requestedPage(request).row?.cacheable ? "GET" : request.method;
  return new Request(url, { method, headers, signal: end.signal });
}

/** Content types that are buffered; anything else, such as a provider's document, is streamed. */
const inOnePiece = /^(?:text\/|application\/(?:problem\+)?json)/;

/** Less than proxies reserve for them (docs/deploy.md): a longer answer makes one take the portal for broken. */
const maxHeaderBytes = 12 * 1024;

async function send(request: HostRequest, response: HostResponse, answer: Response): Promise<void> {
  if (response.destroyed || response.writableEnded) {
    await answer.body?.cancel();
    return;
  }
  const size = [...answer.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  if (size > maxHeaderBytes) {
    await answer.body?.cancel();
    throw new RangeError(`The headers of ${requestedPage(request).row?.name} have ${size} bytes.`);
  }
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers)
    if (name === "set-cookie") response.append(name, value);
    else response.setHeader(name, value);
  if (inOnePiece.test(answer.headers.get("Content-Type") ?? "")) {
    await sendWhole(request, response, Buffer.from(await answer.arrayBuffer()));
    return;
  }
  if (!answer.body) {
    response.end();
    return;
  }
  // A customer who no longer reads has gone, too.
  response.setTimeout(request.app.locals.bodyStallSeconds * 1000, () => response.destroy());
  // eslint-disable-next-line house/no-cast -- the DOM's type of it is not Node's
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), response).catch((error) => {
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });
}

/** Smaller pages are not worth compressing. */
const smallest = 1024;

/**
 * Gzip for rendered pages: brotli for each response would halve the throughput; it is for what is compressed only once.
 */
async function sendWhole(request: HostRequest, response: HostResponse, plain: Buffer): Promise<void> {
  // No cache stores the response to a post.
  if (request.method !== "POST") response.vary("Accept-Encoding");
  if (response.hasHeader("ETag") && request.fresh) {
    // Responds 304.
    response.send();
    return;
  }
  if (response.hasHeader("Content-Encoding")) {
    // Kept and compressed by the app.
    response.setHeader("Content-Length", plain.length);
    response.end(plain);
    return;
  }
  const accepts = request.acceptsEncodings(["gzip", "identity"]) === "gzip";
  const isZipped = accepts && plain.length >= smallest;
  if (isZipped) response.setHeader("Content-Encoding", "gzip");
  const bytes = isZipped ? await gzipped(plain) : plain;
  if (bytes.length > 0) response.setHeader("Content-Length", bytes.length);
  response.end(bytes);
}
