import type { Guard } from "./domain/offer-steps.ts";

/** A page, and what the frame around it and the host in front of it have to know. */
export interface PageRow {
  path: `/${string}`;
  /** The route module below `routes/`, inside its folder's layout. */
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
  /** There is no customer in it: without a session it is the same for everybody. */
  cacheable?: true;
  /** Nothing but an error is shown there: a bot gets one line. */
  failure?: true;
  /** Takes a mail provider's one-click post (RFC 8058), which comes from a foreign site. */
  oneClick?: true;
  /** Part of a declaration that the law protects: never refused, however much there is to do. */
  declaration?: true;
}

const step = {
  guards: ["has-cart", "check-offer-personal-data"],
  scripts: true,
  form: true,
  lookup: true,
  next: ["ausweisdaten", "zahlung", "zusammenfassung", "danke"].map((path) => `/angebot/:token/${path}`),
} as const;
const outcome = { file: "identity/outcome.tsx", lookup: true } as const;
const declared = { declaration: true, scripts: true, form: true } as const;
const receipt = { declaration: true, scripts: true, lookup: true } as const;
const receiptFile = { declaration: true, lookup: true } as const;
const termination = { ...receipt, file: "termination/confirmation.tsx", upload: true } as const;

/** Every page by its `data-page` name. `routes.ts` builds the routes from it, and every link is made by `linkTo`. */
export const pages = {
  home: { path: "/", file: "home/home.tsx", cacheable: true },
  accessibility: { path: "/barrierefreiheit", file: "home/accessibility.tsx", cacheable: true },

  "entry-novum": { path: "/entry/novum", file: "offer/novum.tsx", lookup: true },
  "offer-landing": { path: "/angebot", file: "offer/landing.tsx", cacheable: true },
  "offer-failed": { path: "/angebot/fehler", file: "offer/generic-error.tsx", failure: true },
  "offer-preview": { path: "/angebot/preview/:token", file: "offer/preview.tsx", lookup: true },
  offer: {
    path: "/angebot/:token",
    file: "offer/offer.tsx",
    guards: ["check-offer-personal-data"],
    lookup: true,
  },
  "offer-error": { path: "/angebot/:token/fehler", file: "offer/offer-error.tsx", lookup: true },
  "offer-login": {
    path: "/angebot/:token/login",
    file: "offer/login.tsx",
    guards: ["has-cart"],
    lookup: true,
  },
  "personal-data": { ...step, path: "/angebot/:token/meine-daten", file: "offer/personal-data.tsx" },
  "id-data": { ...step, path: "/angebot/:token/ausweisdaten", file: "offer/id-data.tsx" },
  payment: { ...step, path: "/angebot/:token/zahlung", file: "offer/payment.tsx" },
  summary: {
    path: "/angebot/:token/zusammenfassung",
    file: "offer/summary.tsx",
    guards: ["check-offer-personal-data"],
    scripts: true,
    lookup: true,
    next: step.next,
  },
  confirmation: { path: "/angebot/:token/danke", file: "offer/confirmation.tsx", lookup: true },
  "offer-document": {
    path: "/angebot/:token/dokumente/:itemId/:type",
    file: "offer/document.ts",
    lookup: true,
  },
  "offer-documents": { path: "/angebot/:token/dokumente", file: "offer/document-archive.ts", lookup: true },
  "login-return": { path: "/anmeldung", file: "offer/login-return.ts", lookup: true },

  "idv-selection": { path: "/idv/:token", file: "identity/selection.tsx", lookup: true },
  "idv-pending": { path: "/idv/:token/in-arbeit", file: "identity/pending.tsx", scripts: true, lookup: true },
  "idv-post-ident": { path: "/idv/:token/post-ident", file: "identity/post-ident.tsx", lookup: true },
  "idv-failed": { ...outcome, path: "/idv/:token/fehlgeschlagen" },
  "idv-expired": { ...outcome, path: "/idv/:token/abgelaufen" },
  "idv-success": { ...outcome, path: "/idv/:token/erfolgreich" },
  "idv-consumed": { ...outcome, path: "/idv/:token/angenommen" },
  "idv-completed": { ...outcome, path: "/idv/:token/abgeschlossen" },
  "idv-coupon": { path: "/idv/:token/post-ident/coupon", file: "identity/coupon.ts", lookup: true },
  "idv-deadline": { path: "/idv/:token/kalender", file: "identity/deadline.ts", lookup: true },

  "customer-data": {
    path: "/kundendaten/:id",
    file: "customer/customer-data.tsx",
    scripts: true,
    form: true,
    lookup: true,
  },

  "email-rejection": {
    ...declared,
    path: "/email-ablehnung",
    file: "email-rejection/email-rejection.tsx",
    oneClick: true,
  },
  "objection-receipt": {
    ...receiptFile,
    path: "/email-ablehnung/:format",
    file: "email-rejection/receipt-file.ts",
  },

  termination: {
    ...declared,
    path: "/kuendigung",
    file: "termination/termination.tsx",
    cacheable: true,
    upload: true,
    next: ["/kuendigung/bestaetigung"],
  },
  "termination-confirmation": { ...termination, path: "/kuendigung/bestaetigung" },
  "termination-receipt": {
    ...receiptFile,
    path: "/kuendigung/bestaetigung/:format",
    file: "termination/receipt-file.ts",
  },
  "selfcare-termination": {
    ...declared,
    path: "/selfcarekuendigung",
    file: "termination/selfcare.tsx",
    upload: true,
    lookup: true,
    next: ["/selfcarekuendigung/bestaetigung"],
  },
  "selfcare-error": {
    path: "/selfcarekuendigung/error",
    file: "termination/selfcare-error.tsx",
    failure: true,
    declaration: true,
  },
  "selfcare-confirmation": { ...termination, path: "/selfcarekuendigung/bestaetigung" },
  "selfcare-receipt": {
    ...receiptFile,
    path: "/selfcarekuendigung/bestaetigung/:format",
    file: "termination/receipt-file.ts",
  },

  withdrawal: {
    ...declared,
    path: "/widerruf",
    file: "withdrawal/withdrawal.tsx",
    cacheable: true,
    next: ["/widerruf/bestaetigung"],
  },
  "withdrawal-confirmation": {
    ...receipt,
    path: "/widerruf/bestaetigung",
    file: "withdrawal/confirmation.tsx",
  },
  "withdrawal-receipt": {
    ...receiptFile,
    path: "/widerruf/bestaetigung/:format",
    file: "withdrawal/receipt-file.ts",
  },

  language: { path: "/sprache", file: "shell/language.ts" },
  "brand-asset": { path: "/brands/:slug/:file", file: "shell/brand-asset.ts" },
} as const satisfies Record<string, PageRow>;
