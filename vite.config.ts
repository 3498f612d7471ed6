import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { lessForBrowsers } from "./tools/less-for-browsers.ts";
import { stableNames } from "./tools/stable-names.ts";

export default defineConfig({
  plugins: [reactRouter(), stableNames(), lessForBrowsers],
  build: { assetsInlineLimit: 0, sourcemap: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          treeshake: { manualPureFunctions: ["warning", "warningOnce", "warnOnce"] },
          output: {
            codeSplitting: {
              // Each chunk costs a preload link with a hash that does not compress: shared parts travel together.
              groups: [
                { name: "vendor", test: /node_modules/ },
                {
                  name: "parts",
                  // What one page alone uses travels with that page.
                  minShareCount: 2,
                  test: /\/app\/(?:ui|forms|i18n|domain|tracking|errors|network|page)|\/app\/routes\/shell\//,
                },
              ],
            },
          },
        },
      },
    },
  },
});
