import type { OfferItem } from "#app/backend/contract/offer.ts";
import type { Language } from "#app/domain/languages.ts";
import { qrCode } from "#app/shell/qr-code.server.ts";

/** Goods are sold with a guarantee by law. */
export const hasGoods = (items: OfferItem[]): boolean => items.some(({ hardware }) => hardware);

/** The Union's page about guarantees, which has no Turkish version. */
export const guaranteePage = (language: Language): string =>
  `https://europa.eu/youreurope/citizens/consumers/shopping/guarantees-returns/index_${language === "de" ? "de" : "en"}.htm`;

interface GuaranteeLink {
  href: string;
  code: Awaited<ReturnType<typeof qrCode>>;
}
const links = new Map<Language, GuaranteeLink>();

/** The same with its QR code, for those who read on another screen. */
export async function guaranteeWithCode(language: Language): Promise<GuaranteeLink> {
  const href = guaranteePage(language);
  const link = links.get(language) ?? { href, code: await qrCode(href) };
  links.set(language, link);
  return link;
}
