import type { z } from "zod";
import type { idvCoupon } from "../../app/backend/contract/identity.ts";
import type { BackendBrand } from "../../app/brand/backend-brand.ts";
import { renderPdf } from "../../app/declarations/pdf.server.ts";
import type { PdfFile } from "../api.ts";
import { brandName } from "../brand-names.ts";
import { maskEmail } from "../customer/customers.ts";
import { inLanguage, type Language, type Translated } from "../language.ts";
import type { Sandbox } from "../sandbox.ts";
import { customerOf } from "./customer.ts";
import { referenceNumber, type Verification, validUntil } from "./machine.ts";
import { couponMailsSent } from "./mails.ts";
import { needsCoupon, providerOf } from "./methods.ts";
import type { IdvScenario } from "./token.ts";

type Coupon = z.input<typeof idvCoupon>;

const dayIn = (language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "Europe/Berlin" });

/** The coupon for a branch or shop; undefined for other methods, or once it can no longer be used. */
export function couponOf(
  sandbox: Sandbox,
  verification: Verification,
  scenario: IdvScenario,
): Coupon | undefined {
  const { method, state } = verification;
  if (!method || !needsCoupon(method) || state !== "methodChosen") return undefined;
  const { firstName, lastName, email } = customerOf(sandbox, verification.token);
  const reference = referenceNumber(verification);
  return {
    kind: method === "shop" ? "shop" : "branch",
    provider: providerOf(method),
    referenceNumber: reference,
    code: reference,
    firstName,
    lastName,
    documents: ["PERSONALAUSWEIS", "REISEPASS", "AUFENTHALTSTITEL"],
    validUntil: validUntil(verification).toISOString(),
    ...(method === "branch" && { branchFinderUrl: "https://www.example.com/filialen" }),
    ...(scenario.mail && { email: maskEmail(email), mailsSent: couponMailsSent(sandbox, verification) }),
  };
}

const texts = {
  de: {
    title: "Coupon für Ihre Identitätsprüfung",
    lead: "Zeigen Sie diesen Coupon zusammen mit Ihrem Ausweis vor. Den Coupon können Sie auf dem Handy zeigen.",
    reference: "Vorgangsnummer",
    provider: "Durchgeführt von",
    name: "Name wie auf dem Ausweis",
    valid: "Gültig bis",
    bring: "Bringen Sie mit",
    list: ["Personalausweis, Reisepass oder Aufenthaltstitel, gültig und im Original", "Diesen Coupon"],
    footer: "Sandbox: Dieser Coupon gilt nirgends.",
  },
  en: {
    title: "Coupon for your identity check",
    lead: "Show this coupon together with your ID. You can show the coupon on your phone.",
    reference: "Reference number",
    provider: "Carried out by",
    name: "Name as on your ID",
    valid: "Valid until",
    bring: "Please bring",
    list: ["Identity card, passport or residence permit, valid and the original", "This coupon"],
    footer: "Sandbox: this coupon is not valid anywhere.",
  },
  tr: {
    title: "Kimlik doğrulama kuponunuz",
    lead: "Bu kuponu kimlik belgenizle birlikte gösterin. Kuponu telefonunuzdan gösterebilirsiniz.",
    reference: "İşlem numarası",
    provider: "İşlemi yapan kuruluş",
    name: "Kimlik belgenizdeki ad",
    valid: "Son geçerlilik tarihi",
    bring: "Yanınızda getirmeniz gerekenler",
    list: ["Geçerli ve asıl kimlik kartı, pasaport veya oturum izni", "Bu kupon"],
    footer: "Sandbox: Bu kupon hiçbir yerde geçerli değildir.",
  },
} satisfies Translated<Record<string, string | string[]>>;

/** Rows of dark and light squares of a QR code. */
async function squaresOf(text: string): Promise<boolean[][]> {
  const { default: qr } = await import("qrcode");
  const { modules } = qr.create(text, { errorCorrectionLevel: "M" });
  return Array.from({ length: modules.size }, (_, y) =>
    Array.from({ length: modules.size }, (__, x) => modules.get(y, x) === 1),
  );
}

/** The coupon as a PDF under the brand's name. */
export async function couponPdf(
  coupon: Coupon,
  brand: BackendBrand,
  language: Language,
  now: Date,
): Promise<PdfFile> {
  const text = inLanguage(texts, language);
  const bytes = await renderPdf({
    sender: brandName(brand),
    title: text.title,
    language,
    subtitle: coupon.provider,
    footer: text.footer,
    createdAt: now,
    blocks: [
      { text: text.lead },
      { squares: await squaresOf(coupon.code) },
      {
        rows: [
          [text.reference, coupon.referenceNumber.replace(/(\d{4})(?=\d)/g, "$1 ")],
          [text.provider, coupon.provider],
          [text.name, `${coupon.firstName} ${coupon.lastName}`],
          [text.valid, dayIn(language).format(new Date(coupon.validUntil))],
        ],
      },
      { heading: text.bring },
      { list: text.list },
    ],
  });
  return { fileName: "coupon.pdf", bytes };
}
