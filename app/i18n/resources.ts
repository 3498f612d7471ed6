import type { ParseKeys, TOptions } from "i18next";
import type accessibility from "#locales/de/accessibility.json";
import type common from "#locales/de/common.json";
import type customer from "#locales/de/customer.json";
import type email from "#locales/de/email.json";
import type errors from "#locales/de/errors.json";
import type home from "#locales/de/home.json";
import type identity from "#locales/de/identity.json";
import type offer from "#locales/de/offer.json";
import type termination from "#locales/de/termination.json";
import type validation from "#locales/de/validation.json";
import type withdrawal from "#locales/de/withdrawal.json";
import type { Values } from "./translation.ts";

/** German is the source of all keys: one row per namespace. */
export interface Resources {
  accessibility: typeof accessibility;
  common: typeof common;
  customer: typeof customer;
  email: typeof email;
  errors: typeof errors;
  home: typeof home;
  identity: typeof identity;
  offer: typeof offer;
  termination: typeof termination;
  validation: typeof validation;
  withdrawal: typeof withdrawal;
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
