import type { ParseKeys, TOptions } from "i18next";
import type { Values } from "./translation.ts";

/** German is the source of all keys: one row per namespace. */
export interface Resources {
  accessibility: typeof import("#locales/de/accessibility.json");
  barrier: typeof import("#locales/de/barrier.json");
  common: typeof import("#locales/de/common.json");
  customer: typeof import("#locales/de/customer.json");
  email: typeof import("#locales/de/email.json");
  errors: typeof import("#locales/de/errors.json");
  home: typeof import("#locales/de/home.json");
  identity: typeof import("#locales/de/identity.json");
  offer: typeof import("#locales/de/offer.json");
  receipt: typeof import("#locales/de/receipt.json");
  termination: typeof import("#locales/de/termination.json");
  validation: typeof import("#locales/de/validation.json");
  withdrawal: typeof import("#locales/de/withdrawal.json");
}

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Resources;
  }
}

export type Namespace = keyof Resources;
/** A namespace's top-level groups. */
export type Prefix<N extends Namespace> = keyof Resources[N] & string;

/** Namespace and group, `offer.payment`: the unit in which texts travel to the browser. */
export type Section = { [N in Namespace]: `${N}.${Prefix<N>}` }[Namespace];

export type Translate<N extends Namespace, P extends Prefix<N>> = (
  key: ParseKeys<N, TOptions, P>,
  values?: Values,
) => string;
