import type { OfferItem } from "#app/backend/contract/offer.ts";
import { guaranteeLanguage } from "#app/brand/guarantee-language.ts";
import type { Brand } from "#app/brand/schema.ts";
import type { Language } from "#app/domain/languages.ts";
import { config } from "#app/platform/config.server.ts";
import { qrCode } from "#app/shell/qr-code.server.ts";

/** Goods are sold with a guarantee by law. */
export const hasGoods = (items: OfferItem[]): boolean => items.some(({ hardware }) => hardware);

export interface Guarantee {
  /** The Union's page about guarantees. */
  href: string;
  /** The Commission's own notice, which the operator has laid beside the brand; without it, our words stand in. */
  picture: string | undefined;
  /** Our words stand in, and this is a test environment, where the page says so. */
  isPlaceholder: boolean;
}

/** The notice on the legal guarantee of conformity (Regulation (EU) 2025/1960), as this brand has it. */
export function guaranteeOf({ guaranteeNotices }: Brand, language: Language): Guarantee {
  const shown = guaranteeLanguage(language);
  const picture = guaranteeNotices[shown];
  return {
    href: `https://europa.eu/youreurope/citizens/consumers/shopping/guarantees-returns/index_${shown}.htm`,
    picture,
    isPlaceholder: picture === undefined && config().sandbox,
  };
}

type Code = Awaited<ReturnType<typeof qrCode>>;
const codes = new Map<string, Code>();

/** The same with its page's QR code, for those who read on another screen; the Commission's notice has its own. */
export async function guaranteeWithCode(
  brand: Brand,
  language: Language,
): Promise<Guarantee & { code: Code | undefined }> {
  const guarantee = guaranteeOf(brand, language);
  if (guarantee.picture) return { ...guarantee, code: undefined };
  const code = codes.get(guarantee.href) ?? (await qrCode(guarantee.href));
  codes.set(guarantee.href, code);
  return { ...guarantee, code };
}
