import { Readable } from "node:stream";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { findDeclaration } from "#app/declarations/declaration.server.ts";
import { declarationQueue } from "#app/declarations/open-queue.server.ts";
import { apiErrorOf, type Failure, FormFieldError } from "#app/errors/errors.ts";
import { type FormWithFile, uploadContext } from "#app/forms/upload.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { monotonicMs } from "#app/platform/monotonic.ts";
import {
  deadlineContext,
  localeContext,
  patternContext,
  responseHeadersContext,
} from "#app/request/context.server.ts";
import { Visitor, visitorContext } from "#app/request/visitor.server.ts";
import {
  idIn,
  justSubmitted,
  kindOf,
  lastDeclared,
  lastReceipt,
  receiptPath,
} from "#app/routes/declaration/confirmation-link.server.ts";
import { declareTermination } from "#app/routes/termination/declare.server.ts";
import { originForMails } from "#app/shell/origin-for-mails.server.ts";
import { browserForTest } from "../support/request.ts";
import { declaration } from "../support/termination.ts";

vi.hoisted(() => {
  vi.stubEnv("SESSION_STORE", "sqlite::memory:");
  vi.stubEnv("ALLOWED_HOSTS", "o2.localhost portal.example:8443 *.brand.example:9443");
});
vi.mock("node:timers/promises", async () => (await import("../support/short-pauses.ts")).shortPauses);
const provider = vi.hoisted(() => ({ declare: vi.fn(), loadReceipt: vi.fn(), downloadReceipt: vi.fn() }));
vi.mock(
  import("#app/backend/declarations.server.ts"),
  async (load) =>
    ({
      ...(await load()),
      ...provider,
    }) as object,
);
const uploads = vi.hoisted(() => ({ uploadProof: vi.fn(), loadTerminationConfig: vi.fn() }));
vi.mock(
  import("#app/backend/terminations.server.ts"),
  async (load) =>
    ({
      ...(await load()),
      ...uploads,
    }) as object,
);

const answer = (status: number, problem?: Failure["problem"]): Failure => ({
  kind: "answer",
  status,
  ...(problem && { problem }),
});
const fails = (failure: Failure) => ({ ok: false, failure });
/** As `ApiResult`, with what a page says of it. */
const refuses = (failure: Failure) => ({
  ...fails(failure),
  error: apiErrorOf(failure.status, failure.problem, failure),
});
const away = answer(503, { code: "DOWNTIME" });
const isNotThere = refuses(answer(404, { code: "UNKNOWN" }));
beforeEach(() => {
  vi.restoreAllMocks();
  provider.declare.mockReset().mockResolvedValue({ ok: true, data: {} });
  provider.loadReceipt.mockReset().mockResolvedValue(isNotThere);
  provider.downloadReceipt.mockReset().mockResolvedValue({ ok: true, data: { close() {} } });
  uploads.uploadProof.mockReset().mockResolvedValue({ ok: true, data: undefined });
  uploads.loadTerminationConfig
    .mockReset()
    .mockResolvedValue({ serviceTypes: [{ id: "mobile", name: "Mobilfunk" }] });
});

const size = 7;
type File = Awaited<ReturnType<FormWithFile["file"]>>;
const file = (changes = {}): File =>
  ({
    ok: true,
    name: "nachweis.pdf",
    type: "application/pdf",
    size,
    locked: false,
    tooLarge: false,
    copy: () => [],
    content: Readable.from([]),
    ...changes,
  }) as File;
interface Posted extends Partial<Pick<FormWithFile, "announced" | "tooLarge">> {
  fields?: Record<string, string | undefined>;
  sent?: File;
  another?: boolean;
  /** Fields that came behind the file. */
  behind?: Record<string, string>;
  /** How long its page may take. */
  leftMs?: number;
}

