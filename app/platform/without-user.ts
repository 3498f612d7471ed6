/** A text for logs and operators, without the user names and passwords of the addresses in it. */
export const withoutUser = (text: string): string =>
  text
    .replaceAll(/:\/\/[^\s"'`]*@/g, "://")
    // PostgreSQL and Redis name the user whom they refuse.
    .replaceAll(/\b(user|role) "[^"]*"/g, "the $1")
    .replaceAll(/\bUser \S+ has no/g, "The user has no");
