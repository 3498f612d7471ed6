/** The code of an error of the system or of a driver, such as `ECONNREFUSED`. */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What was thrown as an error, whatever it is. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));
