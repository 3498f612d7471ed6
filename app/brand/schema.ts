import { z } from "zod";
import { dailyHours } from "#app/domain/opening-hours.ts";
import { type Locale, locales } from "#app/i18n/locale.ts";
import type { TextTree } from "#app/i18n/translation.ts";
import { backendBrand } from "./backend-brand.ts";
import type { BrandColors } from "./colors.ts";

const address = z.url({ protocol: /^https?$/ });

const hotline = z.object({
  number: z.string(),
  /** The same on every day, as `08:00–20:00` in German time: pages say whether somebody is there. */
  hours: z
    .string()
    .regex(dailyHours, "is no time of every day, such as 08:00–20:00: leave it out where it differs by day")
    .optional(),
});

/** The content of `brands/<slug>/brand.json` (specification §3, entity Brand). */
export const brandSchema = z.strictObject({
  id: z.string(),
  slug: z.string().regex(/^[a-z0-9-]+$/),
  backendEnum: backendBrand,
  name: z.string(),
  nameForTitle: z.string(),
  prepaid: z.boolean(),
  availableLanguages: z.array(z.enum(locales)).min(1),
  /** How its German addresses customers, Sie unless it says du: `check-brand` names the texts that do otherwise. */
  address: z.enum(["Sie", "du"]).optional(),
  /** What its texts say in another language, by that: read aloud in it. */
  foreignWords: z.partialRecord(z.enum(locales), z.array(z.string().min(1)).min(1)).optional(),
  hotline,
  /** The provider's addresses for declarations by e-mail and by letter. */
  contact: z.strictObject({ email: z.email(), address: z.array(z.string()).min(1) }),
  /**
   * How customers recognise its messages: the hosts that their links lead to. Without it, no page says how. Who sent a
   * message proves nothing, so `mail` and `sms`, which operators' folders may still have, are not shown.
   */
  senders: z.object({ links: z.array(z.hostname()).min(1) }).optional(),
  /** The creditor in SEPA mandates. */
  creditorId: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/),
  /** Pages of the operator outside the portal. */
  links: z.object({
    imprint: address,
    privacy: address,
    terms: address,
    shops: address.optional(),
    /** Where customers ask to be called back. */
    callback: address.optional(),
    /** Where credit is topped up: a prepaid brand's first tile. */
    topUp: address.optional(),
    app: address.optional(),
    shop: address.optional(),
    account: address.optional(),
    /** Where customers ask what is stored about them, and have it erased (Art. 15 and 17 GDPR). */
    dataAccess: address.optional(),
    dataErasure: address.optional(),
  }),
  /** Ignored: operators' folders may still name a font for headlines (decision 0096). */
  face: z.unknown().optional(),
  tagManager: z.strictObject({ name: z.string(), id: z.string() }).optional(),
  trboId: z.string().optional(),
  /** Consent tool (settings id). */
  userCentrics: z.strictObject({ id: z.string(), slug: z.string() }).optional(),
});
export type BrandData = z.infer<typeof brandSchema>;

/** A brand's data together with the files in its folder. */
export interface Brand extends BrandData {
  /** Hash of the whole folder: anything cached for a brand belongs to one version. */
  version: string;
  /** SVG of the wordmark. */
  logo: string;
  /** Path of the favicon. */
  favicon: string;
  /** Path of a decorative drawing for heroes and results. */
  motif: string | undefined;
  /** Path of its own picture (400 × 240) for home and offers. */
  picture: string | undefined;
  /** Paths of the European Commission's notice on the legal guarantee, by language. */
  guaranteeNotices: Partial<Record<Locale, string>>;
  /** Files that the portal serves, by path: pictures with a content hash, manifests by language. */
  files: Record<string, string | Buffer<ArrayBuffer>>;
  /** Text overrides: locale → namespace (or `namespace@useCase`) → nested texts. */
  texts: Partial<Record<Locale, Record<string, TextTree>>>;
  /** The brand's tokens as CSS, inlined after the base styles. */
  themeCss: string;
  /** The header's colour, for the browser's own UI. */
  themeColor: string | undefined;
  /** For what has no stylesheet: PDFs, mails, outage pages. */
  colors: BrandColors;
}