const browser = browserForTest("/kuendigung");
/** One for each: of one contract, a later declaration waits for the one before. */
let contracts = 100;
async function press({ fields, sent = file(), another = false, behind = {}, leftMs, ...more }: Posted = {}) {
  const { context, url } = await browser(leftMs);
  const posted = new FormData();
  for (const [name, value] of Object.entries(declaration({ contractNumber: `V-${++contracts}`, ...fields })))
    if (value !== undefined) posted.set(name, String(value));
  const incoming: FormWithFile = {
    posted,
    announced: false,
    tooLarge: false,
    ...more,
    file: vi.fn(async () => sent),
    hasAnother: async () => another,
    async rest() {
      for (const [name, value] of Object.entries(behind)) posted.set(name, value);
    },
    discard: vi.fn(),
  };
  context.set(uploadContext, incoming);
  const reply = await declareTermination(context, new Request(url), url).catch((thrown) => thrown);
  const location = reply instanceof Response ? reply.headers.get("Location") : undefined;
  const opened = location ? new URL(location, url) : undefined;
  const cookie =
    reply instanceof Response
      ? reply.headers
          .getSetCookie()
          .map((one) => one.split(";")[0])
          .join("; ")
      : "";
  return { context, url, reply, opened, incoming, cookie };
}
const idAt = ({ context, opened }: Awaited<ReturnType<typeof press>>) =>
  (opened && idIn(context, "termination", opened)) ?? expect.fail("no receipt");
const kept = async (id: string) => (await findDeclaration("termination", "o2", id)).stored;

const list = (...sizes: number[]) => ({ ok: true, data: { uploads: sizes.map((one) => ({ size: one })) } });
const unaccepted = (code: string) => {
  const errors = [{ field: "file", code }];
  return { ok: false, error: new FormFieldError(errors), failure: answer(422, { errors }) };
};
const proof = { announced: true };

// What becomes of a proof: what the receipt says of it (and its bytes, where that is not known), whether the rest of the
// body is dropped, and whether the portal remembers that it was taken.
test.each<
  [
    given: string,
    posted: Posted,
    call: object | undefined,
    said: string | null,
    isDropped: boolean,
    isKept: boolean,
  ]
>([
  ["is taken", proof, undefined, null, false, true],
  [
    "is taken, and may need a password",
    { ...proof, sent: file({ locked: true }) },
    undefined,
    "locked",
    false,
    true,
  ],
  ["is followed by another one", { ...proof, another: true }, undefined, "onlyFirst", true, true],
  ["is no proof", { ...proof, sent: { ok: false, reason: "heic" } }, undefined, "heic", true, false],
  ["is refused for its type", proof, unaccepted("TYPE"), "type", true, false],
  ["is refused for what nobody knows", proof, unaccepted("COLOUR"), "failed", true, false],
  ["is refused in words", proof, refuses(answer(409, { code: "CLOSED" })), "failed", true, false],
  ["is lost", proof, refuses({ kind: "timeout" }), "unknown", true, false],
  [
    "breaks off",
    { ...proof, sent: file({ size: undefined }) },
    refuses({ kind: "timeout" }),
    "failed",
    true,
    false,
  ],
  [
    "has fields behind it",
    { ...proof, fields: { lastName: "", firstName: "" }, behind: { lastName: "Muster" } },
    undefined,
    "failed",
    false,
    false,
  ],
  ["was not chosen", {}, undefined, null, false, false],
])("a termination whose proof %s is received", async (_, posted, call, said, isDropped, isKept) => {
  if (call) uploads.uploadProof.mockResolvedValue(call);
  const pressed = await press(posted);
  expect(pressed.reply).toMatchObject({ status: 303 });
  expect(pressed.opened?.searchParams.get("upload")).toBe(said);
  expect(pressed.opened?.searchParams.get("bytes")).toBe(said === "unknown" ? String(size) : null);
  expect(vi.mocked(pressed.incoming.discard).mock.calls.length > 0).toBe(isDropped);
  const stored = await kept(idAt(pressed));
  expect(stored).toMatchObject({ state: "forwarded", declaration: { facts: { serviceName: "Mobilfunk" } } });
  const name = "nachweis.pdf";
  expect(stored?.declaration.proofs).toEqual(
    isKept ? [{ name, size, receivedAt: expect.any(String) }] : undefined,
  );
  const [[, kind, id, body]] = provider.declare.mock.calls as [[unknown, string, string, object]];
  expect([kind, id]).toEqual(["termination", idAt(pressed)]);
  expect(body).toMatchObject({ written: { lastName: "Muster" }, proofAnnounced: posted.announced === true });
  expect(pressed.incoming.file).toHaveBeenCalledTimes(posted.announced && !posted.behind ? 1 : 0);
});

