import type { Request } from "express";

/** What forms without a file hold, with room to spare; of a larger one nothing is kept. */
const mostBytes = 64 * 1024;

/** The fields of a form that is turned away for now, so that its page can send it again. Files are left out. */
export async function turnedAwayForm(request: Request): Promise<[name: string, value: string][]> {
  const type = request.get("Content-Type");
  if (request.method !== "POST" || !type) {
    request.resume();
    return [];
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= mostBytes) chunks.push(chunk);
    }
    if (size > mostBytes) return [];
    const form = await new Response(Buffer.concat(chunks), { headers: { "Content-Type": type } }).formData();
    return [...form].filter((field): field is [string, string] => typeof field[1] === "string");
  } catch {
    return [];
  }
}
