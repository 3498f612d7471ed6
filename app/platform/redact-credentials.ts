/** An address without what stands before its host; a password may have an `@`, too. */
function redactAddress(word: string): string {
  const start = word.indexOf("://");
  const end = word.lastIndexOf("@");
  return start >= 0 && end > start ? word.slice(0, start + 3) + word.slice(end + 1) : word;
}

/** A text for logs and operators, without the user names and passwords of the addresses in it. */
export const redactCredentials = (text: string): string =>
  text
    .replaceAll(/[^\s"'`]+/g, redactAddress)
    // PostgreSQL and Redis name the user whom they refuse.
    .replaceAll(/\b(user|role) "[^"]*"/g, "the $1")
    .replaceAll(/\bUser \S+ has no/g, "The user has no");
