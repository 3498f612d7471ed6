import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { reloadOnStaleChunk } from "./stale-chunk.ts";

reloadOnStaleChunk();

/** Leaves a mark when React has taken over, for whoever measures how long customers wait for it. */
function Portal() {
  useEffect(() => {
    performance.mark("hydrated");
  }, []);
  return <HydratedRouter />;
}

// Runs after the first paint (late-scripts.js): the page is complete and usable without it.
startTransition(() => {
  hydrateRoot(document, <Portal />);
});
