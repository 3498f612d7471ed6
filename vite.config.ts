import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { stableNames } from "./tools/stable-names.ts";

/** What is imported later has neither styles nor files of its own to load before. */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) =>
    id.endsWith("vite/preload-helper.js") ? "export const __vitePreload = (load) => load();" : undefined,
};

export default defineConfig({
  plugins: [reactRouter(), stableNames(), plainImports],
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
