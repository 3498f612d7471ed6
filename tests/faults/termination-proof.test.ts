import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { parseHTML } from "linkedom";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { type Fields, fieldsOf, linkTo } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { startPortal } from "../support/portal.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { beginning, streamProof } from "../support/proof-stream.ts";
import {
  declaration,
  declareAt,
  idOf,
  pdfOf,
  receiptAt,
  terminationsAt,
  terminationsOfContract,
} from "../support/termination.ts";

const portal = await portalForTests();

/** The beginning of what comes on a connection; fails if it is closed without an answer. */
const answerOn = (socket: Socket) =>
  new Promise<string>((resolve, reject) => {
    socket.once("data", (data) => resolve(data.toString()));
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("The connection was closed without an answer.")));
  });

describe("a proof", () => {
  const special = (changes: Fields = {}) =>
    declaration({ cancellationType: "special", reason: "PersönlicheUmstände", ...changes });

  test("follows its declaration in one post", async () => {
    const fields = special({ file: pdfOf(300_000, "Meldung Köln.pdf") });
    const page = await portal.browser().post("/kuendigung", fields, { follow: true });
    expect([page.path, page.status]).toEqual([receiptAt("/kuendigung/bestaetigung"), 200]);
    expect(page.text).toContain("Meldung Köln.pdf");
    const [sent] = await terminationsAt(portal.origin, idOf(page));
    expect(sent?.uploads).toMatchObject([
      { name: "Meldung Köln.pdf", size: 300_000, type: "application/pdf" },
    ]);
  });

  test("that its browser keeps is announced, and awaited by the receipt that sends it", async () => {
    const { location = "" } = await declareAt(portal, special({ fileFollows: "a1-b2" }));
    expect(location).toEqual(receiptAt("/kuendigung/bestaetigung", "&fileFollows=a1-b2"));
    const [sent] = await terminationsAt(portal.origin, idOf(location));
    expect(sent?.declaration.proofAnnounced).toBe(true);
    const page = await portal.browser().get(location);
    expect(page.text).toContain("Ihr Nachweis folgt");
    expect(page.text).not.toContain("nicht angekommen");
    const elsewhere = await portal.browser().get(location.replace("&fileFollows=a1-b2", ""));
    expect(elsewhere.text).toContain("Ihr Nachweis ist nicht angekommen");
    await portal.browser().post(location, { file: pdfOf(50) });
    expect((await portal.browser().get(location)).text).not.toContain("Ihr Nachweis folgt");
  });

  test("of exactly 10 MB is accepted", async () => {
    const fields = special({ file: pdfOf(10 * 1024 * 1024) });
    const { location = "" } = await declareAt(portal, fields);
    expect(location).toEqual(receiptAt("/kuendigung/bestaetigung"));
    expect((await terminationsAt(portal.origin, idOf(location)))[0]?.uploads).toHaveLength(1);
  });

  // One byte over the limit shows only at the end, 13 MB in the Content-Length.
  test.each([10 * 1024 * 1024 + 1, 13_000_000])(
    "of %i bytes is refused with 413, and yet the termination is received",
    async (bytes) => {
      const fields = special({ file: pdfOf(bytes) });
      const page = await declareAt(portal, fields);
      expect([page.status, page.name, page.state]).toEqual([
        413,
        "termination-confirmation",
        "ProofTooLarge",
      ]);
      const link = linkTo(page, "Bestätigung ansehen");
      const [sent] = await terminationsAt(portal.origin, idOf(link));
      expect(sent?.uploads).toEqual([]);
      const next = await portal.browser().get(link);
      expect(next.errors.file).toContain("größer als 10\u00a0MB");
    },
  );

  test("is refused with 413 before it was read whole, with its declaration and without", async () => {
    const heads = [special(), { lastName: "Muster" }];
    for (const fields of heads) {
      const socket = connect(portal.port, "127.0.0.1");
      const answer = answerOn(socket);
      socket.write(
        `POST /kuendigung HTTP/1.1\r\nHost: localhost:${portal.port}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 13000000\r\n\r\n${beginning(fields)}%PDF-1.7 only the beginning`,
      );
      expect(await answer).toMatch(/^HTTP\/1.1 413 /);
      socket.destroy();
    }
  });

  test.each([
    [
      "a program with a PDF's name",
      new File(["MZ\x90\x00 this is a program"], "bill.pdf"),
      "kein PDF, JPEG oder PNG",
    ],
    ["an empty file", new File([], "leer.pdf"), "ist leer"],
    ["an iPhone's photograph", new File(["\0\0\0\x24ftypheic\0\0\0\0"], "IMG_1.HEIC"), "Bildschirmfoto"],
  ])("%s is refused, the termination is received", async (_, file, message) => {
    const fields = special({ file });
    const customer = portal.browser();
    const page = await customer.post("/kuendigung", fields, { follow: true });
    expect([page.status, page.name]).toEqual([200, "termination-confirmation"]);
    expect(page.errors.file).toContain(message);
    expect(page.text).toContain("Ihre Kündigung ist trotzdem eingegangen");
    const repeated = await customer.post(page.path, { file: pdfOf(50) }, { follow: true });
    expect(repeated.status).toBe(200);
    expect(repeated.text).not.toContain("trotzdem");
    expect((await terminationsAt(portal.origin, idOf(page)))[0]?.uploads).toHaveLength(1);
  });

  test("that the provider did not get is requested on the confirmation, in any session", async () => {
    const fields = special({ contractNumber: "upload-once-http-500", file: pdfOf(50) });
    const page = await portal.browser().post("/kuendigung", fields, { follow: true });
    expect(page.text).toContain("Ihr Nachweis ist nicht angekommen");
    const stranger = portal.browser();
    const link = page.path.replace("&upload=failed", "");
    const asked = await stranger.get(link);
    expect(asked.text).toContain("Ihr Nachweis ist nicht angekommen");
    expect(asked.text).toContain("Bitte senden Sie sie noch einmal.");
    expect(fieldsOf(page).submissionId).toBe(idOf(page));
    const repeated = await stranger.post(link, { file: pdfOf(50) }, { follow: true });
    expect(repeated.text).toContain("nachweis.pdf");
    expect(repeated.text).not.toContain("nicht angekommen");
  });

  test.each([
    ["no file", {}, 422],
    ["an empty file", { file: new File([], "a.pdf") }, 422],
    ["a picture that is none", { file: new File(["GIF89a"], "a.png") }, 422],
    ["too large a file", { file: pdfOf(10 * 1024 * 1024 + 1) }, 413],
  ])("on the confirmation: %s is refused beside the field", async (_, posted: Fields, status) => {
    const fields = special();
    const { location = "" } = await declareAt(portal, fields);
    const page = await declareAt(portal, posted, location);
    expect([page.status, page.name]).toEqual([status, "termination-confirmation"]);
    expect(page.errors.file).toBeTruthy();
    expect(page.title).toMatch(/^Fehler: Nachweis/);
    const { document } = parseHTML(page.html);
    const [summary, heading] = document.querySelectorAll("[data-error-summary], h1");
    expect(summary?.querySelector('a[href="#file"]')?.textContent).toBe(page.errors.file);
    expect(heading?.textContent).toContain("Kündigung ist eingegangen");
    expect((await terminationsAt(portal.origin, idOf(location)))[0]?.uploads).toEqual([]);
  });

  test("behind another in one post is asked for again, and the first is taken", async () => {
    const two = (fields: Fields) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
      for (const name of ["first.pdf", "second.pdf"]) form.append("file", pdfOf(50, name));
      return form;
    };
    const send = (path: string, body: FormData) =>
      fetch(portal.origin + path, { method: "POST", body, redirect: "manual" });
    const location = (await send("/kuendigung", two(special()))).headers.get("location") ?? "";
    expect(location).toEqual(receiptAt("/kuendigung/bestaetigung", "&upload=onlyFirst"));
    const [sent] = await terminationsAt(portal.origin, idOf(location));
    expect(sent?.uploads).toMatchObject([{ name: "first.pdf" }]);
    const page = await portal.browser().get(location);
    expect(page.text).toContain("Nur eine Datei ist angekommen");
    expect(page.errors.file).toContain("eine Datei nach der anderen");
    expect((await send(location, two({}))).status).toBe(422);
  });

  test("with a lock is taken, and its receipt says what to do if it needs a password", async () => {
    const file = new File(["%PDF-1.7 trailer << /Encrypt 5 0 R >>"], "bescheid.pdf");
    const { location = "" } = await declareAt(portal, special({ file }));
    expect(location).toEqual(receiptAt("/kuendigung/bestaetigung", "&upload=locked"));
    const page = await portal.browser().get(location);
    expect(page.text).toContain("Ihr Nachweis ist angekommen, aber vielleicht geschützt");
    expect(page.text).toContain("bescheid.pdf");
    expect(page.errors.file).toContain("ohne Passwort");
    expect((await declareAt(portal, { file }, location)).errors.file).toContain("ohne Passwort");
  });

  test("that is cut off, however small, is requested again", async () => {
    const fields = special();
    const answer = await fetch(`${portal.origin}/kuendigung`, {
      method: "POST",
      headers: { "Content-Type": "multipart/form-data; boundary=x" },
      body: `${beginning(fields)}%PDF-1.7 and no end`,
      redirect: "manual",
    });
    const location = answer.headers.get("location") ?? "";
    expect(location).toEqual(receiptAt("/kuendigung/bestaetigung", "&upload=failed"));
    expect((await terminationsAt(portal.origin, idOf(location)))[0]?.uploads).toEqual([]);
  });

  test("without an end is cut off after its answer", async () => {
    const socket = connect(portal.port, "127.0.0.1");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    // The portal may close while this side still sends.
    socket.on("error", () => {});
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.write(
      `POST /kuendigung HTTP/1.1\r\nHost: localhost:${portal.port}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000000\r\n\r\n${beginning(special())}%PDF-1.7`,
    );
    const piece = Buffer.alloc(1024 * 1024);
    const send = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on("drain", send);
    send();
    await closed;
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });

  test("before the fields does not lose them", async () => {
    const { file, ...fields } = special({ file: pdfOf(50_000) });
    const form = new FormData();
    form.append("file", file as File);
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
    const answer = await fetch(`${portal.origin}/kuendigung`, {
      method: "POST",
      body: form,
      redirect: "manual",
    });
    const location = answer.headers.get("location") ?? "";
    expect(location).toEqual(receiptAt("/kuendigung/bestaetigung", "&upload=failed"));
    expect(await terminationsAt(portal.origin, idOf(location))).toHaveLength(1);
  });

  test("many concurrent ones arrive whole, and none stays in memory", async () => {
    const own = await startPortal();
    onTestFinished(() => own.stop());
    const megabytes = 8;
    const posts = Array.from({ length: 25 }, (_, at) => special({ contractNumber: `V-${at}` }));
    const peak = async () =>
      Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${own.pid}/status`, "utf8"))?.[1]) / 1024;
    await own.browser().post("/kuendigung", special({ file: pdfOf(1000) }));
    const before = await peak();
    const statuses = await Promise.all(posts.map((fields) => streamProof(own.origin, fields, megabytes)));
    expect(new Set(statuses)).toEqual(new Set([303]));
    for (const fields of posts.slice(0, 5))
      expect((await terminationsOfContract(own.origin, fields.contractNumber))[0]?.uploads).toMatchObject([
        { size: megabytes * 1024 * 1024 },
      ]);
    // 200 MB went through. A process that waits for whole files grows by 220 MB, others by 110.
    expect((await peak()) - before).toBeLessThan(165);
  });

  test("that its sender aborts is not kept, and the portal goes on", async () => {
    const fields = special({ contractNumber: fresh("V") });
    const socket = connect(portal.port, "127.0.0.1");
    socket.write(
      `POST /kuendigung HTTP/1.1\r\nHost: localhost:${portal.port}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n${beginning(fields)}%PDF-1.7 the beginning`,
    );
    await expect.poll(() => terminationsOfContract(portal.origin, fields.contractNumber)).toHaveLength(1);
    socket.destroy();
    const { location = "" } = await declareAt(portal, fields);
    const page = await portal.browser().get(location);
    expect(page.text).toContain("Ihr Nachweis ist nicht angekommen");
    expect((await terminationsAt(portal.origin, idOf(location)))[0]?.uploads).toEqual([]);
  });
});

describe.concurrent("a body that comes slowly", () => {
  // More than a busy machine stands still.
  const impatient = startPortal({ BODY_STALL_SECONDS: "4" });
  afterAll(async () => (await impatient).stop());

  /** Posts the pieces one after the other, and leaves the end open unless the last one is it. */
  async function trickle(pieces: string[], pauseMs: number) {
    const { port } = await impatient;
    const socket = connect(port, "127.0.0.1");
    const answer = answerOn(socket);
    const length = 20 * 4096;
    socket.write(
      `POST /kuendigung HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`,
    );
    let left = length;
    for (const piece of pieces) {
      socket.write(piece);
      left -= Buffer.byteLength(piece);
      await setTimeout(pauseMs);
    }
    return { answer, left, socket };
  }
  // Those of one contract would wait for each other.
  const fields = () =>
    declaration({
      contractNumber: fresh("V"),
      cancellationType: "special",
      reason: "PersönlicheUmstände",
    });
  const receiptOf = async (head: string) => {
    const { origin } = await impatient;
    const [, location = ""] = /^location: (.*)\r$/im.exec(head) ?? [];
    return { location, sent: await terminationsAt(origin, idOf(location)) };
  };

  test("ends on the receipt while it keeps coming, however long it takes", async () => {
    const head = `${beginning(fields())}%PDF-1.7`;
    const end = "\r\n--x--\r\n";
    const rest = 20 * 4096 - Buffer.byteLength(head) - end.length;
    const pieces = Array.from({ length: 30 }, () => "x".repeat(Math.floor(rest / 30)));
    const { answer } = await trickle([head, ...pieces, "x".repeat(rest % 30), end], 180);
    const { location, sent } = await receiptOf(await answer);
    expect(location).not.toContain("upload=");
    expect(sent[0]?.uploads).toHaveLength(1);
  });

  test("that stops within its file ends on the receipt, which asks for the file again", async () => {
    const { answer } = await trickle([`${beginning(fields())}%PDF-1.7 and no more`], 0);
    const { location, sent } = await receiptOf(await answer);
    expect(location).toContain("upload=failed");
    expect(sent).toHaveLength(1);
  });

  test("that stops before its file is a 408 that says how to go on, and nothing is done", async () => {
    const { answer } = await trickle([beginning(fields()).slice(0, 200)], 0);
    const text = await answer;
    expect(text).toMatch(/^HTTP\/1.1 408 [\s\S]*x-portal: 1/i);
  });
});
