import { readFileSync } from "node:fs";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { createSandbox } from "#sandbox/app.ts";

// The sandbox, except that every offer is the one of `offer.json`: figures of two days compare code, not what the sandbox has
// learned to say.
const offer = JSON.parse(readFileSync(join(import.meta.dirname, "offer.json"), "utf8"));
const { offers, charges, documents } = offer;
const port = Number(process.env.SANDBOX_PORT);
const sandbox = createSandbox({
  database: process.env.SANDBOX_DATABASE ?? ":memory:",
  publicUrl: `http://127.0.0.1:${port}`,
});

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const answered = await sandbox.app.fetch(request);
  if (request.method !== "GET" || !answered.ok) return answered;
  if (/^\/api\/offer\/[^/]+$/.test(pathname)) return Response.json(offer);
  if (!/^\/api\/offer\/summary\/[^/]+$/.test(pathname)) return answered;
  const summary: object = await answered.json();
  return Response.json({ ...summary, offers, charges, documents });
}

serve({ fetch: answer, port, hostname: "127.0.0.1" }, () => console.log("ready"));
