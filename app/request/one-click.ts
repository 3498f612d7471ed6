/** RFC 8058, section 3.1: the whole of the body. */
export const isOneClick = (posted: FormData): boolean =>
  [...posted].length === 1 && posted.get("List-Unsubscribe") === "One-Click";
