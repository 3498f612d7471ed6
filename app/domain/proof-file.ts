import { composed } from "./user-input.ts";

/** Accepted proofs, recognised by their first bytes and never by name or declared type. */
export const proofFileTypes = {
  "application/pdf": { extension: "pdf", starts: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  "image/jpeg": { extension: "jpg", starts: [0xff, 0xd8, 0xff] },
  "image/png": { extension: "png", starts: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
} as const;
export type ProofFileType = keyof typeof proofFileTypes;

/** Longer than the longest signature: some programs write a byte order mark or blanks before that of a PDF. */
export const proofHeadBytes = 32;
/** 10 MiB: the generous reading of 10 MB. */
export const proofFileLimit = 10 * 1024 * 1024;

/**
 * Why a file was not taken. Texts: `termination.upload.<reason>`. `failed`: it did not reach the provider; `waiting`:
 * nor did its declaration yet; `unknown`: nobody knows yet whether it did. */
export const uploadReasons = [
  "tooLarge",
  "type",
  "empty",
  "missing",
  "failed",
  "waiting",
  "unknown",
] as const;
export type UploadReason = (typeof uploadReasons)[number];

/** The type that a file's first bytes show; undefined for any other content. */
export function proofFileType(head: Uint8Array): ProofFileType | undefined {
  const rows = Object.entries(proofFileTypes) as [ProofFileType, { starts: readonly number[] }][];
  const text = new TextDecoder("latin1").decode(head.subarray(0, proofHeadBytes));
  const blanks = /^(?:ï»¿)?\s*(?=%PDF-)/.exec(text);
  const from = blanks?.[0].length ?? 0;
  return rows.find(([, { starts }]) => starts.every((byte, at) => head[from + at] === byte))?.[0];
}

/** A name to show and to send on: readable, at most 80 characters, with the extension of what the file really is. */
export function proofFileName(name: string | undefined, type: ProofFileType): string {
  const { extension } = proofFileTypes[type];
  const stem = composed(name ?? "")
    .replace(/^\.+|\.[^.]*$/g, "")
    .replace(/[\p{C}\\/:*?"<>|]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return `${[...stem].slice(0, 76).join("") || "nachweis"}.${extension}`;
}
