import { lockFinder, proofFileType } from "#app/domain/proof-content.ts";

/** Whether it is a PDF that may need a password. */
export async function mayBeLocked(file: File): Promise<boolean> {
  const content = new Uint8Array(await file.arrayBuffer());
  return proofFileType(content) === "application/pdf" && lockFinder()(content);
}
