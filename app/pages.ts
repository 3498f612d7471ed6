import { href } from "react-router";
import type { Guard } from "./domain/offer-steps.ts";

/** A page, and what the frame around it and the host in front of it have to know. */
export interface PageRow {
  path: `/${string}`;
  /** The route module, inside its folder's layout. */
  file: string;
  /** Guards of specification §2. */
  guards?: readonly Guard[];
  /** It does something with JavaScript. Other pages get none. */
  scripts?: true;
  /** What is typed into its form survives a change of language; the form's id is the page's name. */
  form?: true;
  /** Where its form leads, as patterns: their code is loaded while the form is sent. */
  next?: readonly string[];
  /** Its form takes a file, which is streamed and not read with it. */
  upload?: true;
  /** The token in its address is looked up: guessing one must not pay, so each look counts like a post. */
  lookup?: true;
  /** There is no customer in it: without a session it is rendered once for all, see `page-cache.server.ts`. */
  cacheable?: true;
  /** Takes a mail provider's one-click post (RFC 8058), which comes from a foreign site. */
  oneClick?: true;
  /** Part of a declaration that the law protects: never refused, however much there is to do. */
  declaration?: true;
}

const step = {
  guards: ["has-cart", "check-offer-personal-data"],
  scripts: true,
  lookup: true,
  next: ["ausweisdaten", "zahlung", "zusammenfassung", "danke"].map((path) => `/angebot/:token/${path}`),
} as const;

/** Every page by its `data-page` name. `routes.ts` builds the routes from it, and every link is made by `linkTo`. */
export const pages = {
  home: { path: "/", file: "routes/home/home.tsx", cacheable: true },
  accessibility: { path: "/barrierefreiheit", file: "routes/home/accessibility.tsx", cacheable: true },

  "entry-novum": { path: "/entry/novum", file: "routes/offer/novum.tsx", lookup: true },
  "offer-landing": { path: "/angebot", file: "routes/offer/landing.tsx", cacheable: true },
  "offer-failed": { path: "/angebot/fehler", file: "routes/offer/generic-error.tsx" },
  "offer-preview": { path: "/angebot/preview/:token", file: "routes/offer/preview.tsx", lookup: true },
  offer: {
    path: "/angebot/:token",
    file: "routes/offer/offer.tsx",
    guards: ["check-offer-personal-data"],
    lookup: true,
  },
  "offer-error": { path: "/angebot/:token/fehler", file: "routes/offer/offer-error.tsx", lookup: true },
  "offer-login": {
    path: "/angebot/:token/login",
    file: "routes/offer/login.tsx",
    guards: ["has-cart"],
    lookup: true,
  },
  "personal-data": {
    ...step,
    path: "/angebot/:token/meine-daten",
    file: "routes/offer/personal-data.tsx",
    form: true,
  },
  "id-data": {
    ...step,
    path: "/angebot/:token/ausweisdaten",
    file: "routes/offer/id-data.tsx",
    form: true,
  },
  payment: { ...step, path: "/angebot/:token/zahlung", file: "routes/offer/payment.tsx", form: true },
  summary: {
    ...step,
    path: "/angebot/:token/zusammenfassung",
    file: "routes/offer/summary.tsx",
    guards: ["check-offer-personal-data"],
  },
  confirmation: { path: "/angebot/:token/danke", file: "routes/offer/confirmation.tsx", lookup: true },
  "offer-document": {
    path: "/angebot/:token/dokumente/:itemId/:type",
    file: "routes/offer/document.ts",
    lookup: true,
  },
  "login-return": { path: "/anmeldung", file: "routes/offer/login-return.ts", lookup: true },

  "idv-selection": { path: "/idv/:token", file: "routes/identity/selection.tsx", lookup: true },
  "idv-pending": {
    path: "/idv/:token/in-arbeit",
    file: "routes/identity/pending.tsx",
    scripts: true,
    lookup: true,
  },
  "idv-post-ident": { path: "/idv/:token/post-ident", file: "routes/identity/post-ident.tsx", lookup: true },
  "idv-failed": { path: "/idv/:token/fehlgeschlagen", file: "routes/identity/outcome.tsx", lookup: true },
  "idv-expired": { path: "/idv/:token/abgelaufen", file: "routes/identity/outcome.tsx", lookup: true },
  "idv-success": { path: "/idv/:token/erfolgreich", file: "routes/identity/outcome.tsx", lookup: true },
  "idv-consumed": { path: "/idv/:token/angenommen", file: "routes/identity/outcome.tsx", lookup: true },
  "idv-completed": { path: "/idv/:token/abgeschlossen", file: "routes/identity/outcome.tsx", lookup: true },
  "idv-coupon": { path: "/idv/:token/post-ident/coupon", file: "routes/identity/coupon.ts", lookup: true },

  "customer-data": {
    path: "/kundendaten/:id",
    file: "routes/customer/customer-data.tsx",
    scripts: true,
    form: true,
    lookup: true,
  },

  "email-rejection": {
    path: "/email-ablehnung",
    file: "routes/email-rejection/email-rejection.tsx",
    scripts: true,
    form: true,
    oneClick: true,
    declaration: true,
  },

  termination: {
    path: "/kuendigung",
    file: "routes/termination/termination.tsx",
    cacheable: true,
    scripts: true,
    form: true,
    upload: true,
    next: ["/kuendigung/bestaetigung"],
    declaration: true,
  },
  "termination-confirmation": {
    path: "/kuendigung/bestaetigung",
    file: "routes/termination/confirmation.tsx",
    scripts: true,
    upload: true,
    lookup: true,
    declaration: true,
  },
  "termination-receipt": {
    path: "/kuendigung/bestaetigung/:format",
    file: "routes/termination/receipt-file.ts",
    lookup: true,
    declaration: true,
  },
  "selfcare-termination": {
    path: "/selfcarekuendigung",
    file: "routes/termination/selfcare.tsx",
    scripts: true,
    form: true,
    upload: true,
    lookup: true,
    next: ["/selfcarekuendigung/bestaetigung"],
    declaration: true,
  },
  "selfcare-error": {
    path: "/selfcarekuendigung/error",
    file: "routes/termination/selfcare-error.tsx",
    cacheable: true,
    declaration: true,
  },
  "selfcare-confirmation": {
    path: "/selfcarekuendigung/bestaetigung",
    file: "routes/termination/confirmation.tsx",
    scripts: true,
    upload: true,
    lookup: true,
    declaration: true,
  },
  "selfcare-receipt": {
    path: "/selfcarekuendigung/bestaetigung/:format",
    file: "routes/termination/receipt-file.ts",
    lookup: true,
    declaration: true,
  },

  withdrawal: {
    path: "/widerruf",
    file: "routes/withdrawal/withdrawal.tsx",
    cacheable: true,
    scripts: true,
    form: true,
    next: ["/widerruf/bestaetigung"],
    declaration: true,
  },
  "withdrawal-confirmation": {
    path: "/widerruf/bestaetigung",
    file: "routes/withdrawal/confirmation.tsx",
    scripts: true,
    lookup: true,
    declaration: true,
  },
  "withdrawal-receipt": {
    path: "/widerruf/bestaetigung/:format",
    file: "routes/withdrawal/receipt-file.ts",
    lookup: true,
    declaration: true,
  },

  language: { path: "/sprache", file: "routes/shell/language.ts" },
  "brand-asset": { path: "/brands/:slug/:file", file: "routes/shell/brand-asset.ts" },
} as const satisfies Record<string, PageRow>;

