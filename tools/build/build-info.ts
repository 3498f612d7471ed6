import { writeFileSync } from "node:fs";
import { artefactVersion, sourceCommit } from "./version.ts";

// After the build: records its version and commit for /version and metrics.
const commit = sourceCommit();
const info = { version: artefactVersion(commit), commit, builtAt: new Date().toISOString() };
writeFileSync(`${process.env.BUILD_DIRECTORY ?? "build"}/version.json`, `${JSON.stringify(info)}\n`);
