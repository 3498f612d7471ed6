import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Area } from "../area.ts";

const types: Partial<Record<string, string>> = {
  ".avif": "image/avif",
  ".webp": "image/webp",
  ".svg": "image/svg+xml",
};

/** The pictures of the catalogue's devices, and a sample of the label of a guarantee. */
export const pictures: Area = {
  pages(app) {
    for (const name of readdirSync(import.meta.dirname)) {
      const type = types[extname(name)];
      if (!type) continue;
      const file = readFileSync(join(import.meta.dirname, name));
      app.get(`/sandbox/pictures/${name}`, (context) =>
        context.body(file, 200, {
          "content-type": type,
          "cache-control": "public, max-age=86400",
          "x-content-type-options": "nosniff",
        }),
      );
    }
  },
};
