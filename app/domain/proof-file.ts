import { normalize } from "./user-input.ts";

/** Accepted proofs, recognised by their first bytes and never by file name or declared type. */
export const proofFileTypes = {
  "application/pdf": { extension: "pdf", starts: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  "image/jpeg": { extension: "jpg", starts: [0xff, 0xd8, 0xff] },
  "image/png": { extension: "png", starts: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
} as const;
export type ProofFileType = keyof typeof proofFileTypes;

/** In bytes: 10 MiB, the generous reading of the 10 MB in product decisions §4. */
export const proofFileLimit = 10 * 1024 * 1024;

/** Field of a declaration whose file follows from its receipt: by what the browser has kept it, as opaque to us. */
export const followingField = "fileFollows";

/** The value of such a field or parameter; undefined if it cannot be one. */
export const followingKey = (value: unknown): string | undefined =>
  typeof value === "string" && /^[\w-]{1,40}$/.test(value) ? value : undefined;

/**
 * Why a file was not accepted. Texts: `termination.upload.<reason>`. `onlyFirst`: it came behind another; `locked`: it was,
 * and may need a password; `failed`: it did not reach the provider;
 * `waiting`: its declaration has not reached the provider yet either; `unknown`: nobody knows yet whether it did.
 */
export const uploadReasons = [
  "tooLarge",
  "type",
  "heic",
  "locked",
  "empty",
  "missing",
  "onlyFirst",
  "failed",
  "waiting",
  "unknown",
] as const;
export type UploadReason = (typeof uploadReasons)[number];

/** A file name to show and to forward: readable, at most 80 characters, with the extension of the file's real type. */
export function proofFileName(name: string | undefined, type: ProofFileType): string {
  const { extension } = proofFileTypes[type];
  const stem = normalize(name)
    .replace(/^\.+|\.[^.]*$/g, "")
    .replace(/[\\/:*?"<>|]/g, "")
    .trim();
  return `${[...stem].slice(0, 76).join("") || "nachweis"}.${extension}`;
}
