import { existsSync, globSync } from "node:fs";
import { join, sep } from "node:path";
import { type RequestHandler, static as serveFolder } from "express";

const yearInSeconds = 365 * 24 * 60 * 60;
const precompressed = [
  { encoding: "br", ending: ".br" },
  { encoding: "gzip", ending: ".gz" },
] as const;
/** Paths that are only ever files: a missing one is not rendered as a page. */
const filesOnly = /^\/assets\/|\.(?:js|mjs|css|map|ico|woff2?)$/;

/** @param keptAssets folder with the assets of other builds, which come and go while this one runs */
export function staticFiles(folder: string, keptAssets?: string): RequestHandler[] {
  const files = new Set(globSync("**/*.*", { cwd: folder }).map((file) => `/${file.replaceAll(sep, "/")}`));
  const isKept = (path: string) =>
    /^\/assets\/[\w.-]+$/.test(path) && existsSync(join(keptAssets ?? "", path));
  return [
    filesOf(folder, (path) => files.has(path)),
    ...(keptAssets ? [filesOf(keptAssets, isKept)] : []),
    refuseUnknownFiles,
  ];
}

/** Names under `/assets` contain a content hash and are immutable; compressed siblings are sent if accepted. */
function filesOf(folder: string, has: (path: string) => boolean): RequestHandler {
  const serve = serveFolder(folder, {
    index: false,
    redirect: false,
    acceptRanges: false,
    setHeaders(response, path) {
      const hashed = path.includes(`${sep}assets${sep}`);
      response.setHeader(
        "Cache-Control",
        hashed ? `public, max-age=${yearInSeconds}, immutable` : "public, max-age=3600",
      );
    },
  });

  return (request, response, next) => {
    const { path } = request;
    if (!has(path) || (request.method !== "GET" && request.method !== "HEAD")) return next();
    response.locals.pattern = path.startsWith("/assets/") ? "/assets/*" : path;
    response.locals.quiet = true;
    const offered = precompressed.filter(({ ending }) => has(path + ending));
    if (offered.length === 0) return serve(request, response, next);
    response.vary("Accept-Encoding");
    // One by one: browsers name gzip first, and of several accepted encodings Express takes the first that they name.
    const chosen = offered.find(({ encoding }) => request.acceptsEncodings(encoding));
    if (chosen) {
      response.type(path.slice(path.lastIndexOf(".")));
      response.set("Content-Encoding", chosen.encoding);
      request.url = path + chosen.ending;
    }
    serve(request, response, next);
  };
}

export const refuseUnknownFiles: RequestHandler = (request, response, next) => {
  if (!filesOnly.test(request.path)) return next();
  response.locals.pattern = "(unknown file)";
  response.locals.quiet = true;
  response.status(404).set("Cache-Control", "no-store").type("text").send("There is no such file.\n");
};
