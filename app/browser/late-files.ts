/** What works with chosen files: one chunk, so that all of it is there once a file was chosen. */
export * from "./file-fault.ts";
export * from "./locked-file.ts";
export * from "./smaller-picture.ts";
export * from "./stored-files.ts";
