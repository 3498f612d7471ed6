import { finished } from "node:stream/promises";
import type { Response as HostResponse, Request } from "express";
import { parseFormBody } from "#app/request/read-form.server.ts";
import { drainLimit } from "./body-limits.ts";

/** More than forms without a file contain; of a larger form, nothing is stored. */
const maxBytes = 64 * 1024;

/** The fields of a form that is turned away for now, so that its page can send it again. Files are left out. */
export async function turnedAwayForm(
  request: Request,
  response: HostResponse,
): Promise<[name: string, value: string][]> {
  if (request.method !== "POST") {
    request.resume();
    return [];
  }
  const chunks: Buffer[] = [];
  let size = 0;
  const isOverLimit = new Promise<void>((resolve) => {
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      if (size <= drainLimit) return;
      request.pause();
      response.set("Connection", "close");
      resolve();
    });
  });
  try {
    await Promise.race([finished(request), isOverLimit]);
    if (size > maxBytes) return [];
    const form = await parseFormBody(Buffer.concat(chunks), request.get("Content-Type") ?? "");
    return [...form].filter((field): field is [string, string] => typeof field[1] === "string");
  } catch {
    return [];
  }
}