export type PageName = keyof typeof pages;

type ParamOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type ParamsOf<P extends PageName> = ParamOf<(typeof pages)[P]["path"]>;
/** A page's path parameters, if it has any. */
export type PageParams<P extends PageName> = [ParamsOf<P>] extends [never]
  ? []
  : [params: Record<ParamsOf<P>, string>];

/** `href` knows the routes one by one, as types; the table, whose rows they are made of, holds them all. */
const typedHref: (path: string, params?: Record<string, string>) => string = href as never;

/** The German form of a page's path. `linkTo` and `useLinkTo` put the language prefix in front. */
export function pathTo<P extends PageName>(page: P, ...[params]: PageParams<P>): string {
  return typedHref(pages[page].path, params);
}

/** The row of a page by its name, which is the id of its route; nothing for a route that is no page of this table. */
export const pageNamed = (name: string | undefined): PageRow | undefined =>
  name !== undefined && Object.hasOwn(pages, name) ? pages[name as PageName] : undefined;

const rows = Object.entries<PageRow>(pages).map(([name, row]) => ({
  ...row,
  name: name as PageName,
  segments: row.path.split("/"),
}));
// A path that is spelled out wins over one with a parameter in its place, as it does for the router.
rows.sort((a, b) => a.path.split(":").length - b.path.split(":").length);

/** The page at a path in its German form; nothing where there is none. Patterns of paths are found, too. */
export function pageAt(path: string) {
  const asked = path.split("/");
  return rows.find(
    ({ segments }) =>
      segments.length === asked.length &&
      segments.every(
        (segment, index) => segment === asked[index] || (segment.startsWith(":") && asked[index]),
      ),
  );
}
