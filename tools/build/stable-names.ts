import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "vite";

const digest = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 6);
/** A chunk in the text of another, or of Vite's manifest. */
const named = /[\w.-]+\.js/g;

/**
 * Files whose names change with their own content only. A bundler names the chunks that a chunk imports by their hashes,
 * so that one edit renames all that import it, and what imports those. Here chunks import each other by plain names, and
 * pages carry an import map (decision 0025).
 */
export function stableNames(): Plugin {
  const module = "virtual:stable-names";
  return {
    name: "stable-names",
    applyToEnvironment: ({ config }) => config.consumer === "server" || config.command === "build",
    resolveId: (id) => (id === module ? `\0${module}` : undefined),
    load(id) {
      if (id !== `\0${module}`) return undefined;
      const client = join(this.environment.config.build.outDir, "../client/.vite");
      const file = join(client, "imports.json");
      const isBuild = this.environment.config.command === "build" && existsSync(file);
      const imports = isBuild ? readFileSync(file, "utf8") : "{}";
      const build = isBuild ? digest(readFileSync(join(client, "manifest.json"), "utf8")) : "";
      return `export default ${JSON.stringify({ build, imports })}`;
    },
    writeBundle: {
      order: "post",
      handler({ dir = "" }, bundle) {
        if (this.environment.name !== "client") return;
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const imported = new Set(chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]));
        const plain = new Map<string, string>();
        for (const { name, fileName } of chunks.filter(({ fileName }) => imported.has(fileName))) {
          const taken = [...plain.values()].filter((other) => other.split(".")[0] === name).length;
          plain.set(basename(fileName), taken === 0 ? `${name}.js` : `${name}.${taken}.js`);
        }
        const renamed = new Map<string, string>();
        /** By their code: what is the same for several pages is one file. */
        const files = new Map<string, string>();
        for (const { name, fileName } of chunks) {
          const file = join(dir, fileName);
          const code = readFileSync(file, "utf8").replace(named, (other) => plain.get(other) ?? other);
          const own = files.get(code) ?? `${name}-${digest(code)}.js`;
          files.set(code, own);
          renamed.set(basename(fileName), own);
          writeFileSync(file, code);
          renameSync(file, join(dir, "assets", own));
        }
        const manifest = join(dir, ".vite/manifest.json");
        const renamedIn = (text: string) => text.replace(named, (other) => renamed.get(other) ?? other);
        writeFileSync(manifest, renamedIn(readFileSync(manifest, "utf8")));
        const imports = [...plain].map(([file, name]) => [`/assets/${name}`, `/assets/${renamed.get(file)}`]);
        writeFileSync(
          join(dir, ".vite/imports.json"),
          JSON.stringify({ imports: Object.fromEntries(imports) }),
        );
      },
    },
  };
}
