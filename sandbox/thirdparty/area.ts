import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Area } from "../area.ts";

const scripts = ["consent-manager", "tag-manager", "personalisation", "inspector"] as const;

/**
 * Stand-ins for consent manager, tag manager and personalisation, and a view of the page's data layer. They implement
 * only the interfaces that the portal uses, and store nothing.
 */
export const thirdParties: Area = {
  pages(app) {
    for (const name of scripts) {
      const source = readFileSync(join(import.meta.dirname, `${name}.js`), "utf8");
      app.get(`/sandbox/thirdparty/${name}`, (context) =>
        context.body(source, 200, {
          "content-type": "text/javascript; charset=utf-8",
          "cache-control": "no-cache",
          "x-content-type-options": "nosniff",
        }),
      );
    }
    app.get("/sandbox/thirdparty/collect", (context) => context.body(null, 204));
  },
};
