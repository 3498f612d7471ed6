import { screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Receipt } from "#app/domain/receipt.ts";
import browserButtons from "#app/rendering/browser-buttons.js?raw";
import { ReceiptParts } from "#app/routes/declaration/receipt-parts.tsx";
import { show } from "../support/render.tsx";

const receipt: Receipt = {
  id: "ab12cd34-0000-8000-8000-000000000000",
  receivedAt: "2026-11-27T10:00:00Z",
  brand: "o2",
  title: "Ihre Kündigung ist eingegangen",
  text: [],
  progress: undefined,
  notes: [],
  received: { heading: "Eingangsbestätigung", rows: [] },
  declared: { heading: "Ihre Erklärung", rows: [], withheld: undefined },
  proof: undefined,
  next: { lines: [], link: undefined },
  steps: [],
  keep: { first: undefined, below: undefined },
  files: [{ label: "Bestätigung als PDF", href: "/kuendigung/bestaetigung.pdf" }],
};
/** With the script that stands after its buttons, which no router runs. */
async function open() {
  const shown = await show(<ReceiptParts receipt={receipt} isShareable />);
  const script = (await screen.findByText("Drucken")).closest("div")?.querySelector("script");
  vi.spyOn(document, "currentScript", "get").mockReturnValue(script as HTMLScriptElement);
  new Function(browserButtons)();
  return shown;
}
const withShare = (share: (data: ShareData) => Promise<void>) =>
  vi.stubGlobal("navigator", Object.assign(navigator, { share }));

describe("a receipt", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    Reflect.deleteProperty(navigator, "share");
    vi.unstubAllGlobals();
  });

  test("is shared by its title and address", async () => {
    const share = vi.fn(() => Promise.resolve());
    withShare(share);
    document.title = "Ihre Kündigung ist eingegangen – o2";
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Teilen" }));
    expect(share).toHaveBeenCalledExactlyOnceWith({
      title: "Ihre Kündigung ist eingegangen – o2",
      url: location.href,
    });
  });

  // Vitest fails on unhandled rejections, except those of its own mock functions.
  test("stays unchanged if the customer cancels sharing", async () => {
    const asked = vi.fn();
    withShare(() => {
      asked();
      return Promise.reject(new DOMException("Share canceled", "AbortError"));
    });
    const { user } = await open();
    // The button is there once scripts know that the browser can share.
    const share = await screen.findByRole("button", { name: "Teilen" });
    const before = screen.getByTestId("page").innerHTML;
    await user.click(share);
    expect(asked).toHaveBeenCalledOnce();
    expect(screen.getByTestId("page").innerHTML).toBe(before);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("is printed", async () => {
    const print = vi.fn();
    vi.stubGlobal("print", print);
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Drucken" }));
    expect(print).toHaveBeenCalledOnce();
  });

  test("has its address copied, and says so", async () => {
    const { user } = await open();
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await user.click(await screen.findByRole("button", { name: "Link kopieren" }));
    expect(write).toHaveBeenCalledExactlyOnceWith(location.href);
    expect((await screen.findByRole("status")).textContent).toBe("Kopiert");
  });

  test("shows its address marked where the browser refuses to copy", async () => {
    const { user } = await open();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("", "NotAllowedError"));
    await user.click(await screen.findByRole("button", { name: "Link kopieren" }));
    expect(await screen.findByText(/Bitte den markierten Text/)).toBeTruthy();
    expect(String(getSelection())).toBe(location.href);
  });

  test("has no share button if the browser cannot share", async () => {
    await open();
    expect(await screen.findByRole("button", { name: "Drucken" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Teilen" })).toBeNull();
  });
});
