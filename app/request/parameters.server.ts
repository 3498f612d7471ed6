import { linkParameter } from "#app/domain/copied-link.ts";
import type { PageName } from "#app/pages.ts";

const receipts = [
  ...([
    "termination-confirmation",
    "termination-receipt",
    "selfcare-confirmation",
    "selfcare-receipt",
  ] as const),
  ...(["withdrawal-confirmation", "withdrawal-receipt"] as const),
] as const;
const byLink = ["email-rejection", "objection-receipt", "revocation", "revocation-receipt"] as const;
const byName = ["revocation-by-name", "revocation-by-name-receipt"] as const;

/**
 * What pages read from the query of their address, besides `brand` and `lang`, which every page does. The OpenAPI document has
 * it from here, and routes read a query by nothing else (`eslint.config.js`).
 */
export const parameters = {
  id: ["entry-novum"],
  grund: ["offer-decline"],
  done: ["offer-decline", "order-email", "order-porting", ...byName, ...byLink],
  failed: ["offer-login"],
  cancelled: ["offer-login"],
  code: ["login-return"],
  state: ["login-return"],
  error: ["login-return"],
  aendern: ["personal-data", "id-data", "payment"],
  entwurf: ["offer", "selfcare-error"],
  receipt: ["customer-data"],
  proof: ["customer-data"],
  token: [...byLink, ...byName],
  data: ["selfcare-termination"],
  session: ["selfcare-error"],
  ref: [...receipts, "barrier-confirmation"],
  upload: receipts,
  fileFollows: receipts,
  bytes: receipts,
  returnTo: ["language"],
} as const satisfies Record<string, readonly PageName[]>;
type Parameter = keyof typeof parameters;

/** What this page reads, or each of these pages: a parameter without their names in its row does not compile. */
type ParameterOf<Page extends PageName> = {
  [Name in Parameter]: [Page] extends [(typeof parameters)[Name][number]] ? Name : never;
}[Parameter];

/** A parameter of the address of a page, which is named: `parameterOf<"login-return">(url, "code")`. Null without it. */
export const parameterOf = <Page extends PageName>(
  { searchParams }: URL,
  name: ParameterOf<Page>,
): string | null => searchParams.get(name);

/** Of a link in a mail or a letter, which may have been copied with its surroundings. */
export const parameterOfLink = <Page extends PageName>(
  url: URL,
  name: ParameterOf<Page> | "brand",
): string | null => linkParameter(url, name);
