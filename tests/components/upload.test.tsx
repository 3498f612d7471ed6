import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ProofUpload, reasonHeader } from "#app/routes/termination/proof-upload.tsx";
import { show } from "../support/render.tsx";

/** An upload with progress, answered by the test. */
class Sending {
  static all: Sending[] = [];
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onloadend?: () => void;
  status = 0;
  headers: Record<string, string> = {};
  sent?: FormData;
  open = vi.fn();
  send(body: FormData) {
    this.sent = body;
    Sending.all.push(this);
  }
  getResponseHeader = (name: string) => this.headers[name] ?? null;
  answer(status: number, headers: Record<string, string> = {}) {
    Object.assign(this, { status, headers });
    act(() => this.onloadend?.());
  }
}

beforeEach(() => {
  Sending.all = [];
  vi.stubGlobal("XMLHttpRequest", Sending);
});
afterEach(() => vi.unstubAllGlobals());

const pdf = (name = "nachweis.pdf") => new File(["%PDF-1.7"], name, { type: "application/pdf" });
const proof = { waits: false, lost: false, uploads: [], until: "1. Dezember 2026", helpful: [] };
const part = (
  <ProofUpload id="id-1" action="/kuendigung/bestaetigung" proof={proof} hotline="030 23125 000" />
);
/** Drops a file onto the field, which bypasses its `accept` filter. */
function choose(file: File) {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  field().files = transfer.files;
  fireEvent.change(field());
}
const nameOf = (sending: Sending | undefined) => (sending?.sent?.get("file") as File | undefined)?.name;
const field = () => document.querySelector<HTMLInputElement>("#file") as HTMLInputElement;

describe("a proof", () => {
  test("shows its progress, and that it has arrived", async () => {
    const { user } = await show(part, { loader: () => null });
    choose(pdf());
    await user.click(screen.getByRole("button"));
    const [sending] = Sending.all;
    expect(nameOf(sending)).toBe("nachweis.pdf");
    expect(sending?.sent?.get("submissionId")).toBe("id-1");
    act(() => sending?.upload.onprogress?.({ loaded: 40, total: 100 }));
    expect(screen.getByRole<HTMLProgressElement>("progressbar").value).toBe(40);
    expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("true");
    await user.click(screen.getByRole("button"));
    expect(Sending.all).toHaveLength(1);
    sending?.answer(200);
    expect(screen.getByRole("status").textContent).toContain("angekommen");
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  test("that is refused gets a message beside the field; one that fails can be sent again", async () => {
    const { user } = await show(part, { loader: () => null });
    choose(pdf());
    await user.click(screen.getByRole("button"));
    Sending.all[0]?.answer(422, { [reasonHeader]: "type" });
    expect(field().getAttribute("aria-describedby")).toContain("file-error");
    await user.click(screen.getByRole("button", { name: /erneut/i }));
    Sending.all[1]?.answer(0);
    expect(screen.getByRole("alert").textContent).toContain("trotzdem gültig");
    expect(field().getAttribute("aria-describedby")).not.toContain("file-error");
  });

  test("of the wrong type or size is refused before anything is sent", async () => {
    const { user } = await show(part, { loader: () => null });
    choose(new File(["x"], "a.exe", { type: "application/x-msdownload" }));
    expect(document.getElementById("file-error")?.getAttribute("role")).toBe("alert");
    choose(new File([new Uint8Array(11 * 1024 * 1024)], "gross.pdf", { type: "application/pdf" }));
    expect(document.getElementById("file-error")?.textContent).toMatch(/10/);
    await user.click(screen.getByRole("button"));
    expect(Sending.all).toHaveLength(0);
  });
});
