import { findPackageJSON } from "node:module";
import { dirname } from "node:path";

/** The project's folder: of this file, and of what the build makes of it. */
export const root = dirname(findPackageJSON(import.meta.url) ?? "");
