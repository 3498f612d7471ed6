import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { typedBefore } from "./forms/typed-before.ts";
import { nameBuild } from "./name-build.ts";
import { stepWithCode } from "./network/history-steps.ts";
import { followLinksWithoutNetwork } from "./network/links.ts";
import { guardReloads } from "./stale-chunk.ts";

nameBuild();
guardReloads();
followLinksWithoutNetwork();
stepWithCode();

/** Marks the end of hydration for performance measurements. */
function Portal() {
  useEffect(() => {
    performance.mark("hydrated");
  }, []);
  return <HydratedRouter />;
}

// Runs after the first paint (late-scripts.js): the page is complete and usable without it.
startTransition(() => {
  hydrateRoot(document, <Portal />, { onRecoverableError: typedBefore() });
});
