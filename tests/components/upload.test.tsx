import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { keptMark } from "#app/browser/kept-mark.ts";
import { markHeader } from "#app/browser/portal-mark.ts";
import * as files from "#app/browser/stored-files.ts";
import { ProofUpload, reasonHeader } from "#app/routes/termination/proof-upload.tsx";
import { becomesTrue } from "../support/eventually.ts";
import { show } from "../support/render.tsx";
import { translate } from "../support/translate.ts";

vi.mock(import("#app/browser/stored-files.ts"), { spy: true });

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
  abort = vi.fn(() => this.answer(0));
  getResponseHeader = (name: string) => this.headers[name] ?? null;
  answer(status: number, headers: Record<string, string> = {}) {
    Object.assign(this, { status, headers: status === 0 ? {} : { [markHeader]: "1", ...headers } });
    act(() => void this.onloadend?.());
  }
}

beforeEach(() => {
  Sending.all = [];
  vi.stubGlobal("XMLHttpRequest", Sending);
});
afterEach(() => vi.unstubAllGlobals());

const pdf = (name = "nachweis.pdf") => new File(["%PDF-1.7"], name, { type: "application/pdf" });
const proof = {
  waits: false,
  lost: false,
  unknown: false,
};
const told = { heading: "Nachweis", rows: [], texts: ["Ein Nachweis ist freiwillig."] };
const part = (
  <ProofUpload
    id="id-1"
    action="/kuendigung/bestaetigung"
    proof={proof}
    told={told}
    hotline="030 23125 000"
  />
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
    expect(screen.getByRole("button", { name: "Nachweis senden" }).getAttribute("aria-busy")).toBe("true");
    await user.click(screen.getByRole("button", { name: "Nachweis senden" }));
    expect(Sending.all).toHaveLength(1);
    sending?.answer(200);
    expect(screen.getByText(/angekommen/)).toBeDefined();
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  test("is interrupted and cancelled on a page that a browser has translated", async () => {
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    const { user } = await show(part, { loader: () => null });
    const status = () => document.querySelector(".sending")?.textContent;
    choose(pdf());
    translate();
    await user.click(screen.getByRole("button"));
    Sending.all[0]?.answer(0);
    expect(status()).toContain("sobald Sie wieder Netz haben");
    translate();
    await user.click(screen.getByRole("button", { name: "Abbrechen" }));
    expect(status()).toContain("Sie haben die Übertragung abgebrochen");
    translate();
    await user.click(screen.getByRole("button", { name: "Nachweis senden" }));
    expect(status()).toBe("");
    Sending.all[1]?.answer(200);
    expect(screen.getByText(/angekommen/)).toBeDefined();
  });

  test("that is refused gets a message beside the field; one that fails can be sent again", async () => {
    const { user } = await show(part, { loader: () => null });
    choose(pdf());
    await user.click(screen.getByRole("button"));
    Sending.all[0]?.answer(422, { [reasonHeader]: "type" });
    expect(field().getAttribute("aria-describedby")).toContain("file-error");
    await user.click(screen.getByRole("button", { name: /erneut/i }));
    Sending.all[1]?.answer(503);
    expect(screen.getByRole("alert").textContent).toContain("trotzdem eingegangen");
    expect(field().getAttribute("aria-describedby")).not.toContain("file-error");
  });

  test("goes on by itself after a lost connection or an answer of somebody in between", async () => {
    const portal = new Response("", { headers: { [markHeader]: "1" } });
    vi.stubGlobal("fetch", vi.fn().mockResolvedValue(portal));
    const { user } = await show(part, { loader: () => null });
    choose(pdf());
    await user.click(screen.getByRole("button"));
    Sending.all[0]?.answer(0);
    expect(screen.getByRole("status").textContent).toContain("sobald Sie wieder Netz haben");
    await becomesTrue(() => expect(Sending.all).toHaveLength(2));
    expect(nameOf(Sending.all[1])).toBe("nachweis.pdf");
    Sending.all[1]?.answer(413, { [markHeader]: "" });
    await becomesTrue(() => expect(Sending.all).toHaveLength(3));
    act(() => Sending.all[2]?.upload.onprogress?.({ loaded: 1, total: 2 }));
    act(() => void window.dispatchEvent(new Event("offline")));
    expect(Sending.all[2]?.abort).toHaveBeenCalled();
    await becomesTrue(() => expect(Sending.all).toHaveLength(4));
    Sending.all[3]?.answer(200);
    expect(screen.getByText(/angekommen/)).toBeDefined();
  });

  test("of which nothing is passed on for two minutes counts as interrupted", async () => {
    await show(part, { loader: () => null });
    choose(pdf());
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    fireEvent.submit(field().form as HTMLFormElement);
    const [sending] = Sending.all;
    vi.advanceTimersByTime(100_000);
    act(() => sending?.upload.onprogress?.({ loaded: 1, total: 2 }));
    vi.advanceTimersByTime(100_000);
    expect(sending?.abort).not.toHaveBeenCalled();
    vi.advanceTimersByTime(20_000);
    expect(sending?.abort).toHaveBeenCalled();
    expect(screen.getByRole("status").textContent).toContain("sobald Sie wieder Netz haben");
  });

  test("can be cancelled, and sent after all", async () => {
    const { user } = await show(part, { loader: () => null });
    choose(pdf());
    await user.click(screen.getByRole("button"));
    await user.click(screen.getByRole("button", { name: "Abbrechen" }));
    expect(Sending.all[0]?.abort).toHaveBeenCalled();
    expect(screen.getByRole("status").textContent).toContain("nicht gesendet");
    expect(screen.queryByRole("progressbar")).toBeNull();
    await user.click(screen.getByRole("button"));
    expect(Sending.all).toHaveLength(2);
    Sending.all[1]?.answer(200);
    expect(screen.getByText(/angekommen/)).toBeDefined();
  });

  test("of the wrong type or size is refused before anything is sent", async () => {
    const { user } = await show(part, { loader: () => null });
    const fault = () => document.getElementById("file-error");
    choose(new File(["x"], "a.pdf", { type: "application/pdf" }));
    await vi.waitFor(() => expect(fault()?.getAttribute("role")).toBe("alert"));
    choose(new File(["\0\0\0\x24ftypheic"], "IMG_1.HEIC"));
    await vi.waitFor(() => expect(fault()?.textContent).toContain("HEIC"));
    choose(new File(["%PDF-1.7", new Uint8Array(11 * 1024 * 1024)], "gross.pdf"));
    await vi.waitFor(() => expect(fault()?.textContent).toMatch(/10/));
    await user.click(screen.getByRole("button"));
    expect(Sending.all).toHaveLength(0);
  });

  test.each([
    ["application/octet-stream", "%PDF-1.7"],
    ["application/x-pdf", "%PDF-1.7"],
    ["image/jpg", "\xff\xd8\xff"],
    ["image/heic", "\xff\xd8\xff"],
  ])("is what its bytes are, where a browser calls it %s", async (type, content) => {
    await show(part, { loader: () => null });
    choose(new File(["x"], "a.pdf"));
    await vi.waitFor(() => expect(document.getElementById("file-error")).not.toBeNull());
    choose(new File([Buffer.from(content, "latin1")], "IMG_1.HEIC", { type }));
    await vi.waitFor(() => expect(document.getElementById("file-error")).toBeNull());
  });

  test("that is a locked PDF gets words, and is sent", async () => {
    const { user } = await show(part, { loader: () => null });
    choose(new File(["%PDF-1.7 trailer << /Encrypt 5 0 R >>"], "bescheid.pdf"));
    await screen.findByText(/vielleicht mit einem Passwort/);
    await user.click(screen.getByRole("button"));
    expect(Sending.all).toHaveLength(1);
  });

  describe("that its form has left for the receipt", () => {
    beforeEach(() => {
      localStorage.setItem(keptMark, "1");
      onTestFinished(() => localStorage.clear());
      vi.mocked(files.takeFile).mockResolvedValue(pdf("vorher.pdf"));
    });
    const partFor = (changes: Partial<typeof proof>) => (
      <ProofUpload
        id="id-1"
        action=""
        proof={{ ...proof, ...changes }}
        told={told}
        follows="f-1"
        hotline=""
      />
    );

    test.each(["lost", "unknown"])("is sent at once where it is %s, and not missed meanwhile", async (is) => {
      const found = Promise.withResolvers<File>();
      vi.mocked(files.takeFile).mockReturnValue(found.promise);
      await show(partFor({ [is]: true }), { loader: () => null });
      expect(screen.getByText("Ihr Nachweis folgt")).toBeDefined();
      found.resolve(pdf("vorher.pdf"));
      await becomesTrue(() => expect(nameOf(Sending.all[0])).toBe("vorher.pdf"));
      expect(screen.queryByRole("alert")).toBeNull();
      Sending.all[0]?.answer(200);
      expect(Sending.all).toHaveLength(1);
    });

    test("is asked for again where it was taken before", async () => {
      vi.mocked(files.takeFile).mockResolvedValue(undefined);
      await show(partFor({ lost: true }), { loader: () => null });
      await screen.findByText("Ihr Nachweis ist nicht angekommen");
      expect(Sending.all).toEqual([]);
    });

    test("waits for the provider to have the termination, and is sent then", async () => {
      vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
      onTestFinished(() => void vi.useRealTimers());
      const loader = vi.fn(() => null);
      function PassedOnLater() {
        const [waits, setWaits] = useState(true);
        return (
          <>
            <button type="button" onClick={() => setWaits(false)}>
              pass on
            </button>
            {partFor({ waits })}
          </>
        );
      }
      await show(<PassedOnLater />, { loader });
      await screen.findByText(/^Ihre Datei liegt auf dieser Seite bereit/);
      const before = loader.mock.calls.length;
      await act(() => vi.advanceTimersByTimeAsync(15_000));
      await becomesTrue(() => expect(loader).toHaveBeenCalledTimes(before + 1));
      expect(Sending.all).toEqual([]);
      fireEvent.click(screen.getByRole("button", { name: "pass on" }));
      expect(Sending.all.map(nameOf)).toEqual(["vorher.pdf"]);
      // The server's part of the receipt is from before it was passed on.
      const reload = vi.fn();
      vi.stubGlobal("location", { reload });
      Sending.all[0]?.answer(200);
      expect(reload).toHaveBeenCalledOnce();
    });
  });
});
