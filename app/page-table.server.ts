import { keysOf, tableOf } from "#app/domain/keys-of.ts";
import { type PageInBrowsers, type PageName, pages } from "./pages.ts";

/** What customers come for. Each journey is a folder of routes. */
export const journeys = [
  "offer",
  "identity",
  "customer",
  "termination",
  "withdrawal",
  "email-rejection",
  "barrier",
] as const;
export type Journey = (typeof journeys)[number];
type Folder = Journey | "home" | "shell";

/** Styles beside those of all pages, by the name of their file in `ui/`. `contents` is all that a plain form does not show. */
export type StyleName =
  | "band"
  | "confirmation"
  | "consents"
  | "contents"
  | "customer"
  | "danger"
  | "declaration"
  | "done"
  | "gallery"
  | "handover"
  | "id-data"
  | "identity"
  | "offer"
  | "opening"
  | "order-view"
  | "products"
  | "receipt"
  | "goods"
  | "hero"
  | "payment"
  | "personal-data"
  | "rows"
  | "selects"
  | "skeleton"
  | "steps"
  | "summary"
  | "termination"
  | "tiles"
  | "tooltip"
  | "timeline"
  | "wording";

/** The styles of a folder's pages, unless a page has its own: no page pays for what only others show. */
export const stylesIn = {
  home: ["contents", "hero", "tiles"],
  shell: ["contents", "tiles", "danger"],
  offer: ["contents", "steps", "offer", "products", "timeline"],
  identity: ["contents", "tiles", "identity"],
  customer: ["rows", "contents", "receipt", "customer"],
  termination: ["rows", "selects", "wording", "opening", "declaration", "timeline", "termination"],
  withdrawal: ["rows", "wording", "declaration", "timeline"],
  "email-rejection": ["contents", "timeline", "receipt", "band"],
  barrier: ["contents"],
} satisfies Record<Folder, readonly StyleName[]>;

/** Where devices stand before they are ordered. */
const withGoods = ["contents", "steps", "offer", "products", "goods"] as const;

/** A page, with what its server and the host in front of it have to know. */
export interface PageRow extends PageInBrowsers {
  /** The route module below `routes/`. */
  file: `${Folder}/${string}`;
  styles: readonly StyleName[];
  /** Where it was before: links that customers have lead on to it. */
  earlier?: readonly `/${string}`[];
  /** Its form takes a file, which is streamed and not read with the form. */
  upload?: true;
  /** Its address holds a token: opening it counts against the rate limit like a post, so that guessing does not pay. */
  lookup?: true;
  /** No customer data is on it: without a session it is the same for everybody. */
  cacheable?: true;
  /** It has buttons, but nothing to fill in: it does without the styles of fields. */
  fieldless?: true;
  /** It only ever shows an error: a bot gets one line. */
  failure?: true;
  /** Accepts a mail provider's one-click post (RFC 8058), which comes from another site. */
  oneClick?: true;
  /** Providers send customers back there, some by POST, which comes from another site. */
  providersReturn?: true;
  /** A journey begins there. */
  start?: true;
  /** What is typed on it, or what its link may change, is a customer's own: it never loads scripts of third parties. */
  private?: true;
  /** Part of a declaration that the law protects: refused for no other page, however high the load is. */
  declaration?: true;
}

const stepStyles = ["steps", "order-view", "tooltip"] as const;
const outcome = {
  file: "identity/outcome.tsx",
  lookup: true,
  providersReturn: true,
  styles: ["contents", "done"],
} as const;
const begins = { start: true, declaration: true } as const;
const receipt = { declaration: true, lookup: true } as const;
const shown = { ...receipt, styles: ["contents", "declaration", "receipt", "timeline"] } as const;
const shownWithProof = { ...shown, file: "termination/confirmation.tsx", upload: true } as const;

