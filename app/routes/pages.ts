/**
 * Every page by its `data-page` name: where it is, and the module that renders it. `routes.ts` builds the routes
 * from it, and every link is made by `pathTo`.
 */
export const pages = {
  home: { path: "/", file: "routes/home/home.tsx" },
  "offer-landing": { path: "/angebot", file: "routes/offer/landing.tsx" },
  "offer-failed": { path: "/angebot/fehler", file: "routes/offer/generic-error.tsx" },
  "offer-preview": { path: "/angebot/preview/:token", file: "routes/offer/preview.tsx" },
  offer: { path: "/angebot/:token", file: "routes/offer/offer.tsx" },
  "offer-error": { path: "/angebot/:token/fehler", file: "routes/offer/offer-error.tsx" },
  "offer-login": { path: "/angebot/:token/login", file: "routes/offer/login.tsx" },
  "personal-data": { path: "/angebot/:token/meine-daten", file: "routes/offer/personal-data.tsx" },
  "id-data": { path: "/angebot/:token/ausweisdaten", file: "routes/offer/id-data.tsx" },
  payment: { path: "/angebot/:token/zahlung", file: "routes/offer/payment.tsx" },
  summary: { path: "/angebot/:token/zusammenfassung", file: "routes/offer/summary.tsx" },
  confirmation: { path: "/angebot/:token/danke", file: "routes/offer/confirmation.tsx" },
  "offer-document": { path: "/angebot/:token/dokumente/:itemId/:type", file: "routes/offer/document.ts" },
  "idv-selection": { path: "/idv/:token", file: "routes/identity/selection.tsx" },
  "idv-pending": { path: "/idv/:token/in-arbeit", file: "routes/identity/pending.tsx" },
  "idv-post-ident": { path: "/idv/:token/post-ident", file: "routes/identity/post-ident.tsx" },
  "idv-failed": { path: "/idv/:token/fehlgeschlagen", file: "routes/identity/outcome.tsx" },
  "idv-expired": { path: "/idv/:token/abgelaufen", file: "routes/identity/outcome.tsx" },
  "idv-success": { path: "/idv/:token/erfolgreich", file: "routes/identity/outcome.tsx" },
  "idv-consumed": { path: "/idv/:token/angenommen", file: "routes/identity/outcome.tsx" },
  "idv-completed": { path: "/idv/:token/abgeschlossen", file: "routes/identity/outcome.tsx" },
  "idv-coupon": { path: "/idv/:token/post-ident/coupon", file: "routes/identity/coupon.ts" },
  "login-return": { path: "/anmeldung", file: "routes/offer/login-return.ts" },
  "customer-data": { path: "/kundendaten/:id", file: "routes/customer/customer-data.tsx" },
  "email-rejection": { path: "/email-ablehnung", file: "routes/email-rejection/email-rejection.tsx" },
  "entry-novum": { path: "/entry/novum", file: "routes/entry/novum.tsx" },
  termination: { path: "/kuendigung", file: "routes/termination/termination.tsx", upload: true },
  "termination-confirmation": {
    path: "/kuendigung/bestaetigung",
    file: "routes/termination/confirmation.tsx",
    upload: true,
  },
  "termination-receipt": { path: "/kuendigung/bestaetigung/pdf", file: "routes/termination/receipt.ts" },
  "selfcare-termination": { path: "/selfcarekuendigung", file: "routes/termination/selfcare.tsx" },
  "selfcare-error": { path: "/selfcarekuendigung/error", file: "routes/termination/selfcare-error.tsx" },
  "selfcare-confirmation": {
    path: "/selfcarekuendigung/bestaetigung",
    file: "routes/termination/selfcare-confirmation.tsx",
  },
  "selfcare-receipt": {
    path: "/selfcarekuendigung/bestaetigung/pdf",
    file: "routes/termination/selfcare-receipt.ts",
  },
  withdrawal: { path: "/widerruf", file: "routes/withdrawal/withdrawal.tsx" },
  "withdrawal-confirmation": { path: "/widerruf/bestaetigung", file: "routes/withdrawal/confirmation.tsx" },
  "withdrawal-receipt": { path: "/widerruf/bestaetigung/pdf", file: "routes/withdrawal/receipt.ts" },
  accessibility: { path: "/barrierefreiheit", file: "routes/home/accessibility.tsx" },
  language: { path: "/sprache", file: "routes/shell/language.ts" },
  "brand-asset": { path: "/brands/:slug/:file", file: "routes/shell/brand-asset.ts" },
} as const satisfies Record<string, PageRow>;

interface PageRow {
  path: `/${string}`;
  file: string;
  /** The form takes a file, which is streamed and not read with it. */
  upload?: true;
}

export type PageName = keyof typeof pages;

const byPath = new Map<string, PageRow>(Object.values(pages).map((row) => [row.path, row]));
/** The row of a route's pattern; undefined for a path that no page has. */
export const pageAt = (pattern: string) => byPath.get(pattern);

type ParamOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type ParamsOf<P extends PageName> = ParamOf<(typeof pages)[P]["path"]>;
/** What stands behind a page's name: its parameters, where its path has any. */
export type PageParams<P extends PageName> = [ParamsOf<P>] extends [never]
  ? []
  : [params: Record<ParamsOf<P>, string>];

/** The German form of a page's path. `linkTo` and `useLinkTo` put the language prefix in front. */
export function pathTo<P extends PageName>(page: P, ...params: PageParams<P>): string {
  const [given = {}]: Record<string, string>[] = params;
  return pages[page].path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? ""));
}
