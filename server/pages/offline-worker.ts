import type { RequestHandler } from "express";

/**
 * Version 1.0.0 could register a service worker at this address. Browsers that have one ask for its script again with each
 * page: it unregisters itself.
 */
export const farewell: RequestHandler = (_, response) => {
  response
    .set("Cache-Control", "no-store")
    .type("js")
    .send(`addEventListener("install",()=>skipWaiting());
addEventListener("activate",e=>e.waitUntil(registration.unregister()));
`);
};
