import type { z } from "zod";
import type { idvCoupon } from "../../app/backend/contract/identity.ts";
import { maskEmail } from "../../app/domain/masked.ts";
import { renderPdf } from "../../app/paper/pdf.server.ts";
import type { PdfFile } from "../api.ts";
import type { Language } from "../language.ts";
import { letterhead } from "../letterhead.ts";
import type { Sandbox } from "../sandbox.ts";
import { sandboxTexts } from "../texts.ts";
import { identifiedCustomer } from "./customer.ts";
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
  const { firstName, lastName, email } = identifiedCustomer(sandbox, verification.token);
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

/** Rows of dark and light squares of a QR code. */
async function squaresOf(text: string): Promise<boolean[][]> {
  const { encode } = await import("uqr");
  return encode(text, { ecc: "M", border: 0 }).data;
}

/** The coupon as a PDF under the brand's name. */
export async function couponPdf(
  coupon: Coupon,
  brand: string,
  language: Language,
  now: Date,
): Promise<PdfFile> {
  const { receipt, sandbox } = sandboxTexts[language];
  const text = sandbox.coupon;
  const bytes = await renderPdf({
    letterhead: letterhead(brand, language),
    title: text.title,
    language,
    subtitle: coupon.provider,
    footer: text.footer,
    createdAt: now,
    blocks: [
      { text: text.lead },
      {
        squares: await squaresOf(coupon.code),
        rows: [
          [receipt.head.reference, coupon.referenceNumber.replace(/(\d{4})(?=\d)/g, "$1 ")],
          [text.provider, coupon.provider],
          [text.name, `${coupon.firstName} ${coupon.lastName}`],
          [text.valid, dayIn(language).format(new Date(coupon.validUntil))],
        ],
      },
      { heading: text.bring },
      { list: [text.bringId, text.bringCoupon] },
    ],
  });
  return { fileName: "coupon.pdf", bytes };
}
