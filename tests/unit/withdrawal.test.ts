import { beforeEach, expect, test, vi } from "vitest";
import type { DeviceReturn } from "#app/backend/contract/withdrawal.ts";
import { declarationQueue } from "#app/declarations/open-queue.server.ts";
import type { Added } from "#app/declarations/queue.ts";
import { apiErrorOf } from "#app/errors/errors.ts";
import { postedFormContext, responseHeadersContext } from "#app/request/context.server.ts";
import {
  declareWithdrawal,
  loadWithdrawal,
  loadWithdrawalConfirmation,
  type ShownWithdrawal,
  withdrawalReceipt,
} from "#app/routes/withdrawal/withdrawal.server.ts";
import { browserForTest } from "../support/request.ts";

vi.hoisted(() => vi.stubEnv("SESSION_STORE", "sqlite::memory:"));
const provider = vi.hoisted(() => ({ declare: vi.fn(), loadReceipt: vi.fn() }));
vi.mock(
  import("#app/backend/declarations.server.ts"),
  async (load) =>
    ({
      ...(await load()),
      ...provider,
    }) as object,
);
beforeEach(() => {
  provider.declare.mockReset().mockResolvedValue({ ok: true, data: { sentTo: ["ayse@example.net"] } });
  provider.loadReceipt.mockReset();
});

const browser = browserForTest("/widerruf");
async function press(fields: Record<string, string>) {
  const { context, url } = await browser();
  const posted = new FormData();
  for (const [name, value] of Object.entries(fields)) posted.set(name, value);
  context.set(postedFormContext, posted);
  const reply = await declareWithdrawal(context, new Request(url), url);
  return { context, url, reply };
}
type Refusal = { data: { form: { errors: object; values: object } }; init: { status: number } };
const refusalOf = (reply: unknown) => {
  const { data, init } = reply as Refusal;
  return { status: init.status, errors: Object.keys(data.form.errors), values: data.form.values };
};

const sound = {
  firstName: "Ayşe",
  lastName: "Öztürk",
  contractReference: "BE-4711",
  email: "ayse@example.net",
};
const parts = { contractParts: "o2 Mobile M", offeredParts: '["o2 Mobile M"]' };

// A name and one sign of the contract are enough, and the provider is sent every word.
test.each<[given: string, posted: Record<string, string>, sent: Record<string, unknown>]>([
  ["all", sound, {}],
  ["one contract of an order", { ...sound, ...parts }, { contractParts: "o2 Mobile M" }],
  ["a last name alone", { ...sound, firstName: "" }, { firstName: "", lastName: "Öztürk" }],
  ["a first name alone", { ...sound, lastName: " " }, { firstName: "Ayşe", lastName: "" }],
  ["no contract, but an address", { ...sound, contractReference: "" }, { contractReference: "" }],
  ["no address, but a contract", { ...sound, email: "" }, { email: "" }],
  ["what is no address", { ...sound, email: "per Post" }, { email: "", note: "per Post" }],
])("a withdrawal with %s is received", async (_, posted, sent) => {
  const { context, url, reply } = await press({ ...posted, submissionId: crypto.randomUUID() });
  const { status, headers } = reply as Response;
  const opened = new URL(headers.get("Location") ?? "", url);
  expect([status, opened.pathname]).toEqual([303, "/widerruf/bestaetigung"]);
  const [[, kind, id, body]] = provider.declare.mock.calls as [[unknown, string, string, object]];
  expect(kind).toBe("withdrawal");
  expect(body).toEqual({
    ...sound,
    ...sent,
    language: "de",
    receivedAt: expect.any(String),
    receiptUrl: opened.href,
    receiptPdfUrl: expect.stringContaining("/widerruf/bestaetigung/pdf"),
  });
  expect(await loadWithdrawalConfirmation(context, opened)).toMatchObject({
    receipt: {
      text: "note" in sent ? [] : [expect.stringContaining("an ayse@example.net gesendet")],
      notes: posted.contractReference
        ? "note" in sent
          ? [expect.stringContaining("nichts senden")]
          : []
        : [{}],
      progress: undefined,
      files: [{}, {}, {}],
    },
  });
  expect(await loadWithdrawal(context, id)).toMatchObject({ data: { id, state: "forwarded" } });
});

test.each<[lacks: string, posted: Record<string, string>, errors: string[]]>([
  ["a name", { ...sound, firstName: "", lastName: " " }, ["firstName"]],
  ["every sign of its contract", { ...sound, contractReference: " ", email: "" }, ["contractReference"]],
  ["both", {}, ["firstName", "contractReference"]],
])("one that lacks %s is asked for it, with what was typed and chosen", async (_, posted, errors) => {
  const { reply } = await press({ ...posted, ...parts });
  expect(refusalOf(reply)).toMatchObject({ status: 422, errors, values: parts });
  expect(provider.declare).not.toHaveBeenCalled();
});

test("the same form pressed twice withdraws once", async () => {
  const posted = { ...sound, submissionId: crypto.randomUUID() };
  const first = await press(posted);
  const second = await press(posted);
  const location = ({ reply }: typeof first) => (reply as Response).headers.get("Location");
  expect(location(second)).toBe(location(first));
  expect(provider.declare).toHaveBeenCalledOnce();
});

