import type { CallName } from "./backend/contract/calls.ts";
import type { PageName } from "./pages.ts";

/**
 * What opens a page. `link`: the token in its address, which came by mail. `session`: a browser that has looked at the offer.
 * `ordered`: the session that has placed the order, or a login made for this link, which the provider compares.
 * `signed`: an address that the portal has signed or sealed. `state`: a login that this session has begun.
 */
export type Opener = "nothing" | "link" | "session" | "ordered" | "signed" | "code" | "state";

/**
 * How often it is looked at. `free`: not counted. `look-ups`: one session, and one network with one link, 120 times a minute;
 * what is not found is held once its network has had 60 in a minute. `receipt`: never refused, as its address is signed.
 * `once`: what it opens is used up.
 */
type Often = "free" | "look-ups" | "receipt" | "once";

/**
 * How often it is posted, and what its network pays. `none`: it takes no posts. `own`: it changes what the sender's browser
 * holds, and nothing else. `found`: it acts on what its link has found, within the look-ups of its session. The last two are for
 * strangers, and never refused: `byLink`: a post whose link is unknown counts as a failed look-up. `counted`: each one does, and
 * once more for each 4 kB.
 */
type Posts = "none" | "own" | "found" | "byLink" | "counted";

interface PageRight {
  opens: Opener;
  often: Often;
  posts: Posts;
  /** What somebody sees who has the link and nothing else. */
  stranger: string;
}

const constant = {
  opens: "nothing",
  often: "free",
  posts: "none",
  stranger: "the same as everybody",
} as const;
const step = {
  opens: "session",
  often: "look-ups",
  posts: "found",
  stranger: "the way to the offer's first page",
} as const;
const verification = {
  opens: "link",
  often: "look-ups",
  posts: "none",
  stranger: "the state of the verification, and its methods to choose from; no personal data",
} as const;
const receipt = {
  opens: "signed",
  often: "receipt",
  posts: "none",
  stranger: "what was declared, as its sender does: whoever has the receipt's link",
} as const;
const byLink = {
  opens: "link",
  often: "look-ups",
  posts: "byLink",
  stranger: "the form; whoever has the link may take back, never give",
} as const;
const offer = {
  opens: "link",
  often: "look-ups",
  posts: "none",
  stranger: "products, prices and documents; no personal data",
} as const;

const handedOver = {
  opens: "code",
  often: "once",
  posts: "found",
  stranger: "what was typed, once, with the code of a day",
} as const;

/** Who may what: a page without its row does not compile. `SECURITY.md` has it as a table, and a test walks it. */
export const pageRights = {
  home: constant,
  accessibility: constant,
  barrier: { ...constant, posts: "counted" },
  "barrier-confirmation": {
    ...receipt,
    often: "look-ups",
    stranger: "number and time of a report, not its words",
  },
  "entry-novum": { ...offer, stranger: "the way to the offer" },
  "offer-landing": { ...constant, posts: "own" },
  "new-link": {
    ...constant,
    posts: "counted",
    stranger: "nothing: the link goes where the first one went",
  },
  "new-link-sent": constant,
  "offer-failed": constant,
  "offer-preview": { ...offer, posts: "found" },
  offer,
  "offer-error": { ...offer, posts: "found", stranger: "the offer's state" },
  "offer-decline": {
    ...offer,
    posts: "found",
    stranger: "the form; whoever has the link may decline an open offer",
  },
  "offer-login": {
    ...step,
    stranger: "the way to the provider's login, where they have an account of their own",
  },
  "personal-data": step,
  "id-data": step,
  payment: step,
  summary: step,
  confirmation: {
    ...offer,
    posts: "found",
    stranger: "products, number and state of the order, e-mail and account masked",
  },
  "order-email": {
    opens: "ordered",
    often: "look-ups",
    posts: "found",
    stranger: "nothing, nor by a mailed link: the way to the order",
  },
  "order-porting": {
    opens: "ordered",
    often: "look-ups",
    posts: "found",
    stranger: "nothing, nor by a mailed link: the way to the order",
  },
  esim: { opens: "ordered", often: "once", posts: "found", stranger: "nothing: the way to the order" },
  "esim-replacement": {
    opens: "ordered",
    often: "look-ups",
    posts: "found",
    stranger: "nothing, nor by a mailed link: the way to the order",
  },
  handover: step,
  "handed-over": handedOver,
  "handover-code": { ...constant, posts: "own" },
  "handover-found": { ...handedOver, posts: "none" },
  "offer-document": offer,
  "offer-documents": offer,
  "order-paper": { ...offer, stranger: "the order as on its page, as a paper" },
  "login-return": { opens: "state", often: "once", posts: "none", stranger: "nothing" },
  "idv-selection": { ...verification, posts: "found" },
  "idv-pending": verification,
  "idv-post-ident": { ...verification, posts: "found", stranger: "the coupon with its reference number" },
  "idv-failed": verification,
  "idv-expired": verification,
  "idv-success": verification,
  "idv-consumed": verification,
  "idv-completed": verification,
  "idv-coupon": { ...verification, stranger: "the coupon with its reference number" },
  "idv-deadline": { ...verification, stranger: "the day by which it has to be done" },
  "customer-data": {
    opens: "link",
    often: "look-ups",
    posts: "found",
    stranger: "the address in clear, e-mail, telephone and account masked; may change them",
  },
  "email-rejection": { ...byLink, often: "free" },
  "objection-receipt": receipt,
  revocation: { ...byLink, stranger: "which consents were given; may take them back, never give" },
  "revocation-by-name": { ...constant, posts: "counted" },
  "revocation-by-name-receipt": receipt,
  "revocation-receipt": receipt,
  termination: { ...constant, posts: "byLink" },
  "termination-confirmation": { ...receipt, posts: "byLink" },
  "termination-receipt": receipt,
  "selfcare-termination": {
    ...byLink,
    stranger: "contract, tariff and name of the customer; may terminate, as with /kuendigung",
  },
  "selfcare-error": constant,
  "selfcare-confirmation": { ...receipt, posts: "byLink" },
  "selfcare-receipt": receipt,
  withdrawal: { ...constant, posts: "byLink" },
  "withdrawal-confirmation": receipt,
  "withdrawal-receipt": receipt,
  language: { ...constant, posts: "own" },
  "session-end": { ...constant, posts: "own", stranger: "what their own browser holds" },
  "brand-asset": constant,
} as const satisfies Record<PageName, PageRight>;

