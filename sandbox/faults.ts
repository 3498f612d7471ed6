import { setTimeout as wait } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { languageOf } from "./language.ts";
import { codedRefusal, downtimeOf, fieldRefusal, type ProblemBody } from "./problem.ts";
import { sandboxTexts } from "./texts.ts";

/** What a call can do instead of responding normally. */
export type Fault =
  | { kind: "code"; code: string }
  | { kind: "http"; status: number }
  | { kind: "slow"; ms: number }
  | { kind: "errors"; field: string | undefined }
  | { kind: (typeof plainFaults)[number] };

const plainFaults = ["hangup", "cut", "garbage", "badshape", "endless", "huge"] as const;

const longest = 120_000;
const hugeBytes = 64 * 1024 * 1024;

/**
 * Reads a fault as it is written in tokens: `DOWNTIME` (any upper-case code), `http-502`, `slow-3000`, `hangup`,
 * `cut`, `garbage`, `badshape`, `endless`, `huge`, `errors`, `errors-<field>`, `fail` (= `http-500`).
 */
export function parseFault(text: string): Fault | undefined {
  const http = /^http-([2-5]\d\d)$/.exec(text);
  if (http) return { kind: "http", status: Number(http[1]) };
  const slow = /^slow-(\d{1,9})$/.exec(text);
  if (slow) return { kind: "slow", ms: Math.min(Number(slow[1]), longest) };
  const errors = /^errors(?:-([A-Za-z.]+))?$/.exec(text);
  if (errors) return { kind: "errors", field: errors[1] };
  if (/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(text)) return { kind: "code", code: text };
  if (text === "fail") return { kind: "http", status: 500 };
  const kind = plainFaults.find((one) => one === text);
  return kind && { kind };
}

/**
 * Plays the fault. Returns the response to send, or undefined if the call continues (`slow`, after its delay).
 * @throws Refusal for coded errors and error lists.
 */
export async function actOut(
  fault: Fault,
  context: Context,
  now: Date,
  extra: ProblemBody = {},
): Promise<Response | undefined> {
  switch (fault.kind) {
    case "slow":
      await wait(fault.ms, undefined, { ref: false });
      return undefined;
    case "code":
      throw codedRefusal(fault.code, { ...downtimeOf(fault.code, now), ...extra });
    case "errors":
      throw fieldRefusal([
        {
          field: fault.field ?? "customer.email",
          code: "INVALID",
          message: sandboxTexts[languageOf(context.req.header("accept-language"))].sandbox.refused.field,
        },
      ]);
    case "http": {
      const isRedirect = fault.status >= 300 && fault.status < 400;
      const headers = new Headers(isRedirect ? { location: "/sandbox/elsewhere" } : {});
      return new Response(null, { status: fault.status, headers });
    }
    case "garbage":
      return new Response("<!doctype html><title>Proxy</title><p>This is no JSON", {
        headers: { "content-type": "application/json" },
      });
    case "badshape":
      return Response.json({ offers: "none", code: 42, result: ["?"], data: null });
    case "hangup":
      return hangUp(context);
    case "cut":
      return cutOff(context);
    case "endless":
      return stream(context, Number.POSITIVE_INFINITY, 200);
    case "huge":
      return stream(context, hugeBytes, 0);
  }
}

const nodeSide = (context: Context) => context.env as Partial<HttpBindings> | undefined;

/** Simulates a broken connection where the request has no socket. */
const brokenBody = () => new ReadableStream({ start: (body) => body.error(new Error("hangup")) });

/** Closes the connection without sending a byte. */
function hangUp(context: Context): Response {
  const socket = nodeSide(context)?.incoming?.socket;
  if (!socket) return new Response(brokenBody());
  socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Announces JSON, sends the first half, and closes the connection. */
function cutOff(context: Context): Response {
  const headers = { "content-type": "application/json", "content-length": "4096" };
  const outgoing = nodeSide(context)?.outgoing;
  if (!outgoing) return new Response(brokenBody(), { headers });
  outgoing.writeHead(200, headers);
  outgoing.write('{"offerId":"cut","offers":[{"id":"it', () => outgoing.socket?.destroySoon());
  return RESPONSE_ALREADY_SENT;
}

/** JSON white space, `bytes` bytes of it, with `pauseMs` between its pieces. */
function stream(context: Context, bytes: number, pauseMs: number): Response {
  const piece = new TextEncoder().encode(" ".repeat(pauseMs ? 1024 : 65_536));
  const end = performance.now() + longest;
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (pauseMs) await wait(pauseMs, undefined, { ref: false });
      if (context.req.raw.signal.aborted || performance.now() > end || sent >= bytes)
        return controller.close();
      sent += piece.length;
      controller.enqueue(piece);
    },
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}