type OwnRow = Omit<PageRow, keyof PageInBrowsers | "styles"> & Partial<Pick<PageRow, "styles">>;
const ofServers = {
  home: { file: "home/home.tsx", cacheable: true },
  accessibility: { file: "home/accessibility.tsx", cacheable: true },
  barrier: { file: "barrier/barrier.tsx", start: true, cacheable: true },
  "barrier-confirmation": {
    file: "barrier/confirmation.tsx",
    lookup: true,
    fieldless: true,
    styles: ["contents", "timeline", "receipt"],
  },

  "entry-novum": { file: "offer/entry/novum.tsx", lookup: true },
  "offer-landing": { file: "offer/entry/landing.tsx", cacheable: true, styles: ["contents", "band"] },
  "new-link": { file: "offer/entry/new-link.tsx", private: true, styles: ["contents", "band", "timeline"] },
  "new-link-sent": { file: "offer/entry/new-link-sent.tsx", styles: ["contents"] },
  "offer-failed": { file: "offer/entry/generic-error.tsx", failure: true },
  "offer-preview": { file: "offer/entry/preview.tsx", lookup: true, fieldless: true, styles: withGoods },
  offer: {
    file: "offer/entry/offer.tsx",
    start: true,
    lookup: true,
    fieldless: true,
    styles: withGoods,
  },
  "offer-error": { file: "offer/order/offer-error.tsx", lookup: true },
  "offer-decline": {
    file: "offer/entry/decline.tsx",
    lookup: true,
    private: true,
    styles: ["contents", "steps", "products", "receipt", "danger"],
  },
  "offer-login": { file: "offer/entry/login.tsx", lookup: true, styles: ["contents", "timeline"] },
  "personal-data": {
    file: "offer/steps/personal-data.tsx",
    lookup: true,
    styles: [...stepStyles, "rows", "personal-data"],
  },
  "id-data": { file: "offer/steps/id-data.tsx", lookup: true, styles: [...stepStyles, "selects", "id-data"] },
  payment: { file: "offer/steps/payment.tsx", lookup: true, styles: [...stepStyles, "payment"] },
  summary: {
    file: "offer/steps/summary.tsx",
    lookup: true,
    fieldless: true,
    styles: ["contents", "steps", "offer", "goods"],
  },
  confirmation: {
    file: "offer/order/confirmation.tsx",
    lookup: true,
    fieldless: true,
    providersReturn: true,
    styles: ["contents", "steps", "offer", "products", "timeline", "done", "confirmation"],
  },
  "order-email": {
    file: "offer/order/order-email.tsx",
    lookup: true,
    private: true,
    styles: ["contents", "timeline", "done"],
  },
  "order-porting": {
    file: "offer/order/order-porting.tsx",
    lookup: true,
    private: true,
    styles: ["contents", "timeline", "done"],
  },
  esim: { file: "offer/order/esim.tsx", lookup: true, styles: ["contents", "identity", "timeline"] },
  "esim-replacement": {
    file: "offer/order/esim-replacement.tsx",
    lookup: true,
    private: true,
    styles: ["contents", "timeline"],
  },
  handover: {
    file: "offer/entry/handover.tsx",
    lookup: true,
    private: true,
    styles: ["contents", "identity", "handover"],
  },
  "handed-over": { file: "offer/entry/handed-over.tsx", lookup: true, styles: ["products"] },
  "handover-code": {
    file: "offer/entry/handover-code.tsx",
    private: true,
    styles: ["contents", "band", "timeline"],
  },
  "handover-found": { file: "offer/entry/handover-found.ts", lookup: true },
  "offer-document": { file: "offer/order/document.ts", lookup: true },
  "offer-documents": { file: "offer/order/document-archive.ts", lookup: true },
  "order-paper": { file: "offer/order/order-paper.ts", lookup: true },
  "login-return": { file: "offer/entry/login-return.ts", lookup: true, providersReturn: true },

  "idv-selection": { file: "identity/selection.tsx", start: true, lookup: true, providersReturn: true },
  "idv-pending": {
    file: "identity/pending.tsx",
    lookup: true,
    providersReturn: true,
    styles: ["contents", "timeline"],
  },
  "idv-post-ident": { file: "identity/post-ident.tsx", lookup: true },
  "idv-failed": outcome,
  "idv-expired": outcome,
  "idv-success": outcome,
  "idv-consumed": outcome,
  "idv-completed": outcome,
  "idv-coupon": { file: "identity/coupon.ts", lookup: true },
  "idv-deadline": { file: "identity/deadline.ts", lookup: true },

  "customer-data": { file: "customer/customer-data.tsx", start: true, lookup: true, private: true },

  "email-rejection": {
    file: "email-rejection/email-rejection.tsx",
    ...begins,
    oneClick: true,
    private: true,
  },
  "objection-receipt": { file: "email-rejection/receipt-file.ts", ...receipt },
  revocation: {
    file: "email-rejection/consents.tsx",
    ...begins,
    lookup: true,
    private: true,
    styles: ["contents", "timeline", "receipt", "consents"],
  },
  "revocation-by-name": { file: "email-rejection/by-name.tsx", ...begins, private: true },
  "revocation-by-name-receipt": { file: "email-rejection/by-name-file.ts", ...receipt },
  "revocation-receipt": { file: "email-rejection/revocation-file.ts", ...receipt },

  termination: { file: "termination/termination.tsx", ...begins, cacheable: true, upload: true },
  "termination-confirmation": shownWithProof,
  "termination-receipt": { file: "termination/receipt-file.ts", ...receipt },
  "selfcare-termination": {
    file: "termination/selfcare.tsx",
    ...begins,
    upload: true,
    lookup: true,
    styles: [...stylesIn.termination, "summary"],
  },
  "selfcare-error": {
    file: "termination/selfcare-error.tsx",
    failure: true,
    declaration: true,
    styles: ["contents"],
  },
  "selfcare-confirmation": shownWithProof,
  "selfcare-receipt": { file: "termination/receipt-file.ts", ...receipt },

  withdrawal: { file: "withdrawal/withdrawal.tsx", ...begins, cacheable: true },
  "withdrawal-confirmation": { file: "withdrawal/confirmation.tsx", ...shown },
  "withdrawal-receipt": { file: "withdrawal/receipt-file.ts", ...receipt },

  language: { file: "shell/language.ts" },
  "session-end": { file: "shell/session-end.tsx" },
  "brand-asset": { file: "shell/brand-asset.ts" },
} as const satisfies Record<PageName, OwnRow>;
type RowsOfServers = typeof ofServers;

