import type { RequestHandler } from "express";
import { sendHostErrorPage } from "./host-error-page.ts";

const methods = ["GET", "HEAD", "POST"];

/**
 * Refuses what no page can answer, and settles which host was asked: from here on the `Host` header is the
 * one that the customer's browser used, as far as the proxy in front may be believed. Otherwise the adapter
 * would take the name from one header and the port from another.
 */
export const checkRequestLine: RequestHandler = (request, response, next) => {
  const host = request.host || "localhost";
  if (!isPath(request.originalUrl) || !isHost(host)) {
    return sendHostErrorPage(request, response, "bad-request");
  }
  request.headers.host = host;
  delete request.headers["x-forwarded-host"];
  next();
};

/** For the pages; the sandbox' API knows more methods. */
export const checkMethod: RequestHandler = (request, response, next) => {
  if (methods.includes(request.method)) return next();
  response.set("Allow", methods.join(", "));
  sendHostErrorPage(request, response, "method-not-allowed");
};

/** A name and a port alone: `a:1@b` and `b/a` would be one host for who splits them and another for who parses them. */
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
