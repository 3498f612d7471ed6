import { randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import type { Browser, Fields, Page } from "./browser.ts";
import { patienceMs } from "./patience.ts";

/** A declaration that every brand accepts; changes take precedence, `undefined` omits a field. */
export const declaration = (changes: Fields = {}): Fields => ({
  submissionId: randomUUID(),
  serviceType: "mobile",
  cancellationType: "regular",
  firstName: "Ada",
  lastName: "Muster",
  contractNumber: "V-100",
  selectTerminationDate: "now",
  email: "ada@example.com",
  ...changes,
});

/** What the form sends from a browser of its own. */
export const declareAt = (portal: { browser: () => Browser }, fields: Fields, path = "/kuendigung") =>
  portal.browser().post(path, fields);

/** The address of a receipt on this path: brand, signed reference, language, and more parameters. */
export const receiptAt = (path: string, notice = "") =>
  expect.stringMatching(new RegExp(`^${path}\\?brand=\\w+&ref=[\\w-]{43}(&lang=de)?${notice}$`));

/** A declaration's own id, as the signed reference in its receipt's address has it. */
export function idOf(receipt: { location?: string | undefined; path?: string } | string): string {
  const address = typeof receipt === "string" ? receipt : (receipt.location ?? receipt.path);
  const reference = /[?&]ref=([\w-]{43})/.exec(address ?? "")?.[1];
  if (!reference) throw new Error(`${address} is no receipt's address.`);
  const hex = Buffer.from(reference, "base64url").toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, "$1-$2-$3-$4-$5");
}

/** A termination as the sandbox received it. */
export interface ReceivedTermination {
  id: string;
  kind: string;
  declaration: Record<string, unknown> & { details?: Record<string, string> };
  uploads: { name: string; size: number; type: string }[];
}
/** Everything that the sandbox behind this address received. */
export const received = async (origin: string) =>
  (await (await fetch(`${origin}/sandbox/terminations.json`)).json()) as ReceivedTermination[];
/** What it received about a contract. */
export const terminationsOfContract = async (origin: string, contractNumber: unknown) =>
  (await received(origin)).filter(({ declaration }) => declaration.contractNumber === contractNumber);
export const terminationsAt = async (origin: string, id: string) =>
  (await received(origin)).filter((one) => one.id === id);

/** A date as the form's three fields. */
export const dateFields = (name: string, date: string): Fields => {
  const [year, month, day] = date.split("-");
  return { [`${name}.day`]: day, [`${name}.month`]: month, [`${name}.year`]: year };
};

/** The date in so many days, as an ISO string. */
export function inDays(days: number): string {
  const date = new Date(Date.now() + days * 86_400_000);
  return date.toISOString().slice(0, 10);
}

/** What each reason of specification §3 needs on the form. */
export const reasonFields: Record<string, Fields> = {
  PersönlicheUmstände: {},
  SterbefallVertragsinhaber: { ...dateFields("dateOfDeath", "2026-01-02"), submitterName: "Berta Muster" },
  SterbefallNutzer: { userName: "Carl Muster", userPhoneNumber: "0152 28817386" },
  TechnischeProbleme: { reasonText: "Kein Netz\nseit Mai" },
  UmzugInland: { ...dateFields("moveDate", inDays(100)), newAddress: "Musterweg 3, 50667 Köln" },
  UmzugAusland: { ...dateFields("moveDate", inDays(100)), country: "Türkei" },
  SonstigerGrund: { reasonText: "Preis erhöht" },
};

/** A file of this size that begins like a PDF. */
export function pdfOf(bytes: number, name = "nachweis.pdf"): File {
  const content = new Uint8Array(bytes);
  content.set(Buffer.from("%PDF-1.7\n").subarray(0, bytes));
  return new File([content], name, { type: "application/pdf" });
}

/** The page of a declaration once it was passed on. */
export async function passedOn(customer: Browser, sent: Page | Promise<Page>) {
  const { path } = await sent;
  return vi.waitUntil(
    async () => {
      const page = await customer.get(path);
      return !page.text.includes("wird weitergegeben") && page;
    },
    { timeout: patienceMs, interval: 200 },
  );
}
