import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { reloadOnStaleChunk } from "./stale-chunk.ts";

reloadOnStaleChunk();

/** After the first paint: the page is complete and usable without it. */
function hydrate() {
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />);
  });
}
requestAnimationFrame(() => setTimeout(hydrate));
