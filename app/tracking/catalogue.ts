import { isKeyOf } from "#app/domain/keys-of.ts";
import type { Ecommerce } from "./ecommerce.ts";

/** What one occurrence of an event adds to its row. */
export interface EventDetails {
  /** Type of the offer in analytics, and its variant (specification §9). */
  useCase?: string;
  useCaseCode?: 0 | 30 | 31 | 32;
  ecommerce?: Ecommerce;
  /** `Loading cart failed: NotFound` (specification §8). */
  description?: string;
  /** What was terminated and how, or the hotline of the discount modal. */
  label?: string;
  /** German in every language (specification §8). */
  idvLabel?: string;
}

export type Category =
  | "offer"
  | "idv"
  | "termination"
  | "selfcare termination"
  | "withdrawal"
  | "customer data"
  | "email rejection";

interface EventRow {
  /** Analytics name of the page or of its part (specification §2). */
  pageContent: string;
  /** The journey; without one, outside any. */
  category?: Category;
  /** The only details that are passed to the data layer. */
  carries?: readonly (keyof EventDetails)[];
}

const ofOffer = ["useCase", "useCaseCode"] as const;
const ofFailure = [...ofOffer, "description"] as const;
const offer = { pageContent: "offer page", category: "offer", carries: ofOffer } as const;
const offerFailure = { ...offer, carries: ofFailure } as const;
const confirmation = { ...offer, pageContent: "offer confirmation" } as const;
const idv = { category: "idv", carries: ["idvLabel"] } as const;
const termination = { pageContent: "termination page", category: "termination" } as const;
const terminationText = { ...termination, carries: ["label"] } as const;
const requiredFields = { ...termination, pageContent: "termination page: required-fields modal" } as const;
const discount = {
  ...termination,
  pageContent: "termination page: discount modal",
  carries: ["label"],
} as const;
const selfcare = {
  pageContent: "selfcare termination page",
  category: "selfcare termination",
  carries: ["label"],
} as const;
const selfcareModal = {
  pageContent: "selfcare termination page: submit modal",
  category: "selfcare termination",
} as const;

/** Every event of specification §4; those of offers in the order in which a journey sends them. */
export const trackingEvents = {
  offerLoaded: { ...offer, carries: [...ofOffer, "ecommerce"] },
  offerLoadError: { ...offerFailure, pageContent: "offer error page" },
  documentsDownloaded: offer,
  documentsLoadError: offerFailure,
  personalDataSaved: offer,
  paymentDataSaved: offer,
  offerSubmitted: offer,
  offerSubmitFailed: offerFailure,
  offerConfirmation: confirmation,
  offerPurchase: { ...confirmation, carries: [...ofOffer, "ecommerce"] },
  offerErrorPage: { ...offerFailure, pageContent: "offer error page" },
  /** Of any other journey, or of none. */
  errorPage: { pageContent: "error page", carries: ["description"] },
  idvSelection: { ...idv, pageContent: "idv selection" },
  idvSuccess: { ...idv, pageContent: "idv success" },
  idvError: { ...idv, pageContent: "idv error", carries: ["idvLabel", "description"] },
  idvCancelled: { ...idv, pageContent: "idv cancelled" },
  idvPending: { ...idv, pageContent: "idv pending" },
  idvSubmitted: { ...idv, pageContent: "idv submitted" },
  terminationLoaded: termination,
  terminationSubmitted: terminationText,
  terminationSubmitFailed: terminationText,
  terminationCancelled: terminationText,
  terminationTeaserViewed: { ...termination, pageContent: "termination page: teaser" },
  terminationRequiredFieldsViewed: requiredFields,
  terminationRequiredFieldsClosed: requiredFields,
  terminationDiscountViewed: discount,
  terminationDiscountClosed: discount,
  terminationDiscountPhoneClicked: discount,
  terminationDiscountSubmitClicked: discount,
  selfcareSubmitted: selfcare,
  selfcareSubmitFailed: selfcare,
  selfcareSubmitClicked: selfcare,
  selfcareModalDisplayed: selfcareModal,
  selfcareModalClosed: selfcareModal,
} satisfies Record<string, EventRow>;
export type TrackingEvent = keyof typeof trackingEvents;

/** That a page was seen. All others say what was done. */
export const pageViews: ReadonlySet<string> = new Set<TrackingEvent>([
  "offerLoaded",
  "offerLoadError",
  "offerConfirmation",
  "offerErrorPage",
  "errorPage",
  "idvSelection",
  "idvSuccess",
  "idvError",
  "idvCancelled",
  "idvPending",
  "terminationLoaded",
]);

/** One push to the data layer. */
export interface DataLayerEvent extends EventDetails {
  event: string;
  pageContent: string;
  application: "permissions";
  category?: string;
  /** Always (specification §6): the portal has no accounts. */
  customerLoginStatus: "no";
}

/** Makes an event, without details that its row does not name. */
export function dataLayerEvent(id: TrackingEvent, details: EventDetails = {}): DataLayerEvent {
  const { pageContent, category, carries = [] }: EventRow = trackingEvents[id];
  const carried = carries.flatMap((name) => (details[name] === undefined ? [] : [[name, details[name]]]));
  return {
    event: id,
    pageContent,
    application: "permissions",
    ...(category && { category }),
    customerLoginStatus: "no",
    ...Object.fromEntries(carried),
  };
}

/** For ids that come from outside: an unknown one only causes a warning (specification §4). */
export function eventById(id: string, details?: EventDetails): DataLayerEvent | undefined {
  if (isKeyOf(trackingEvents, id)) return dataLayerEvent(id, details);
  console.warn(`Unknown tracking id: ${id}`);
}