/** Where a provider may be asked to send customers back. */
export type ReturnPage = {
  [Name in PageName]: RowsOfServers[Name] extends { providersReturn: true } ? Name : never;
}[PageName];

/** Every page by its name, with all that is known about it. `routes.ts` builds the routes from it. */
export const pageTable = tableOf<PageName, PageRow>(keysOf(pages), (name) => {
  const page: PageInBrowsers = pages[name];
  const own: OwnRow = ofServers[name];
  return { styles: stylesIn[folderOf(own)], ...page, ...own };
});

function folderOf({ file }: Pick<PageRow, "file">): Folder {
  // eslint-disable-next-line house/no-cast -- a row without one of the folders does not compile
  const [folder] = file.split("/") as [Folder];
  return folder;
}

const byPath = keysOf(pageTable).map((name) => ({
  ...pageTable[name],
  name,
  segments: pageTable[name].path.split("/"),
}));
// A literal path takes precedence over one with a parameter in its place, as it does in the router.
byPath.sort((a, b) => a.path.split(":").length - b.path.split(":").length);

/** Whether a path is one of a pattern, as far as a parameter is not empty. */
const isOf = (segments: readonly string[], asked: readonly string[]): boolean =>
  segments.length === asked.length &&
  segments.every((segment, index) => segment === asked[index] || (segment.startsWith(":") && asked[index]));

/** The page at a path in its German form; undefined if there is none. Also finds patterns of paths. */
export function pageAt(path: string) {
  const asked = path.split("/");
  return byPath.find(({ segments }) => isOf(segments, asked));
}

const movedPages = byPath.filter(({ earlier }) => earlier);

/** Where a page is that was at this path once, in its German form; undefined if none was. */
export function movedFrom(path: string, pages: Iterable<PageRow> = movedPages): string | undefined {
  const asked = path.split("/");
  for (const { path: now, earlier = [] } of pages)
    for (const before of earlier) {
      const segments = before.split("/");
      if (isOf(segments, asked)) return now.replace(/:\w+/g, (name) => asked[segments.indexOf(name)] ?? "");
    }
  return undefined;
}

/** The journey of a page, by its path or pattern; undefined for pages outside any journey, such as home. */
export function journeyAt(path: string): Journey | undefined {
  const page = pageAt(path);
  return journeys.find((journey) => page && journey === folderOf(page));
}
