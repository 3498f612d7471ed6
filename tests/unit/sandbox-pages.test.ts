import { expect, it } from "vitest";
import { sandboxForTest } from "../support/sandbox.ts";

const headings: Record<string, string[]> = {
  "/sandbox/outbox": ["Postausgang", "Outbox", "Giden kutusu"],
  "/sandbox/pay/unknown": ["Zahlung nicht gefunden", "Payment not found", "Ödeme bulunamadı"],
  "/sandbox/ident/unknown": ["Nicht gefunden", "Not found", "Bulunamadı"],
  "/sandbox/login?redirect_uri=https://elsewhere.example": [
    "Diese Adresse passt nicht",
    "This address does not fit",
    "Bu adres uygun değil",
  ],
};

it.each(Object.entries(headings))("%s speaks its reader's language", async (path, texts) => {
  const { get, close } = sandboxForTest();
  for (const [index, lang] of ["de", "en", "tr"].entries()) {
    const page = await (await get(path, { "accept-language": lang })).text();
    expect(page).toContain(`<html lang="${lang}">`);
    expect(page).toContain(`<h1>${texts[index]}</h1>`);
  }
  close();
});
