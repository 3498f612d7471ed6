import type { ErrorAction } from "#app/domain/error-actions.ts";
import type { Severity, StateIcon } from "#app/domain/state-row.ts";
import type { DataLayerEvent } from "#app/tracking/catalogue.ts";
import type { PageName } from "../pages.ts";

export interface StateAction {
  kind: ErrorAction;
  label: string;
  /** A link, or for `post` the address of a form. */
  href: string;
  method: "get" | "post";
  /** Hidden fields of a form. */
  fields?: Record<string, string>;
}

/** All that the page of an error state shows, in the customer's language: the data of a thrown answer. */
export interface StatePage {
  kind: "state-page";
  /** Value of `data-page`. */
  page: PageName | "idv-error";
  /** Value of `data-state`: the name as in specification §4. */
  state: string;
  headline: string;
  text: string;
  severity: Severity;
  icon: StateIcon;
  actions: StateAction[];
  /** Hotline and reference number. */
  meta: { label: string; value: string /** The value is a number to call. */; phone?: boolean }[];
  /** The text and the main action stand in a dialog. */
  dialog?: boolean;
  /** What the page tells the data layer. */
  tracking?: DataLayerEvent[];
  ordered?: { title: string; products: string[] };
}

export function isStatePage(data: unknown): data is StatePage {
  return typeof data === "object" && data !== null && (data as StatePage).kind === "state-page";
}
