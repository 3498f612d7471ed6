import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { root } from "./root.ts";

const development = process.argv.includes("--dev");
/** This file as JavaScript, if there is a build (tools/build/bundle-host.ts): started itself, it needs less memory. */
const built = resolve(root, process.env.BUILD_DIRECTORY ?? "build", "host/main.js");
const hasBuilt = !development && import.meta.filename.endsWith(".ts") && existsSync(built);

// Before anything else, as React chooses one of its two builds by it.
process.env.NODE_ENV = development ? "development" : (process.env.NODE_ENV ?? "production");
if (development && !process.env.API_BASE_URL) process.env.SANDBOX ??= "embedded";

if (hasBuilt) await import(built);
else
  try {
    const { startPortal } = await import("./portal.ts");
    await startPortal({ development });
    // For a process manager that waits for it.
    process.send?.("ready");
  } catch (error) {
    // Invalid settings, a port in use, no build: the operator needs the message, not the stack.
    console.error(error instanceof Error ? error.message : error);
    if (process.env.LOG_LEVEL === "debug") console.error(error);
    process.exit(1);
  }