test.each([
  ["is listed", list(size), null],
  ["is not listed", list(size + 1), "failed"],
  ["is listed nowhere", isNotThere, "unknown"],
])("a proof that ended without a word, and that %s", async (_, listed, said) => {
  uploads.uploadProof.mockResolvedValue(refuses(answer(500)));
  provider.loadReceipt.mockResolvedValue(listed);
  const { context, opened } = await press(proof);
  expect(opened?.searchParams.get("upload")).toBe(said);
  // After a long wait for the file, there is still time to ask.
  expect(context.get(deadlineContext) - monotonicMs()).toBeGreaterThan(0);
});

const isNotFound = refuses(answer(404));
test("a proof is not sent before its termination can be read, at a provider that lags behind itself", async () => {
  provider.downloadReceipt.mockResolvedValueOnce(isNotFound).mockResolvedValueOnce(isNotFound);
  const { opened } = await press({ ...proof, leftMs: 15_000 });
  expect(opened?.searchParams.get("upload")).toBeNull();
  const [sentAt = 0] = uploads.uploadProof.mock.invocationCallOrder;
  expect(provider.downloadReceipt.mock.invocationCallOrder.filter((at) => at < sentAt)).toHaveLength(3);
});

test.each([
  ["is kept", () => [Buffer.from("all of it")], 2, 3, null],
  ["is kept, and is not taken in the end either", () => [Buffer.from("all of it")], 9, 3, "unknown"],
  ["is too large to be kept", () => undefined, 1, 1, "unknown"],
])("a proof that a provider cannot place yet, and that %s", async (_, copy, misses, sends, said) => {
  for (let miss = 0; miss < misses; miss++) uploads.uploadProof.mockResolvedValueOnce(isNotFound);
  const { opened } = await press({ ...proof, sent: file({ copy }) });
  expect(uploads.uploadProof).toHaveBeenCalledTimes(sends);
  expect(opened?.searchParams.get("upload")).toBe(said);
});

test.each<[given: string, posted: Posted, readsFile: boolean]>([
  ["by its announced length", { ...proof, tooLarge: true }, false],
  ["once it is read", { ...proof, sent: file({ tooLarge: true, size: undefined }) }, true],
])(
  "a proof that is too large %s is refused by a page that leads to the receipt",
  async (_, posted, readsFile) => {
    uploads.uploadProof.mockResolvedValue(refuses({ kind: "timeout" }));
    const { reply, incoming } = await press(posted);
    expect(reply).toMatchObject({ init: { status: 413 }, data: { state: "ProofTooLarge" } });
    const [{ kind, href, label }] = reply.data.actions;
    expect([kind, label]).toEqual(["showOrder", "Bestätigung ansehen"]);
    expect(href).toMatch(/^\/kuendigung\/bestaetigung\?.*&upload=tooLarge$/);
    expect(incoming.discard).toHaveBeenCalled();
    expect(incoming.file).toHaveBeenCalledTimes(readsFile ? 1 : 0);
  },
);

test("a proof waits with its declaration, and one that follows from the receipt goes with it", async () => {
  provider.declare.mockResolvedValue(fails(away));
  const { opened, incoming } = await press(proof);
  expect(opened?.searchParams.get("upload")).toBe("waiting");
  expect(incoming.discard).toHaveBeenCalled();
  expect(uploads.uploadProof).not.toHaveBeenCalled();
  provider.declare.mockClear();
  const follows = await press({ fields: { fileFollows: "key-1" } });
  expect(follows.opened?.searchParams.get("fileFollows")).toBe("key-1");
  expect(provider.declare.mock.calls[0]?.[3]).toMatchObject({ proofAnnounced: true });
  expect((await press({ fields: { fileFollows: "no key!" } })).opened?.searchParams.has("fileFollows")).toBe(
    false,
  );
});

