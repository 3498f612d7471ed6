import { href } from "react-router";
import { isKeyOf } from "#app/domain/keys-of.ts";

/** What browsers know about a page. Everything else about it is in `page-table.server.ts`. */
export interface PageInBrowsers {
  path: `/${string}`;
  /** It does something with JavaScript. Other pages load none. */
  scripts?: true;
  /** The input in its form has to survive a change of language; the form's id is the page's name. */
  form?: true;
}

/** Every page by its `data-page` name, which is the id of its route. Every link is made from it by `linkTo`. */
export const pages = {
  home: { path: "/" },
  accessibility: { path: "/barrierefreiheit" },
  barrier: { path: "/barriere-melden", scripts: true, form: true },
  "barrier-confirmation": { path: "/barriere-melden/bestaetigung" },
  "entry-novum": { path: "/entry/novum" },
  "offer-landing": { path: "/angebot", form: true },
  "new-link": { path: "/neuer-link", form: true },
  "new-link-sent": { path: "/neuer-link/angefordert" },
  "offer-failed": { path: "/angebot/fehler" },
  "offer-preview": { path: "/angebot/preview/:token" },
  offer: { path: "/angebot/:token" },
  "offer-error": { path: "/angebot/:token/fehler" },
  "offer-decline": { path: "/angebot/:token/ablehnen" },
  "offer-login": { path: "/angebot/:token/login" },
  "personal-data": { path: "/angebot/:token/meine-daten", scripts: true, form: true },
  "id-data": { path: "/angebot/:token/ausweisdaten", scripts: true, form: true },
  payment: { path: "/angebot/:token/zahlung", scripts: true, form: true },
  summary: { path: "/angebot/:token/zusammenfassung", scripts: true },
  confirmation: { path: "/angebot/:token/danke" },
  "order-porting": { path: "/angebot/:token/rufnummer", scripts: true, form: true },
  "order-email": { path: "/angebot/:token/e-mail", scripts: true, form: true },
  esim: { path: "/angebot/:token/esim" },
  "esim-replacement": { path: "/angebot/:token/neue-esim" },
  handover: { path: "/angebot/:token/weitermachen" },
  "handed-over": { path: "/angebot/:token/weitermachen/:code" },
  "handover-code": { path: "/weitermachen", form: true },
  "handover-found": { path: "/weitermachen/:code" },
  "offer-document": { path: "/angebot/:token/dokumente/:itemId/:type" },
  "offer-documents": { path: "/angebot/:token/dokumente" },
  "order-paper": { path: "/angebot/:token/bestellung" },
  "login-return": { path: "/anmeldung" },
  "idv-selection": { path: "/idv/:token", scripts: true },
  "idv-pending": { path: "/idv/:token/in-arbeit", scripts: true },
  "idv-post-ident": { path: "/idv/:token/post-ident" },
  "idv-failed": { path: "/idv/:token/fehlgeschlagen" },
  "idv-expired": { path: "/idv/:token/abgelaufen" },
  "idv-success": { path: "/idv/:token/erfolgreich" },
  "idv-consumed": { path: "/idv/:token/angenommen" },
  "idv-completed": { path: "/idv/:token/abgeschlossen" },
  "idv-coupon": { path: "/idv/:token/post-ident/coupon" },
  "idv-deadline": { path: "/idv/:token/kalender" },
  "customer-data": { path: "/kundendaten/:id", scripts: true, form: true },
  "email-rejection": { path: "/email-ablehnung", scripts: true, form: true },
  "objection-receipt": { path: "/email-ablehnung/:format" },
  revocation: { path: "/einwilligungen", scripts: true, form: true },
  "revocation-by-name": { path: "/einwilligungen/ohne-link", scripts: true, form: true },
  "revocation-by-name-receipt": { path: "/einwilligungen/ohne-link/:format" },
  "revocation-receipt": { path: "/einwilligungen/:format" },
  termination: { path: "/kuendigung", scripts: true, form: true },
  "termination-confirmation": { path: "/kuendigung/bestaetigung", scripts: true },
  "termination-receipt": { path: "/kuendigung/bestaetigung/:format" },
  "selfcare-termination": { path: "/selfcarekuendigung", scripts: true, form: true },
  "selfcare-error": { path: "/selfcarekuendigung/error" },
  "selfcare-confirmation": { path: "/selfcarekuendigung/bestaetigung", scripts: true },
  "selfcare-receipt": { path: "/selfcarekuendigung/bestaetigung/:format" },
  withdrawal: { path: "/widerruf", scripts: true, form: true },
  "withdrawal-confirmation": { path: "/widerruf/bestaetigung" },
  "withdrawal-receipt": { path: "/widerruf/bestaetigung/:format" },
  language: { path: "/sprache" },
  "session-end": { path: "/eingaben-loeschen" },
  "brand-asset": { path: "/brands/:slug/:file" },
} as const satisfies Record<string, PageInBrowsers>;

export type PageName = keyof typeof pages;
/** The pages with a form, see `forms.server.ts`. */
export type FormPage = {
  [Name in PageName]: (typeof pages)[Name] extends { form: true } ? Name : never;
}[PageName];

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

/**
 * The types of `href` know each route by its literal path with a leading `/:locale?`, which no row of the table has.
 */
// eslint-disable-next-line house/no-cast -- see above
const typedHref: (path: string, params?: Record<string, string>) => string = href as never;

/** The German form of a page's path. `linkTo` and `useLinkTo` add the language prefix. */
export function pathTo<P extends PageName>(page: P, ...[params]: PageParams<P>): string {
  return typedHref(pages[page].path, params);
}

/** A page by the id of its route; undefined for a route that is not a page of this table. */
export const pageNamed = (name: string | undefined): PageInBrowsers | undefined =>
  isKeyOf(pages, name) ? pages[name] : undefined;
