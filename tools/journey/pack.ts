// npm run pack-journeys -- [FOLDER]: the journey runner as a package that testers install without the portal's repository.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "vite";
import { artefactVersion } from "../build/version.ts";
import { calledWith } from "../usage.ts";

const usage = "npm run pack-journeys -- [FOLDER]; writes portal-journeys-VERSION.tgz there, or here.";
const { positionals } = calledWith(usage, { allowPositionals: true, options: {} });
const target = resolve(positionals[0] ?? ".");
const root = join(import.meta.dirname, "../..");
const folder = join(root, "build", "journeys");

const output = await build({
  root,
  configFile: false,
  publicDir: false,
  logLevel: "warn",
  build: {
    ssr: join(import.meta.dirname, "main.ts"),
    // `journeys/` is two folders above, as in the repository.
    outDir: join(folder, "lib", "journey"),
    emptyOutDir: true,
    target: "node20",
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
const chunks = [output].flat().flatMap((one) => ("output" in one ? one.output : []));
const imported = chunks.flatMap((one) =>
  one.type === "chunk" ? [...one.imports, ...one.dynamicImports] : [],
);

type Versions = Record<string, string>;
const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const own: { dependencies: Versions; devDependencies: Versions } = readJson(join(root, "package.json"));
const locked = { ...own.dependencies, ...own.devDependencies };
const dependencies = Object.fromEntries(Object.entries(locked).filter(([name]) => imported.includes(name)));

cpSync(join(import.meta.dirname, "package"), folder, { recursive: true });
cpSync(join(root, "journeys"), join(folder, "journeys"), { recursive: true });
const manifest = { ...readJson(join(folder, "package.json")), version: artefactVersion(), dependencies };
writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
mkdirSync(target, { recursive: true });
const packed = spawnSync("npm", ["pack", "--silent", "--pack-destination", target], {
  cwd: folder,
  stdio: "inherit",
});
process.exitCode = packed.status ?? 1;