describe("the browser that has terminated", () => {
  test("finds its receipt again, and is counted once", async () => {
    const fields = { submissionId: crypto.randomUUID(), contractNumber: "V-1" };
    const pressed = await press({ fields });
    const { context, url, cookie } = pressed;
    const request = new Request(url, { headers: { cookie } });
    expect(lastDeclared(context, "termination")).toBeUndefined();
    context.set(visitorContext, new Visitor(request, url, true));
    const id = idAt(pressed);
    expect(lastDeclared(context, "termination")).toBe(id);
    expect(lastReceipt(context, "termination")).toBe(`${pressed.opened?.pathname}${pressed.opened?.search}`);
    expect(lastReceipt(context, "selfcare")).toBeUndefined();
    expect(justSubmitted(context, request, id)?.getSetCookie()[0]).toMatch(/^submitted=;.*Max-Age=0/);
    expect(justSubmitted(context, request, "another")).toBeUndefined();
    const again = await press({ fields });
    expect(again.opened?.href).toBe(pressed.opened?.href);
    expect([pressed.cookie, again.cookie].map((one) => one.includes("submitted="))).toEqual([true, false]);
    expect(provider.declare).toHaveBeenCalledOnce();
  });
});

test("a reference opens its own receipt; one that was made up opens none, and operators see that somebody tries", async () => {
  const { context, url } = await browser();
  const id = "3f0c2f1e-0000-8000-8000-000000000000";
  const at = (path: string) => idIn(context, "termination", new URL(path, url));
  const path = receiptPath(context, "termination", id);
  const warned = vi.spyOn(logger, "warn");
  expect([at(path), at("/kuendigung/bestaetigung")]).toEqual([id, undefined]);
  expect(warned).not.toHaveBeenCalled();
  expect(at(path.replace("ref=", "ref=x"))).toBeUndefined();
  expect(warned.mock.calls).toMatchObject([
    [{ kind: "termination", brand: "o2" }, expect.stringContaining("signature is wrong")],
  ]);
});

test.each([
  ["/kuendigung/bestaetigung", "termination"],
  ["/selfcarekuendigung/bestaetigung/:format", "selfcare"],
  ["/widerruf/bestaetigung", "withdrawal"],
  ["/kontakt", undefined],
  ["/no-page", undefined],
])("the page at %s is about a receipt of %s", async (pattern, kind) => {
  const { context } = await browser();
  context.set(patternContext, pattern);
  if (kind) expect(kindOf(context)).toBe(kind);
  else expect(() => kindOf(context)).toThrow("about no receipt");
});

test.each([
  ["de", "/kuendigung/bestaetigung?brand=o2&ref=", "de"],
  ["en", "/en/kuendigung/bestaetigung?brand=o2&ref=", null],
] as const)(
  "in %s, a receipt's address opens in its language in any browser",
  async (locale, start, lang) => {
    const { context, url } = await browser();
    context.set(localeContext, { locale });
    const path = receiptPath(context, "termination", crypto.randomUUID());
    expect(path.slice(0, start.length)).toBe(start);
    expect(new URL(path, url).searchParams.get("lang")).toBe(lang);
  },
);

// A port in `Host` is anybody's choice: only one that is listed gets into a mail.
test.each([
  ["https://o2.localhost/", "https://o2.localhost"],
  ["https://o2.localhost:1234/", "https://o2.localhost"],
  ["https://portal.example:8443/", "https://portal.example:8443"],
  ["https://portal.example:8444/", "https://portal.example"],
  ["https://a.brand.example:9443/", "https://a.brand.example:9443"],
  ["https://a.brand.example:1/", "https://a.brand.example"],
])("mails about a declaration at %s lead to %s", (address, origin) =>
  expect(originForMails(new URL(address))).toBe(origin),
);

