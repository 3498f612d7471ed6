import { beforeEach, describe, expect, test, vi } from "vitest";
import { type CustomerDetails, customerDetails } from "#app/backend/contract/customer.ts";
import { apiErrorOf, type Failure } from "#app/errors/errors.ts";
import { settlePost } from "#app/outcome/attempt.server.ts";
import { type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { changedRows, containsChange } from "#app/routes/customer/change.server.ts";
import { addressFingerprint } from "#app/routes/customer/customer-data.form.server.ts";
import { pendingScope, receiptOf, unsavedScope } from "#app/routes/customer/page-state.server.ts";
import { type CustomerReply, customerChangePost, saveCustomer } from "#app/routes/customer/save.server.ts";
import { browserForTest } from "../support/request.ts";

const provider = vi.hoisted(() => ({ loadCustomer: vi.fn(), changeCustomer: vi.fn() }));
vi.mock(import("#app/backend/customers.server.ts"), () => provider);
const checks = vi.hoisted(() => ({
  validateAddress: vi.fn(),
  validateIban: vi.fn(),
  loadAbilities: vi.fn(),
}));
vi.mock(import("#app/backend/services.server.ts"), () => checks);

const trail = vi.hoisted(() => ({ audit: vi.fn() }));
vi.mock(import("#app/outcome/audit.server.ts"), async (load) => ({ ...(await load()), ...trail }) as object);

const id = "11111111-1111-4111-8111-111111111111";
const page = "/kundendaten/c1";
const receipt = `${page}?receipt=${id}`;
const ring = { street: "Ring", houseNumber: "7", postalCode: "50667", city: "Köln" };
const weg = { street: "Weg", houseNumber: "1", postalCode: "10115", city: "Berlin" };
const email = "neu@example.com";

type Stored = Partial<CustomerDetails>;
const details = (more: Stored = {}) => ({
  ok: true,
  data: customerDetails.parse({ version: "1", address: ring, email: "a••••@example.com", ...more }),
});
const failed = (failure: Failure) => ({
  ok: false,
  error: apiErrorOf(
    failure.status,
    failure.problem ?? (failure.kind === "timeout" ? { code: "DOWNTIME" } : undefined),
  ),
  failure,
});
/** In the provider's own words, or as a bare status. */
const says = (status: number, code?: string, more: object = {}) =>
  failed({ kind: "answer", status, problem: code ? { code, ...more } : {} });
const fields = (...names: string[]) => says(422, "FIELDS", { errors: names.map((field) => ({ field })) });
const lost = failed({ kind: "timeout" });
const taken = { ok: true, data: { reference: "K-1", receivedAt: "2026-11-27T10:00:00Z" } };

beforeEach(() => {
  vi.resetAllMocks();
  provider.loadCustomer.mockResolvedValue(details());
  provider.changeCustomer.mockResolvedValue(taken);
  checks.validateAddress.mockResolvedValue({ ok: true, data: { result: "valid", suggestions: [] } });
  checks.validateIban.mockResolvedValue({ ok: true, data: { valid: true } });
  checks.loadAbilities.mockResolvedValue({ newLink: false });
});

const formOf = (typed: Record<string, string>) => {
  const posted = new FormData();
  const shown = { submissionId: id, version: "1", shown: addressFingerprint(ring) };
  for (const [name, value] of Object.entries({ ...shown, ...typed })) posted.set(name, value);
  return posted;
};

/** A browser at the form, and its tabs. */
function customer(isAway?: Parameters<typeof browserForTest>[1]) {
  const open = browserForTest(page, isAway);
  const at = async (leftMs?: number) => ({ ...(await open(leftMs)), token: "c1" });
  return {
    at,
    async press(typed: Record<string, string>, leftMs = 60_000) {
      const place = await at(leftMs);
      const reply = await saveCustomer(place, formOf(typed)).catch((thrown: unknown) => thrown);
      await place.end();
      return seen(reply);
    },
    /** Looks at the page again, which finds out what became of a change. */
    async look() {
      const place = await at(60_000);
      const led = await settlePost(customerChangePost, place).catch((thrown: unknown) => thrown);
      await place.end();
      return seen(led);
    },
    read: async () => {
      const { context, session } = await at();
      return {
        receipt: (query = `receipt=${id}`) =>
          receiptOf(context, "c1", new URL(`http://o2.localhost${page}?${query}`)),
        isWaiting: (await session.read(pendingScope, "c1")) !== undefined,
        refused: await session.read(unsavedScope, "c1"),
      };
    },
  };
}

/** What a customer gets to see: where the answer leads, or its status, with the form's problem and wrong fields. */
function seen(reply: unknown): Record<string, unknown> {
  if (reply instanceof Error) throw reply;
  if (reply instanceof Response) return { to: reply.headers.get("Location"), status: reply.status };
  const { data, init } = reply as { data?: CustomerReply; init: { status: number } };
  const { form, conflict } = data ?? {};
  if (!form) return { status: init.status, isPage: true };
  const errors = Object.keys(form?.errors ?? {});
  return {
    status: init.status,
    ...(form?.problem && { says: form.problem.headline, state: form.problem.state, text: form.problem.text }),
    ...(errors.length > 0 && { errors }),
    ...(conflict && { conflict, form }),
  };
}

const sentTo = () => provider.changeCustomer.mock.calls.map(([, , body, key]) => ({ body, key }));

describe("the provider answers a change", () => {
  const notConfirmed = "Wir können gerade nicht bestätigen, dass Ihre Änderungen gespeichert sind";
  test.each<[what: string, answer: object, after: object, seen: object]>([
    ["with a number", taken, details(), { to: receipt, status: 303 }],
    ["without a word", { ok: true, data: {} }, details(), { to: receipt, status: 303 }],
    ["by refusing a field", fields("email.value"), details(), { status: 422, errors: ["email"] }],
    [
      "by refusing what no form has",
      fields("shoeSize"),
      details(),
      { status: 422, says: "Wir können Ihre Angaben so nicht speichern" },
    ],
    [
      "by a word for what the link may not do",
      says(403, "FORBIDDEN"),
      details(),
      { status: 403, says: "Diese Daten können wir Ihnen hier nicht zeigen", state: "Forbidden" },
    ],
    ...[401, 404, 409].map((status): [string, object, object, object] => [
      `by a bare ${status}, although the customer was found`,
      says(status),
      details(),
      { status: 502, says: notConfirmed, state: "TechnicalProblem" },
    ]),
    [
      "with its works",
      says(503, "DOWNTIME"),
      details({ version: "1" }),
      { status: 503, says: notConfirmed, state: "Downtime" },
    ],
    ["that its link has expired", says(410, "LINK_EXPIRED"), details(), { status: 410, isPage: true }],
    ["with 500, and the data is as before", says(500), details(), { status: 502, says: notConfirmed }],
    ["with 500, and the data is newer", says(500), details({ version: "2" }), { to: page, status: 303 }],
    ["with 500, and the data cannot be read", says(500), says(500), { to: page, status: 303 }],
    ["by a gateway that gave up", says(504), details(), { to: page, status: 303 }],
    ["too late", lost, details(), { to: page, status: 303 }],
    [
      "that the data has changed, to this",
      says(409, "CUSTOMER_DATA_CHANGED"),
      details({ version: "2", email }),
      { to: receipt, status: 303 },
    ],
    [
      "that the data has changed, as it is masked",
      says(409, "CUSTOMER_DATA_CHANGED"),
      details({ version: "2", email: "n••••@example.com" }),
      { status: 409 },
    ],
    [
      "that the form was sent with other input before",
      says(409, "IDEMPOTENCY_KEY_REUSED"),
      details({ version: "2" }),
      { status: 409 },
    ],
    [
      "to a call that the client has repeated, that the data has changed: as it is masked, to this",
      failed({ kind: "answer", status: 409, problem: { code: "CUSTOMER_DATA_CHANGED" }, isRepeat: true }),
      details({ version: "2", email: "n••••@example.com" }),
      { to: receipt, status: 303 },
    ],
    [
      "to a call that the client has repeated, by a bare 409: as it is masked, to this",
      failed({ kind: "answer", status: 409, problem: {}, isRepeat: true }),
      details({ version: "2", email: "n••••@example.com" }),
      { to: receipt, status: 303 },
    ],
    [
      "that the data has changed, and it cannot be read",
      says(409, "CUSTOMER_DATA_CHANGED"),
      says(500),
      { to: page, status: 303 },
    ],
  ])("%s", async (_, answer, after, expected) => {
    const { press, read } = customer();
    provider.changeCustomer.mockResolvedValue(answer);
    provider.loadCustomer.mockResolvedValue(after);
    expect(await press({ email })).toMatchObject(expected);
    const { isWaiting, receipt: shown } = await read();
    expect(isWaiting).toBe("to" in expected && expected.to === page);
    const isSaved = "to" in expected && expected.to === receipt;
    expect((await shown())?.changed).toEqual(isSaved ? [{ part: "email", value: email }] : undefined);
    expect(sentTo()).toEqual([
      { body: { version: "1", email: { value: email, source: "entered" } }, key: id },
    ]);
  });

  test("the end of its works is said", async () => {
    const downtime = "2999-01-01T10:00:00Z";
    provider.changeCustomer.mockResolvedValue(says(503, "DOWNTIME", { downtime }));
    expect(await customer().press({ email })).toMatchObject({
      text: expect.stringContaining("01.01.2999, 11:00 Uhr"),
    });
  });

  test("that another change was first: both are compared, and the form is sent as a new one", async () => {
    provider.changeCustomer.mockResolvedValue(says(409, "CUSTOMER_DATA_CHANGED"));
    provider.loadCustomer.mockResolvedValue(details({ version: "2", address: weg, phone: "+4930231250" }));
    const reply = await customer().press({ email });
    expect(reply).toMatchObject({
      conflict: [
        { part: "address", stored: "Weg 1, 10115 Berlin", entered: undefined },
        { part: "email", stored: "a••••@example.com", entered: email },
        { part: "phone", stored: "+49 •••• 1250", entered: undefined },
        { part: "bankAccount", stored: undefined, entered: undefined },
      ],
      form: { values: { version: "2", email, ...weg, shown: addressFingerprint(weg) } },
    });
    expect(reply).not.toHaveProperty("form.submissionId", id);
  });

  test("that another change was first, and then nothing: the form stays", async () => {
    provider.changeCustomer.mockResolvedValue(says(409, "CUSTOMER_DATA_CHANGED"));
    provider.loadCustomer.mockResolvedValueOnce(details({ version: "2" })).mockResolvedValue(says(500));
    expect(await customer().press({ email })).toMatchObject({ status: 502, says: notConfirmed });
  });

  test("with its number and time: the receipt has them, or when it was sent", async () => {
    const { press, read } = customer();
    await press({ email });
    expect(await (await read()).receipt()).toMatchObject(taken.data);
    provider.changeCustomer.mockResolvedValue({ ok: true, data: {} });
    const other = id.replace("1", "2");
    await press({ email, submissionId: other });
    const later = await (await read()).receipt(`receipt=${other}`);
    expect(Date.now() - Date.parse(later?.receivedAt ?? "")).toBeLessThan(60_000);
    expect(later?.reference).toBeUndefined();
  });
});

test.each<[outcome: string, answer: object]>([
  ["done", taken],
  ["refused", fields("email")],
  ["refused", says(409, "CUSTOMER_DATA_CHANGED")],
  ["failed", says(403, "FORBIDDEN")],
  ["waiting", lost],
])("the trail has a change as %s", async (outcome, answer) => {
  provider.changeCustomer.mockResolvedValue(answer);
  await customer().press({ email, submissionId: crypto.randomUUID() });
  expect(trail.audit.mock.calls).toMatchObject([[{ audit: "customer-change", outcome }, expect.anything()]]);
});

describe("a change whose end is not known", () => {
  const waits = { status: 202 };
  test.each<[what: string, sent: Stored, now: object, again: object, seen: object, calls: number]>([
    ["is there", {}, details({ version: "2", email }), lost, { to: receipt, status: 302 }, 0],
    [
      "is there, as it is masked",
      {},
      details({ version: "2", email: "n••••@example.com" }),
      lost,
      { to: receipt, status: 302 },
      0,
    ],
    [
      "is there, in data without versions",
      { version: undefined },
      details({ version: undefined, email }),
      lost,
      { to: receipt, status: 302 },
      0,
    ],
    [
      "may be there, as data without versions are masked",
      { version: undefined },
      details({ version: undefined, email: "n••••@example.com" }),
      lost,
      waits,
      1,
    ],
    ["was what the data had before", {}, details({ version: "1", email }), lost, waits, 1],
    ["is not there yet, and is sent again", {}, details(), taken, { to: receipt, status: 302 }, 1],
    ["cannot be read, and is sent again", {}, says(500), taken, { to: receipt, status: 302 }, 1],
    [
      "is refused as outdated by itself, as it is masked",
      {},
      details({ version: "1" }),
      says(409, "CUSTOMER_DATA_CHANGED"),
      { to: page, status: 302 },
      1,
    ],
    ["is refused", {}, details({ version: "1" }), fields("email"), { to: page, status: 302 }, 1],
  ])("%s", async (_, sent, now, again, expected, calls) => {
    const { press, look, read } = customer();
    provider.changeCustomer.mockResolvedValue(lost);
    provider.loadCustomer.mockResolvedValue(details(sent));
    expect(await press({ email, ...("version" in sent && { version: "" }) })).toEqual({
      to: page,
      status: 303,
    });
    provider.changeCustomer.mockClear().mockResolvedValue(again);
    provider.loadCustomer.mockResolvedValue(now);
    expect(await look()).toMatchObject(expected);
    expect(sentTo().map(({ key }) => key)).toEqual(Array(calls).fill(id));
    const { isWaiting, refused } = await read();
    expect(isWaiting).toBe(expected === waits);
    // Its form begins with what was entered, and what is wrong.
    const isRefused = "to" in expected && expected.to === page;
    expect(refused?.values).toEqual(isRefused ? expect.objectContaining({ email }) : undefined);
  });
});

const account = { accountHolder: "Kim Beispiel", iban: "DE89 3704 0044 0532 0130 00", sepaMandate: "yes" };
const iban = "DE89370400440532013000";
const moved = { ...weg, addressSupplement: "" };
const choices = { ok: true, data: { result: "ambiguous", suggestions: [{ ...weg, street: "Wegstraße" }] } };

describe("what is typed", () => {
  test.each<[what: string, typed: Record<string, string>, check: object | undefined, sent: object]>([
    ["an e-mail address", { email }, undefined, { email: { value: email, source: "entered" } }],
    [
      "a phone number",
      { phone: "030 23125000" },
      undefined,
      { phone: { value: "+493023125000", source: "entered" } },
    ],
    ["an address that is known", moved, undefined, { address: { value: weg, source: "validated" } }],
    ["an address that nobody can check", moved, says(500), { address: { value: weg, source: "entered" } }],
    [
      "an account that can be charged",
      account,
      undefined,
      { bankAccount: { accountHolder: "Kim Beispiel", iban, ibanSource: "validated", sepaMandate: true } },
    ],
    [
      "an account that nobody can check",
      account,
      says(500),
      { bankAccount: { accountHolder: "Kim Beispiel", iban, ibanSource: "entered", sepaMandate: true } },
    ],
  ])("and sent as %s", async (_, typed, check, sent) => {
    if (check) for (const call of Object.values(checks)) call.mockResolvedValue(check);
    expect(await customer().press(typed)).toEqual({ to: receipt, status: 303 });
    expect(sentTo()).toEqual([{ key: id, body: { version: "1", ...sent } }]);
  });

  test.each<[what: string, typed: Record<string, string>, check: object | undefined, seen: object]>([
    ["nothing", {}, undefined, { says: "Sie haben nichts geändert" }],
    ["no e-mail address", { email: "neu" }, undefined, { errors: ["email"] }],
    ["an account without its holder", { iban }, undefined, { errors: ["accountHolder", "sepaMandate"] }],
    [
      "an account that nobody can charge",
      account,
      { ok: true, data: { valid: false } },
      { errors: ["iban"] },
    ],
    ["an address that is like others", moved, choices, { errors: ["addressChoice"] }],
    ["an address that is none", moved, fields("city"), { errors: ["city"] }],
  ])("and not sent as %s", async (_, typed, check, expected) => {
    if (check) for (const call of Object.values(checks)) call.mockResolvedValue(check);
    expect(await customer().press({ ...typed })).toEqual({
      status: 422,
      ...expected,
      ...("says" in expected && { state: undefined, text: expect.any(String) }),
    });
    expect(sentTo()).toEqual([]);
  });

  test("and chosen from what the address check suggested", async () => {
    const { press } = customer();
    checks.validateAddress.mockResolvedValue(choices);
    await press(moved);
    checks.validateAddress.mockResolvedValue(says(500));
    await press({ ...moved, addressChoice: "0" });
    const address = { value: { ...weg, street: "Wegstraße" }, source: "validated" };
    expect(sentTo()).toEqual([{ key: id, body: { version: "1", address } }]);
  });

  test.each<[what: string, stored: object, seen: object, versions: (string | undefined)[]]>([
    ["changes what is stored now", details({ version: "7" }), { to: receipt }, ["7"]],
    ["changes data without versions", details({ version: undefined }), { to: receipt }, [undefined]],
    ["changes nothing that cannot be read", says(503, "DOWNTIME"), { status: 503 }, []],
  ])("by a script, without a version: it %s", async (_, stored, expected, versions) => {
    provider.loadCustomer.mockResolvedValue(stored);
    expect(await customer().press({ email, version: "" })).toMatchObject(expected);
    expect(sentTo().map(({ body }) => body.version)).toEqual(versions);
  });
});

describe("a second press", () => {
  test.each([
    ["with the same input leads to its receipt", email, 1],
    ["with other input is asked about", "andere@example.com", 2],
  ])("of a form that is saved %s", async (_, again, calls) => {
    const { press } = customer();
    await press({ email });
    expect(await press({ email: again })).toEqual({ to: receipt, status: 303 });
    expect(sentTo()).toHaveLength(calls);
  });

  test("of another form, while one waits, sends nothing and keeps the first", async () => {
    const { press, read } = customer();
    provider.changeCustomer.mockResolvedValue(lost);
    await press({ email });
    expect(await press({ email: "andere@example.com", submissionId: "another" })).toEqual({
      to: page,
      status: 303,
    });
    expect(sentTo().map(({ key }) => key)).toEqual([id]);
    expect((await read()).isWaiting).toBe(true);
  });

  test.each<[what: string, again: object]>([
    ["has no answer itself", lost],
    ["is refused for what the first one does", says(500)],
  ])("while the first call is under way is saved by it, although it %s", async (_, again) => {
    const { press } = customer();
    const first = Promise.withResolvers<object>();
    provider.changeCustomer.mockReturnValueOnce(first.promise).mockResolvedValue(again);
    const submissionId = crypto.randomUUID();
    expect(await press({ email, submissionId }, 20)).toEqual({ to: page, status: 303 });
    // The trail has it once, however often it is pressed.
    expect(await press({ email, submissionId }, 20)).toEqual({ to: page, status: 303 });
    expect(trail.audit.mock.calls.map(([{ outcome }]) => outcome)).toEqual(["waiting"]);
    const second = press({ email, submissionId });
    first.resolve(taken);
    expect(await second).toEqual({ to: `${page}?receipt=${submissionId}`, status: 303 });
  });
});

/** From its call on, a store that is away no longer changes the answer. */
const acted = (answer: object) => async (context: RequestContext) => {
  context.get(sessionContext).settle();
  return answer;
};

test("where no session keeps a change of unknown end, its form says that it is not confirmed", async () => {
  const { press, read } = customer((call) => call === "write");
  provider.changeCustomer.mockImplementation(acted(lost));
  expect(await press({ email })).toMatchObject({ status: 503, state: "Downtime" });
  expect((await read()).isWaiting).toBe(false);
});

test("where no session keeps a receipt, its address shows what was changed, and no value", async () => {
  const { press, read } = customer((call) => call === "write");
  provider.changeCustomer.mockImplementation(acted(taken));
  const { to } = await press({ email });
  const [, query = ""] = String(to).split("?");
  const { receipt: shown } = await read();
  expect(await shown(query)).toEqual({ ...taken.data, changed: [{ part: "email", value: "✓" }] });
  expect(await shown()).toBeUndefined();
  expect(await shown(query.replace(id, "another"))).toBeUndefined();
  expect(await shown("")).toBeUndefined();
});

test("the three latest receipts can be shown again", async () => {
  const { press, read } = customer();
  const ids = [1, 2, 3, 4].map((number) => id.replace("1", String(number)));
  for (const submissionId of [...ids, ...ids.slice(-1)]) await press({ email, submissionId });
  const { receipt: shown } = await read();
  const found = await Promise.all(ids.map((one) => shown(`receipt=${one}`)));
  expect(found.map((one) => one !== undefined)).toEqual([false, true, true, true]);
});

const stored = { accountHolder: "Kim Beispiel", iban: "DE89370400440532013000" };
const change = { bankAccount: { ...stored, ibanSource: "validated", sepaMandate: true } } as const;

test.each([
  ["the same account", stored, true],
  ["an account of another holder", { ...stored, accountHolder: "Jo Muster" }, false],
  ["the same account, without its holder", { iban: stored.iban }, true],
  ["another account, without its holder", { iban: "DE02120300000000202051" }, false],
  ["no account", undefined, false],
])("stored data with %s include a change of the account: %j, %s", (_, bankAccount, expected) => {
  const now = customerDetails.parse({ version: "2", address: ring, bankAccount });
  expect(containsChange(now, change, false)).toBe(expected);
});

test("a receipt has what was changed, and nothing else", () => {
  expect(changedRows(change).map(({ part }) => part)).toEqual(["bankAccount"]);
});
