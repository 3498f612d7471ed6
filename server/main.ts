const development = process.argv.includes("--dev");
// Before anything reads it: React decides by it which of its two builds is loaded.
process.env.NODE_ENV = development ? "development" : (process.env.NODE_ENV ?? "production");
if (development && !process.env.API_BASE_URL) process.env.SANDBOX ??= "embedded";

try {
  const { startPortal } = await import("./portal.ts");
  await startPortal({ development });
  // For a process manager that waits for it.
  process.send?.("ready");
} catch (error) {
  // Wrong settings, a port in use, no build: for an operator to read, the stack says nothing about them.
  console.error(error instanceof Error ? error.message : error);
  if (process.env.LOG_LEVEL === "debug") console.error(error);
  process.exit(1);
}

export {};
