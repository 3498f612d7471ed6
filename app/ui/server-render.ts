import { createContext, type ReactNode, useContext } from "react";
import type { OrderViewProps } from "./order-view.tsx";
import type { StepIndicatorProps } from "./step-indicator.tsx";

/** The data of server content, see `server-content.tsx`. What has types of its own adds itself to it. */
export interface ServerParts {
  steps?: StepIndicatorProps;
  order?: OrderViewProps;
  /** What leads to another browser: a button of the form whose input it keeps, or a link. */
  later?: { label: string; form?: string; href?: string };
  /** The use case for which the page's texts are worded. */
  useCase?: string | undefined;
  /** Long lists of choices by field name: loader data would send them twice. */
  choices?: Record<string, { value: string; label: string }[]>;
  /** The wording of consents by their ids. */
  consents?: Record<string, string>;
  /** Whom to ask for an offer after a termination. */
  discountHotline?: string;
}

/** What only the server knows while it renders a page: browsers have it in the page already, or do without. */
export interface ServerRender {
  css: string;
  /** SVG of the wordmark. */
  logo: string;
  /** For the browser's own UI. */
  themeColor: string | undefined;
  /** For search engines, on pages that they may find. */
  description: string | undefined;
  /** Whether this document has scripts; undefined if its page decides. */
  enhanced: boolean | undefined;
  /** The script that starts all others late. */
  starter: string;
  /** Scripts of a few bytes: of what browsers can do, of a dialog, and the one after which no page shows what was typed before. */
  inlineScripts: Record<"browserButtons" | "dialogButton" | "visitEnder", string>;
  /** Marks the page's own inline scripts while it is rendered; no page is sent with it. */
  nonce: string | undefined;
  /** The tracking scripts at the document's end. */
  tracking: ReactNode;
  parts: ServerParts;
  /** The script that holds the texts for which the page asked. */
  shippedTexts: ReactNode;
  /** The texts of a section. The browser gets them too. */
  texts: (section: string) => Record<string, string>;
  /** The same for server content, of which the browser gets none. */
  ownTexts: (section: string) => Record<string, string>;
  /** The options of a field as HTML, of the server part `choices`. */
  options: (field: string, selected: string | undefined) => string;
}

/** A page in the browser has all of its texts: what is missing shows its keys, and fails every test in a browser. */
function missing(section: string) {
  console.error(`The page came without the texts of ${section}.`);
  return {};
}

/** The only context of ours around the router. */
export const ServerRenderContext = createContext<ServerRender>({
  css: "",
  logo: "",
  themeColor: undefined,
  description: undefined,
  enhanced: true,
  starter: "",
  inlineScripts: { browserButtons: "", dialogButton: "", visitEnder: "" },
  nonce: undefined,
  tracking: undefined,
  parts: {},
  shippedTexts: undefined,
  texts: missing,
  ownTexts: missing,
  options: (field) => document.getElementsByName(field)[0]?.innerHTML ?? "",
});
export const useServerRender = () => useContext(ServerRenderContext);
