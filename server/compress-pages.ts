import compression from "compression";
import type { RequestHandler } from "express";

const compress = compression({ threshold: 1024 });

/** Gzip for what is rendered. Brotli is for files made at build time: per response it halves the throughput. */
export const compressPages: RequestHandler = (request, response, next) => {
  const accepted = request.acceptsEncodings(["gzip", "identity"]);
  request.headers["accept-encoding"] = accepted || "identity";
  compress(request, response, next);
};
