import { createReadableStreamFromReadable, writeReadableStreamToWritable } from "@react-router/node";
import type { Request as HostRequest, Response as HostResponse, RequestHandler } from "express";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { SharedPage } from "#app/rendering/template.server.ts";
import type { BuildSource } from "#server/build.ts";
import { filledBody, type PageBody, renderedBody } from "./page-body.ts";
import { requestedPage } from "./requested-page.ts";

const underWay = new Set<Promise<void>>();
/** Resolves once all pages are made that were begun, also for customers who have hung up. */
export const pagesMade = () => Promise.all(underWay);

/**
 * Unlike React Router's own adapter for Express, sends a page in one piece with its length: browsers paint earlier, and
 * nothing is streamed twice.
 */
export function renderPages(build: BuildSource, mode: "production" | "development"): RequestHandler {
  const answer = answerPages(build, mode);
  return async (request, response, next) => {
    const context = new RouterContextProvider();
    response.locals.context = context;
    const page = answer(request)(toRequest(request, response), context)
      .then((made) => send(request, response, made))
      .catch(next);
    underWay.add(page);
    await page;
    underWay.delete(page);
  };
}

/**
 * React Router tries one route after the other, twice for each request: for a page of the table it knows only this one.
 */
function answerPages(build: BuildSource, mode: string) {
  const all = createRequestHandler(build, mode);
  const byPage = new Map<string, typeof all>();
  return (request: HostRequest) => {
    const page = requestedPage(request).row?.name;
    if (typeof build === "function" || page === undefined || !build.routes[page]) return all;
    let one = byPage.get(page);
    if (!one) {
      const routes: ServerBuild["routes"] = {};
      for (let id: string | undefined = page; id !== undefined; id = routes[id]?.parentId)
        routes[id] = build.routes[id];
      one = createRequestHandler({ ...build, routes: build.entry.module.holdData(routes) }, mode);
      byPage.set(page, one);
    }
    return one;
  };
}

function toRequest(request: HostRequest, response: HostResponse): Request {
  const url = `${request.protocol}://${request.headers.host}${request.originalUrl}`;
  const headers = request.headers as Record<string, string>;
  // A post is completed even if the client hangs up.
  if (request.method === "POST")
    return new Request(url, {
      method: "POST",
      headers,
      body: createReadableStreamFromReadable(request),
      duplex: "half",
    } as RequestInit);
  const hungUp = new AbortController();
  response.once("close", () => response.writableFinished || hungUp.abort());
  return new Request(url, { method: request.method, headers, signal: hungUp.signal });
}

/** Buffered content; anything else, such as a provider's document, is streamed. */
const inOnePiece = /^(?:text\/|application\/(?:problem\+)?json)/;

async function send(request: HostRequest, response: HostResponse, answer: Response): Promise<void> {
  if (response.destroyed || response.writableEnded) {
    await answer.body?.cancel();
    return;
  }
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers)
    if (name === "set-cookie") response.append(name, value);
    else response.setHeader(name, value);
  if (inOnePiece.test(answer.headers.get("Content-Type") ?? "")) {
    const { page } = answer as { page?: string | SharedPage };
    if (typeof page === "object") return sendWhole(request, response, filledBody(page.body, page.slots));
    const text = page ?? (await answer.text());
    if (text) sendWhole(request, response, renderedBody(text));
    else response.end();
    return;
  }
  if (!answer.body) {
    response.end();
    return;
  }
  await writeReadableStreamToWritable(answer.body, response).catch((error) => {
    if (!response.destroyed) throw error;
  });
}

/** Gzip for rendered pages: brotli per response halves the throughput and is for build-time files. */
export function sendWhole(request: HostRequest, response: HostResponse, body: PageBody): void {
  response.vary("Accept-Encoding");
  const zipped = request.acceptsEncodings(["gzip", "identity"]) === "gzip" ? body.gzip() : undefined;
  const bytes = zipped ?? body.plain();
  if (zipped) response.setHeader("Content-Encoding", "gzip");
  response.setHeader("Content-Length", bytes.length);
  response.end(bytes);
}