/**
 * What opens a call at the provider: `link`, the token in it, with the login that was made for this link and no other; `ordered`,
 * besides that the portal's word that this session has ordered, or a login whose customer the provider compares; `declaration`,
 * an id that the portal has made of what was declared.
 */
type CallOpener = "nothing" | "link" | "ordered" | "declaration" | "code";

/**
 * Who gets a mail from the provider. `owner`: the person to whom the link was sent. `typed`: an unverified address, because the
 * law requires a confirmation. `hourly`: anybody can trigger it, so that an inbox gets at most one an hour.
 */
type Mails = "nobody" | "owner" | "typed" | "owner, hourly" | "typed, hourly";

interface CallRight {
  opens: CallOpener;
  /** What it hands out to whom it opens. */
  hands: string;
  mails: Mails;
}

export const callRights = {
  checkAddress: { opens: "nothing", hands: "lists", mails: "nobody" },
  checkIban: { opens: "nothing", hands: "lists", mails: "nobody" },
  nationalities: { opens: "nothing", hands: "lists", mails: "nobody" },
  consent: { opens: "nothing", hands: "lists", mails: "nobody" },
  abilities: { opens: "nothing", hands: "lists", mails: "nobody" },
  terminationConfig: { opens: "nothing", hands: "lists", mails: "nobody" },
  prefilledTerminationConfig: { opens: "nothing", hands: "lists", mails: "nobody" },
  exchangeCode: { opens: "code", hands: "a login", mails: "nobody" },
  novumEntry: { opens: "link", hands: "the token of an offer", mails: "nobody" },
  verifyOffer: { opens: "link", hands: "the state of the offer", mails: "nobody" },
  loadOffer: { opens: "link", hands: "the offer", mails: "nobody" },
  previewOffer: { opens: "link", hands: "the offer", mails: "nobody" },
  resetPreview: { opens: "link", hands: "nothing", mails: "nobody" },
  acceptOffer: { opens: "link", hands: "the way to the payment", mails: "owner" },
  offerSummary: {
    opens: "link",
    hands: "the order, with name, address, e-mail and account",
    mails: "nobody",
  },
  offerDocument: { opens: "link", hands: "a document", mails: "nobody" },
  declineOffer: { opens: "link", hands: "nothing", mails: "nobody" },
  resetOffer: { opens: "link", hands: "nothing", mails: "nobody" },
  correctEmail: { opens: "ordered", hands: "nothing", mails: "typed" },
  correctPorting: { opens: "ordered", hands: "nothing", mails: "owner" },
  readEsim: { opens: "ordered", hands: "the eSIM", mails: "nobody" },
  replaceEsim: { opens: "ordered", hands: "nothing", mails: "owner" },
  loadIdv: { opens: "link", hands: "the state of the verification, and the coupon", mails: "nobody" },
  idvMethods: { opens: "link", hands: "methods", mails: "nobody" },
  idvCoupon: { opens: "link", hands: "the coupon", mails: "nobody" },
  chooseIdvMethod: { opens: "link", hands: "the way to the verification", mails: "nobody" },
  mailIdvCoupon: { opens: "link", hands: "nothing", mails: "owner" },
  customerDetails: { opens: "link", hands: "personal data", mails: "nobody" },
  changeCustomerDetails: { opens: "link", hands: "nothing", mails: "owner" },
  prefillTermination: { opens: "link", hands: "the contract, with name and number", mails: "nobody" },
  givenConsents: { opens: "link", hands: "consents", mails: "nobody" },
  revokeConsents: { opens: "link", hands: "nothing", mails: "owner" },
  revokeConsentsByName: { opens: "nothing", hands: "nothing", mails: "nobody" },
  declineEmail: { opens: "link", hands: "nothing", mails: "nobody" },
  sendNewLink: { opens: "link", hands: "nothing", mails: "owner, hourly" },
  terminate: { opens: "declaration", hands: "nothing", mails: "typed" },
  terminationUpload: { opens: "declaration", hands: "nothing", mails: "nobody" },
  loadTermination: { opens: "declaration", hands: "the declaration", mails: "nobody" },
  terminationDownload: { opens: "declaration", hands: "the declaration", mails: "nobody" },
  terminatePrefilled: { opens: "declaration", hands: "nothing", mails: "typed" },
  loadPrefilledTermination: { opens: "declaration", hands: "the declaration", mails: "nobody" },
  prefilledTerminationDownload: { opens: "declaration", hands: "the declaration", mails: "nobody" },
  withdraw: { opens: "declaration", hands: "nothing", mails: "typed" },
  loadWithdrawal: { opens: "declaration", hands: "the declaration", mails: "nobody" },
  withdrawalDownload: { opens: "declaration", hands: "the declaration", mails: "nobody" },
  reportBarrier: { opens: "nothing", hands: "nothing", mails: "typed, hourly" },
} as const satisfies Record<CallName, CallRight>;
