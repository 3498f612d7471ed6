/** In this browser's storage while it keeps a file. */
export const keptMark = "kept-files";
