import type accessibility from "#locales/de/accessibility.ts";
import type common from "#locales/de/common.ts";
import type customer from "#locales/de/customer.ts";
import type email from "#locales/de/email.ts";
import type errors from "#locales/de/errors.ts";
import type home from "#locales/de/home.ts";
import type identity from "#locales/de/identity.ts";
import type offer from "#locales/de/offer.ts";
import type termination from "#locales/de/termination.ts";
import type validation from "#locales/de/validation.ts";
import type withdrawal from "#locales/de/withdrawal.ts";
import type { KeyOf } from "./translation.ts";

/** German is the typed source: one row per file of `locales/de`. */
export interface Source {
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

/** A file's top-level group, the unit in which texts travel to the browser: `offer.payment`. */
export type Section = {
  [F in keyof Source & string]: `${F}.${keyof Source[F] & string}`;
}[keyof Source & string];

type GroupOf<S extends Section> = S extends `${infer F extends keyof Source & string}.${infer G}`
  ? G extends keyof Source[F]
    ? Source[F][G]
    : never
  : never;

export type SectionKey<S extends Section> = KeyOf<GroupOf<S>>;
