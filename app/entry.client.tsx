import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { stepWithCode } from "./browser/history-steps.ts";
import { followLinksWithoutNetwork } from "./browser/links.ts";
import { nameBuild } from "./browser/name-build.ts";
import { guardReloads } from "./browser/stale-chunk.ts";
import { typedBefore } from "./browser/typed-before.ts";

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
