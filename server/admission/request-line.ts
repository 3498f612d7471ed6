import type { RequestHandler } from "express";
import { sendHostErrorPage } from "#server/pages/host-error-page.ts";

const methods = ["GET", "HEAD", "POST"];

/** RFC 9112, 3.2.2: a whole address, as clients send it to proxies. Its host then counts instead of `Host`. */
const wholeAddress = /^https?:\/\/([^/?#]+)(.*)$/is;

/**
 * As it is written in a redirect: an answer has to fit what proxies reserve for its headers, or they take the portal for
 * broken (docs/deploy.md).
 */
const longestAddress = 4096;

/** From here on, `Host` is the one that the browser used, as far as the proxy is trusted, and the target is a path. */
export const checkRequestLine: RequestHandler = (request, response, next) => {
  const [, named, target = ""] = wholeAddress.exec(request.originalUrl) ?? [];
  if (named) {
    request.headers.host = named;
    request.url = request.originalUrl = target.startsWith("/") ? target : `/${target}`;
  }
  const host = request.host || "localhost";
  const hosts = request.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === "host");
  const isWeb = ["http", "https"].includes(request.protocol);
  const hasHost = hosts.length === 1 || (hosts.length === 0 && request.httpVersion === "1.0");
  if (!hasHost || !isWeb || !isPath(request.originalUrl) || !isHost(host)) {
    return sendHostErrorPage(request, response, "bad-request");
  }
  const { pathname, search } = new URL(request.originalUrl, "http://localhost");
  if (pathname.length + search.length > longestAddress)
    return sendHostErrorPage(request, response, "address-too-long");
  request.headers.host = host;
  delete request.headers["x-forwarded-host"];
  next();
};

/** For pages; the sandbox's API accepts more methods. */
export const checkMethod: RequestHandler = (request, response, next) => {
  if (methods.includes(request.method)) return next();
  response.set("Allow", methods.join(", "));
  sendHostErrorPage(request, response, "method-not-allowed");
};

/** Name and port only: parsers disagree on the host in `a:1@b` and `b/a`. */
const isHost = (host: string) => !/[@/?#\\]/.test(host) && URL.canParse(`http://${host}`);

function isPath(url: string): boolean {
  if (!url.startsWith("/") || url.includes("\\")) return false;
  const [path = ""] = url.split("?");
  try {
    return !decodeURIComponent(path).includes("\0") && URL.canParse(url, "http://localhost");
  } catch {
    return false;
  }
}
