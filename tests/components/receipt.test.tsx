import { screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ReceiptHead } from "#app/routes/declaration/receipt-head.tsx";
import { show } from "../support/render.tsx";

const facts = {
  files: [],
  progress: undefined,
  steps: [],
  reference: "AB12-CD34",
  shareable: true as const,
};
const open = () => show(<ReceiptHead title="Ihre Kündigung ist eingegangen" text="" facts={facts} />);
const withShare = (share: (data: ShareData) => Promise<void>) =>
  vi.stubGlobal("navigator", Object.assign(navigator, { share }));

describe("a receipt", () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, "share");
    vi.unstubAllGlobals();
  });

  test("is shared by its title and address", async () => {
    const share = vi.fn(() => Promise.resolve());
    withShare(share);
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Teilen" }));
    expect(share).toHaveBeenCalledExactlyOnceWith({
      title: "Ihre Kündigung ist eingegangen",
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

  test("has no share button if the browser cannot share", async () => {
    await open();
    expect(await screen.findByRole("button", { name: "Drucken" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Teilen" })).toBeNull();
  });
});
