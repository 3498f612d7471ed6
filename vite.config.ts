import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

const parts = /\/app\/(?:browser|domain|errors|forms|i18n|pages|shell|tracking|ui)/;
/**
 * What only pages of one kind share is nothing for the others to load. A group takes the dependencies of its files along,
 * unless a group before it has them.
 */
const partsOfSome = {
  help: /shell\/(?:qr-code|help-card)/,
  accordion: /ui\/accordion/,
  receipts: /ui\/(?:timeline|print-button)/,
  products: /offer\/goods\/|ui\/(?:device|document-list|price)|domain\/prices/,
  // Only the sandbox's gallery shows them in the browser.
  "order-view": /ui\/(?:step-indicator|order-view)/,
  steps: /offer\/steps\/(?!summary\.)/,
  // The only step that has them is the last one.
  summary: /offer\/steps\/summary\./,
  "late-styles": /late-styles|\.css/,
  tiles: /ui\/(?:tile-link|skeleton)/,
  interactions: /tracking\/(?:catalogue|labels)|shell\/interactions/,
  "user-input": /domain\/user-input/,
  proofs: /proof-file|file-field/,
  "termination-form": /termination\/termination-form|termination-reasons/,
};

export default defineConfig({
  plugins: [reactRouter()],
  build: { assetsInlineLimit: 0, sourcemap: false, cssTarget: "chrome79" },
  // Four hundred files of the app alone, in its one: a start, and each command, takes a sixth less CPU. What the host uses too
  // stays outside, as there must be one of it.
  ssr: { noExternal: ["kysely", "libphonenumber-js", "cockatiel", "@conform-to/zod", "@conform-to/dom"] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Else what only server content uses is imported for effects that it does not have.
          treeshake: {
            moduleSideEffects: [{ test: /\/app\/(?:domain|routes|shell|ui)\//, sideEffects: false }],
          },
          output: {
            codeSplitting: {
              // Each chunk costs a preload link with a hash that does not compress: shared parts travel together.
              groups: [
                { name: "vendor", test: /node_modules/ },
                {
                  name: "parts",
                  // What one page alone uses travels with that page.
                  minShareCount: 2,
                  test: (id) => parts.test(id) && !Object.values(partsOfSome).some((own) => own.test(id)),
                },
                ...Object.entries(partsOfSome).map(([name, test]) => ({ name, test })),
              ],
            },
          },
        },
      },
    },
  },
});
