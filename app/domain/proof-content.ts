import { keysOf } from "./keys-of.ts";
import { type ProofFileType, proofFileTypes } from "./proof-file.ts";

/** As far as readers look for the header of a PDF: printers and mail programs write before it. */
export const proofHeadBytes = 1024;

const latin1 = new TextDecoder("latin1");

/** The type indicated by a file's first `proofHeadBytes` bytes; undefined for any other content. */
export function proofFileType(head: Uint8Array): ProofFileType | undefined {
  const found = keysOf(proofFileTypes).find((type) =>
    proofFileTypes[type].starts.every((byte, at) => head[at] === byte),
  );
  return (
    found ??
    (latin1.decode(head.subarray(0, proofHeadBytes)).includes("%PDF-") ? "application/pdf" : undefined)
  );
}

/** Photographs of iPhones as they are on the phone (ISO 23008-12), which few programs can open. */
const heic = /^.{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/s;

/** Why the content is not accepted, by its first `proofHeadBytes` bytes. */
export function proofFault(head: Uint8Array): "empty" | "heic" | "type" | undefined {
  if (head.byteLength === 0) return "empty";
  if (proofFileType(head)) return undefined;
  return heic.test(latin1.decode(head.subarray(0, 12))) ? "heic" : "type";
}

const encryption = "/Encrypt";
/**
 * Looks for encryption in the parts of a PDF, one after the other. It may open without a password all the same: such a file is
 * accepted, with words.
 */
export function lockFinder(): (part: Uint8Array) => boolean {
  let before = "";
  let found = false;
  return (part) => {
    const text = before + latin1.decode(part);
    found ||= text.includes(encryption);
    before = text.slice(-encryption.length);
    return found;
  };
}
