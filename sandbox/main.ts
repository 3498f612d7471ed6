import { serve } from "@hono/node-server";
import { createSandbox } from "./app.ts";

/** Runs the sandbox as a process of its own: `npm run sandbox`. */
const port = Number(process.env.SANDBOX_PORT ?? process.env.PORT ?? 3001);
const host = process.env.HOST ?? "0.0.0.0";
const publicUrl = process.env.SANDBOX_PUBLIC_URL ?? `http://localhost:${port}`;
const { app, close } = createSandbox({
  database: process.env.SANDBOX_DATABASE ?? "data/sandbox.sqlite",
  publicUrl,
  words: process.env.SANDBOX_WORDS,
});

const server = serve({ fetch: app.fetch, port, hostname: host, serverOptions: { requestTimeout: 0 } }, () =>
  console.log(
    `Sandbox of the provider's API: ${publicUrl}/openapi.json, mails at ${publicUrl}/sandbox/outbox`,
  ),
);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    server.close(() => {
      close();
      process.exit(0);
    });
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
