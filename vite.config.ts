import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

const parts = /\/app\/(?:ui|forms|i18n|domain|tracking|errors|browser|page)|\/app\/routes\/shell\//;
/** What only pages of one kind share is nothing for the others to load. */
const partsOfSome = {
  steps: /offer\/steps|ui\/step-indicator/,
  products:
    /offer\/(?:products|documents|document-names)\.|domain\/prices|ui\/(?:price|device|document-list)/,
  tiles: /ui\/(?:tile-link|accordion|skeleton)/,
  "termination-form":
    /termination\/(?:termination-form|opened-modal)|termination-reasons|proof-file|file-field|tracking\/(?:catalogue|labels)|shell\/interactions/,
};

export default defineConfig({
  plugins: [reactRouter()],
  build: { assetsInlineLimit: 0, sourcemap: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
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
