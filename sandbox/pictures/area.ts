import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Area } from "../area.ts";

/** The pictures of the catalogue's devices. */
export const pictures: Area = {
  pages(app) {
    for (const name of readdirSync(import.meta.dirname)) {
      const format = extname(name).slice(1);
      if (format !== "avif" && format !== "webp") continue;
      const file = readFileSync(join(import.meta.dirname, name));
      app.get(`/sandbox/pictures/${name}`, (context) =>
        context.body(file, 200, {
          "content-type": `image/${format}`,
          "cache-control": "public, max-age=86400",
          "x-content-type-options": "nosniff",
        }),
      );
    }
  },
};