test("the same page pressed again after more than an hour withdraws once", async () => {
  const posted = { ...sound, edition: "a-stamp-of-22-letters-" };
  await press(posted);
  const queue = declarationQueue();
  const { add } = queue;
  const adding = vi.spyOn(queue, "add").mockResolvedValue({ end: "stored", leased: true });
  adding.mockImplementationOnce(async (...given) => ({ ...(await add(...given)), isRecent: false }) as Added);
  await press(posted);
  adding.mockRestore();
  expect(provider.declare).toHaveBeenCalledOnce();
});

test("a receipt that only the provider has is shown as it says", async () => {
  const { context } = await browser();
  const data = { id: "x", receivedAt: "2026-11-27T10:00:00Z", declaration: sound, sentTo: [] };
  provider.loadReceipt.mockResolvedValueOnce({ ok: true, data });
  const shown = { ...data, state: "forwarded", answered: undefined };
  expect(await loadWithdrawal(context, "x")).toEqual({ ok: true, data: shown });
  const error = apiErrorOf(404, { code: "UNKNOWN" });
  provider.loadReceipt.mockResolvedValueOnce({ ok: false, error });
  expect(await loadWithdrawal(context, "x")).toMatchObject({ ok: false, error, isAway: false });
});

test("a link without a reference leads to the form, and a wrong one to its page", async () => {
  const { context, url } = await browser();
  const at = (query: string) =>
    loadWithdrawalConfirmation(context, new URL(`/widerruf/bestaetigung${query}`, url));
  const thrown = (await at("").catch((response) => response)) as Response;
  expect(thrown.headers.get("Location")).toBe("/widerruf");
  await expect(at("?ref=nonsense")).rejects.toMatchObject({ init: { status: 404 } });
  expect(context.get(responseHeadersContext).get("Location")).toBeNull();
});

const shown = (declaration: object, deviceReturn?: DeviceReturn) =>
  ({
    receivedAt: "2026-11-27T10:00:00Z",
    id: "3f0c2f1e-0000-8000-8000-000000000000",
    state: "forwarded",
    sentTo: [],
    answered: undefined,
    declaration: { language: "de" as const, ...sound, ...declaration },
    deviceReturn,
  }) as ShownWithdrawal;

test.each<[what: string, declaration: object, rows: string[]]>([
  ["all", parts, ["Name: Ayşe Öztürk", "Vertrag: BE-4711", "E-Mail-Adresse: ayse@example.net"]],
  [
    "as little as there can be",
    { firstName: "", contractReference: "", email: "" },
    ["Name: Öztürk", "Vertrag: nicht genauer angegeben"],
  ],
  [
    "what is no address",
    { email: "", note: "per Post" },
    ["Name: Ayşe Öztürk", "Vertrag: BE-4711", "E-Mail-Adresse: per Post"],
  ],
])("its receipt has %s", async (_, declaration, rows) => {
  const { context } = await browser();
  const { received, declared } = withdrawalReceipt(context, shown(declaration));
  expect(received.rows).toMatchObject([{ value: expect.stringMatching(/^27\.11\.2026, 11:00/) }]);
  const [said, ...facts] = declared.rows;
  const words =
    declaration === parts
      ? "diese Teile der unten genannten Bestellung: o2 Mobile M"
      : "den unten genannten Vertrag";
  expect(said).toMatchObject({ value: `Hiermit widerrufe ich ${words}.` });
  expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual(rows);
  // What the portal says in place of a contract is translated; what the customer wrote is not.
  const isFixed = facts.map((row) => row.fixed === true);
  expect(isFixed).toEqual(facts.map(({ value }) => value !== "nicht genauer angegeben"));
});

const long = "x […]";
test.each<[what: string, declaration: object, notes: RegExp[]]>([
  ["nothing of a whole one", {}, []],
  ["that the contract is not named", { contractReference: "" }, [/nicht geschrieben, welchen Vertrag/]],
  [
    "what was cut",
    { lastName: long, contractParts: long },
    [/„Nachname“ .*gekürzt/, /„Was möchten Sie widerrufen\?“ war zu lang/],
  ],
  [
    "what was cut of something that is no address, and that it is none",
    { email: "", note: long },
    [/„E-Mail-Adresse“ war zu lang/, /können wir nichts senden/],
  ],
])("its notes say %s", async (_, declaration, notes) => {
  const { context } = await browser();
  expect(withdrawalReceipt(context, shown(declaration)).notes).toEqual(
    notes.map((note) => expect.stringMatching(note)),
  );
});

const address = ["o2 Retouren", "Beispielweg 1"];
test.each<[what: string, device: DeviceReturn | undefined, device: RegExp]>([
  [
    "in general",
    undefined,
    /^Haben Sie ein Gerät bekommen, .* Senden Sie es bis zum 11\.12\.2026 ab\. Wer die Rücksendung bezahlt/,
  ],
  [
    "where its own goes",
    { address, until: "2026-12-11", paidBy: "provider", labelUrl: "https://label.example/" },
    /^Bitte senden Sie .*o2 Retouren, Beispielweg 1\. Senden Sie es bis zum 11\.12\.2026 ab\. .*bezahlen wir\.$/,
  ],
])("it says %s", async (_, deviceReturn, device) => {
  const { context } = await browser();
  expect(withdrawalReceipt(context, shown({}, deviceReturn)).next).toEqual({
    lines: [expect.stringMatching(/14\sTagen/), expect.stringMatching(device)],
    link: deviceReturn && { label: "Rücksendeschein öffnen", href: deviceReturn.labelUrl },
  });
});
