import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { forgetOldFiles } from "./browser/files.ts";
import { keepInput } from "./browser/keep-input.ts";
import { followLinksWithoutNetwork } from "./browser/links.ts";
import { reloadForStaleChunks } from "./browser/stale-chunk.ts";
import { closeTooltipsOnEscape } from "./browser/tooltips.ts";
import { forgetOldDrafts } from "./browser/typed-draft.ts";

forgetOldDrafts();
reloadForStaleChunks();
forgetOldFiles();
followLinksWithoutNetwork();
closeTooltipsOnEscape();

/** Marks the end of hydration for performance measurements. */
function Portal() {
  useEffect(() => {
    performance.mark("hydrated");
  }, []);
  return <HydratedRouter />;
}

// Runs after the first paint (late-scripts.js): the page is complete and usable without it.
startTransition(() => {
  hydrateRoot(document, <Portal />, { onRecoverableError: keepInput() });
});
