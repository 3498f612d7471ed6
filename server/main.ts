const development = process.argv.includes("--dev");
// First of all, as React chooses one of its two builds by it.
process.env.NODE_ENV = development ? "development" : (process.env.NODE_ENV ?? "production");
if (development && !process.env.API_BASE_URL) process.env.SANDBOX ??= "embedded";

try {
  const { startPortal } = await import("./portal.ts");
  await startPortal({ development });
  // For a process manager that waits for it.
  process.send?.("ready");
} catch (error) {
  // Wrong settings, a port in use, no build: the operator needs the message, not the stack.
  console.error(error instanceof Error ? error.message : error);
  if (process.env.LOG_LEVEL === "debug") console.error(error);
  process.exit(1);
}

export {};