test("what is missing is asked for, and the file once more", async () => {
  const lacks = { fields: { lastName: "", firstName: "", contractNumber: "" } };
  const { reply, incoming } = await press(lacks);
  expect(reply).toMatchObject({ init: { status: 422 } });
  expect(Object.keys(reply.data.form.errors)).not.toContain("file");
  expect(incoming.discard).toHaveBeenCalled();
  const withFile = await press({ ...lacks, ...proof });
  expect(withFile.reply).toMatchObject({
    init: { status: 422 },
    data: { form: { values: { email: "ada@example.com" } } },
  });
  expect(Object.keys(withFile.reply.data.form.errors).at(-1)).toBe("file");
  const tooLarge = await press({ ...lacks, ...proof, tooLarge: true });
  expect(tooLarge.reply).toMatchObject({
    init: { status: 413 },
    data: { form: { errors: { file: { code: "tooLarge" } }, values: { email: "ada@example.com" } } },
  });
  expect(provider.declare).not.toHaveBeenCalled();
});

const fieldRefused = answer(422, { errors: [{ field: "contractNumber", code: "UNKNOWN" }] });
const until = "2999-01-02T03:04:05Z";
const downtime = answer(503, { code: "DOWNTIME", downtime: until });

// While the store is away, only the provider can receive it; where it does not, the form is shown again.
test.each<
  [
    end: "notStored" | "unknown",
    failure: Failure,
    status: number,
    words: RegExp | undefined,
    retryAfter: string | null,
  ]
>([
  ["notStored", fieldRefused, 422, undefined, null],
  [
    "notStored",
    { kind: "unavailable", problem: { code: "DOWNTIME" } },
    503,
    /Ihre Kündigung ist noch nicht eingegangen, Ihre Angaben/,
    "900",
  ],
  [
    "notStored",
    { ...downtime, kind: "unavailable" },
    503,
    /nicht eingegangen: Wir arbeiten voraussichtlich bis 02\.01\.2999/,
    "86400",
  ],
  ["notStored", answer(500), 503, /wissen wir noch nicht/, "60"],
  ["unknown", { kind: "unavailable", problem: { code: "DOWNTIME" } }, 503, /wissen wir noch nicht/, "900"],
])("not received: %s, %j", async (end, failure, status, words, retryAfter) => {
  vi.spyOn(declarationQueue(), "add").mockResolvedValue({ end, error: new Error("disk full") });
  provider.declare.mockResolvedValue(fails(failure));
  const { context, reply, incoming } = await press({ ...proof, fields: { firstName: undefined } });
  expect(reply.init.status).toBe(status);
  const { form, otherWays, tracking } = reply.data;
  expect(form.errors).toMatchObject({ file: { code: "again" } });
  if (words) expect(form.problem.text.replaceAll("\u00a0", " ")).toMatch(words);
  expect(context.get(responseHeadersContext).get("Retry-After")).toBe(retryAfter);
  expect(tracking).toHaveLength(1);
  expect(incoming.discard).toHaveBeenCalled();
  if (status === 422) {
    expect(Object.keys(form.errors)).toContain("contractNumber");
    expect(otherWays).toBeUndefined();
    return;
  }
  expect(form.problem.state).toBe(failure.kind === "unavailable" ? "Downtime" : "TechnicalProblem");
  // The other ways to declare in time, with all that was written.
  expect(otherWays.letter).toMatch(/\nKündigung\n.*Hiermit kündige ich .*\nNachname: Muster\n/s);
  expect(otherWays.letter).not.toContain("Vorname");
  const { searchParams, pathname } = new URL(otherWays.mailto);
  expect([pathname, searchParams.get("subject")]).toEqual([otherWays.email, "Kündigung"]);
  expect(searchParams.get("body")).toBe(otherWays.letter.replaceAll("\n", "\r\n"));
});
