import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { nameBuild } from "./name-build.ts";
import { followLinksWithoutNetwork } from "./network/links.ts";
import { reloadOnStaleChunk } from "./stale-chunk.ts";

nameBuild();
reloadOnStaleChunk();
followLinksWithoutNetwork();

/** Marks the end of hydration for performance measurements. */
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
