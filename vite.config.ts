import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { stableNames } from "./tools/stable-names.ts";

export default defineConfig({
  plugins: [reactRouter(), stableNames()],
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
                  test: /\/app\/(?:ui|forms|i18n|domain|tracking|errors|pages)|\/app\/routes\/shell\//,
                },
              ],
            },
          },
        },
      },
    },
  },
});
