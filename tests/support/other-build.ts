import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = join(import.meta.dirname, "../..");
export const testedBuild = resolve(root, process.env.BUILD_DIRECTORY ?? "build");

/** The tested build as after an edit of a shared file: other names, another id, no old file. */
export function otherBuild() {
  // In the same folder, as it imports from node_modules.
  const folder = join(root, `build-other-${process.pid}`);
  cpSync(testedBuild, folder, { recursive: true });
  const assets = join(folder, "client/assets");
  const server = join(folder, "server/index.js");
  const text = readFileSync(server, "utf8");
  const build = /"?build"?: ?"([\w-]{6})"/.exec(text)?.[1] ?? "";
  const [parts = "", manifest = ""] = ["parts-", "manifest-"].map(
    (start) => readdirSync(assets).find((file) => file.startsWith(start) && file.endsWith(".js")) ?? "",
  );
  const changed = (content: string) =>
    content
      .replaceAll(parts, "parts-other-00.js")
      .replaceAll(manifest, "manifest-other000.js")
      .replaceAll(`"${build}"`, '"other-00"');
  writeFileSync(server, changed(text));
  writeFileSync(join(assets, manifest), changed(readFileSync(join(assets, manifest), "utf8")));
  renameSync(join(assets, manifest), join(assets, "manifest-other000.js"));
  renameSync(join(assets, parts), join(assets, "parts-other-00.js"));
  for (const old of [parts, manifest])
    for (const ending of [".br", ".gz"]) rmSync(join(assets, old + ending), { force: true });
  const version = join(folder, "version.json");
  const info = JSON.parse(readFileSync(version, "utf8"));
  writeFileSync(version, JSON.stringify({ ...info, commit: "other", builtAt: new Date().toISOString() }));
  return {
    folder,
    oldParts: `/assets/${parts}`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
