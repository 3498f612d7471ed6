import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Idv } from "#app/backend/contract/identity.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import { type Failure, FormFieldError, idvErrorIn, idvErrorOf } from "#app/errors/errors.ts";
import { isUnknown, postOnce, settlePost } from "#app/outcome/attempt.server.ts";
import { chooseOnce, idvNotice, settleChoice } from "#app/routes/identity/choose.server.ts";
import { couponMail, isCounted, mailingScope, mailsBefore } from "#app/routes/identity/coupon-mail.server.ts";
import { seen } from "../support/cart.ts";
import { browserForTest } from "../support/request.ts";

const provider = vi.hoisted(() => ({
  loadIdv: vi.fn(),
  listMethods: vi.fn(),
  chooseMethod: vi.fn(),
  mailCoupon: vi.fn(),
}));
vi.mock(import("#app/backend/identity.server.ts"), () => provider);

const token = "demo";
const open: Idv = { state: "created" };
const coupon = {} as Idv["coupon"];
const lost: Failure = { kind: "unreachable" };
const failed = (failure: Failure, error: Error = idvErrorIn("Unexpected")) => ({ ok: false, error, failure });

beforeEach(() => {
  vi.resetAllMocks();
  provider.listMethods.mockResolvedValue({
    ok: true,
    data: ["video", "branch"].map((id) => ({ id, kind: id, name: id, provider: "Post", needs: [] })),
  });
});

/** A browser, and its tabs. */
function customer() {
  const open = browserForTest(`/idv/${token}`);
  return async () => ({ ...(await open()), token });
}
type Place = Awaited<ReturnType<ReturnType<typeof customer>>>;

const press = (place: Place, fields: Record<string, string>) => {
  const posted = new FormData();
  for (const [name, value] of Object.entries(fields)) posted.set(name, value);
  return chooseOnce(place, posted).catch((thrown: unknown) => thrown);
};

/** Where a choice of the branch leads: an address, or the status of a page. */
async function choose(before: Idv, chosen: object, after: Idv | object = before) {
  const place = await customer()();
  provider.loadIdv.mockResolvedValueOnce({ ok: true, data: before });
  provider.loadIdv.mockResolvedValue("ok" in after ? after : { ok: true, data: after });
  provider.chooseMethod.mockResolvedValue(chosen);
  const answered = await press(place, { method: "branch" });
  if (answered instanceof Response) return answered.headers.get("Location");
  return (answered as { init?: { status: number } }).init?.status;
}
const chosen = (more: Partial<Idv>): Idv => ({ state: "methodChosen", methodId: "branch", ...more });

test.each<[what: string, failure: object, after: Idv, leadsTo: string | number]>([
  ["whose answer is lost, and that has a coupon", failed(lost), chosen({ coupon }), "/idv/demo/post-ident"],
  [
    "whose answer is lost, and that has a page",
    failed(lost),
    chosen({ continueUrl: "/sandbox/ident" }),
    "http://o2.localhost/sandbox/ident",
  ],
  [
    "whose answer is lost, while another method's coupon is there",
    failed(lost),
    chosen({ methodId: "video", coupon }),
    "/idv/demo",
  ],
  [
    "whose answer is lost, while another method's page is there",
    failed(lost),
    chosen({ methodId: "video", continueUrl: "/sandbox/ident" }),
    "/idv/demo",
  ],
  ["whose answer is lost, and that has neither yet", failed(lost), chosen({}), "/idv/demo"],
  ["that nobody can say anything of", failed(lost), { state: "unknown" }, "/idv/demo"],
  [
    "whose field is refused",
    failed({ kind: "answer", status: 422 }, new FormFieldError([{ field: "method" }])),
    open,
    422,
  ],
])("a choice %s", async (_, failure, after, leadsTo) => {
  expect(await choose(open, failure, after)).toBe(leadsTo);
});

const ident = "http://o2.localhost/sandbox/ident";
const done = (data: object) => ({ ok: true, data });
const says = (status: number, code: string) =>
  failed({ kind: "answer", status, problem: { code } }, idvErrorOf(status, { code }));
const bare = (status: number) => failed({ kind: "answer", status, problem: {} }, idvErrorOf(status, {}));
test.each<[what: string, answer: object, after: Idv | object, leadsTo: string | number]>([
  ["a coupon", done({ step: "coupon" }), open, "/idv/demo/post-ident"],
  ["a page", done({ step: "provider", redirectUrl: "/sandbox/ident" }), open, ident],
  ["an address, without a word for what it is", done({ redirectUrl: "/sandbox/ident" }), open, ident],
  ["a page that the settings do not allow", done({ redirectUrl: "https://ident.example" }), open, 500],
  ["nothing, and the status has a coupon", done({}), chosen({ coupon }), "/idv/demo/post-ident"],
  ["nothing, and the status has a page", done({}), chosen({ continueUrl: "/sandbox/ident" }), ident],
  ["nothing, and the status is as before", done({}), open, "/idv/demo/in-arbeit"],
  [
    "nothing, and the status has another method's coupon",
    done({}),
    chosen({ methodId: "video", coupon }),
    "/idv/demo/in-arbeit",
  ],
  ["nothing, and the status cannot be read", done({}), bare(500), "/idv/demo/in-arbeit"],
  ["nothing, and it is under way", done({}), chosen({ state: "started" }), "/idv/demo/in-arbeit"],
  ["a word that nobody knows", says(409, "STARTED_ELSEWHERE"), open, "/idv/demo"],
  ["that it has expired", says(410, "OFFER_EXPIRED"), open, "/idv/demo/abgelaufen"],
  ["a bare 404, though its status was there", bare(404), open, 500],
  ["an error of its own", bare(500), open, 500],
])("the provider answers a choice with %s", async (_, answer, after, leadsTo) => {
  expect(await choose(open, answer, after)).toBe(leadsTo);
});

test("a choice is sent once, with the way back, and leads where it led", async () => {
  const tab = customer();
  const place = await tab();
  provider.loadIdv.mockResolvedValue(done(open));
  provider.chooseMethod.mockResolvedValue(done({ step: "coupon" }));
  const submissionId = crypto.randomUUID();
  const led = [await press(place, { method: "branch", submissionId })];
  await place.end();
  led.push(await press(await tab(), { method: "branch", submissionId }));
  expect(led.map(seen)).toEqual(Array(2).fill({ status: 303, to: "/idv/demo/post-ident" }));
  const returnUrl = "http://o2.localhost/idv/demo";
  const calls = provider.chooseMethod.mock.calls.map(([, ...call]) => call);
  expect(calls).toEqual([[token, { method: "branch", returnUrl }, submissionId]]);
  const other = await tab();
  expect(seen(await press(other, { method: "video", submissionId }))).toEqual({
    status: 303,
    to: "/idv/demo",
  });
  expect(await other.session.take(idvNotice, token)).toBe("chosenAlready");
});

test.each<[what: string, method: string, methods: object | undefined, seen: object]>([
  ["no method", "", undefined, { status: 422, says: "missing" }],
  ["a method that is not offered", "shop", undefined, { status: 422, says: "unknown" }],
  [
    "a method, while none is offered",
    "branch",
    failed({ kind: "timeout" }, idvErrorIn("IdvNoMethodsAvailable")),
    { status: 409, state: "IdvNoMethodsAvailable" },
  ],
])("of %s nothing is sent", async (_, method, methods, expected) => {
  const place = await customer()();
  provider.loadIdv.mockResolvedValue(done(open));
  if (methods) provider.listMethods.mockResolvedValue(methods);
  const answer = await press(place, { method });
  const reply = answer as { data?: { form?: { errors: Record<string, { code: string }> } } };
  const code = reply.data?.form?.errors.method?.code;
  expect({ ...seen(answer), ...(code && { says: code }) }).toMatchObject(expected);
  expect(provider.chooseMethod).not.toHaveBeenCalled();
});

describe("a choice whose end is not known", () => {
  const other = chosen({ methodId: "video", coupon });
  test.each<[what: string, status: Idv, again: object, seen: object, calls: number, notice?: string]>([
    [
      "has its coupon by now",
      chosen({ coupon }),
      failed(lost),
      { status: 302, to: "/idv/demo/post-ident" },
      0,
    ],
    [
      "has its page by now",
      chosen({ continueUrl: "/sandbox/ident" }),
      failed(lost),
      { status: 302, to: ident },
      0,
    ],
    [
      "is sent again, and done",
      open,
      done({ step: "coupon" }),
      { status: 302, to: "/idv/demo/post-ident" },
      1,
    ],
    ["is sent again, and lost again", open, failed(lost), { status: 202 }, 1],
    ["is refused, as another one was made", other, says(409, "STARTED_ELSEWHERE"), {}, 1, "notChosen"],
  ])("%s", async (_, status, again, expected, calls, notice) => {
    const tab = customer();
    const place = await tab();
    provider.loadIdv.mockResolvedValueOnce(done(open)).mockResolvedValue(failed(lost));
    provider.chooseMethod.mockResolvedValue(failed(lost));
    expect(seen(await press(place, { method: "branch" }))).toEqual({ status: 303, to: "/idv/demo" });
    await place.end();
    const another = await tab();
    expect(seen(await press(another, { method: "video" }))).toEqual({ status: 303, to: "/idv/demo" });
    provider.chooseMethod.mockClear().mockResolvedValue(again);
    provider.loadIdv.mockResolvedValue(done(status));
    const look = await tab();
    const led = await settleChoice(look, status).catch((thrown: unknown) => thrown);
    expect(led === undefined ? {} : seen(led)).toMatchObject(expected);
    expect(provider.chooseMethod).toHaveBeenCalledTimes(calls);
    expect(await look.session.take(idvNotice, token)).toBe(notice);
    await look.end();
    if (calls === 0 || notice) {
      provider.chooseMethod.mockClear();
      await settleChoice(await tab(), status);
      expect(provider.chooseMethod).not.toHaveBeenCalled();
    }
  });
});

test.each<[state: Idv["state"], page: string]>([
  ["success", "/idv/demo/erfolgreich"],
  ["started", "/idv/demo/in-arbeit"],
])("nothing is chosen in state %s", async (state, page) => {
  expect(await choose({ state, changeable: false }, { ok: true, data: {} })).toBe(page);
  expect(provider.chooseMethod).not.toHaveBeenCalled();
});

test("a coupon's mail is known to every tab before it is sent, and given up after a while", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const browser = browserForTest(`/idv/${token}/post-ident`);
  const tab = async () => ({ ...(await browser()), token });
  const first = await tab();
  first.session.write(couponMail.scope, "another", { submissionId: "x", startedAt: 0, is: "sent", tries: 1 });
  await first.end();
  const sent = await tab();
  let isKnown: boolean | undefined;
  provider.mailCoupon.mockImplementation(async () => {
    isKnown = await isUnknown((await tab()).context, token, couponMail.scope);
    return failed(lost);
  });
  await postOnce(couponMail, sent, { submissionId: "mail" });
  await sent.end();
  expect(isKnown).toBe(true);
  const status = async () => settlePost(couponMail, await tab()).catch((thrown) => thrown.init.status);
  expect(await status()).toBe(202);
  vi.setSystemTime(Date.now() + 5 * 60_000);
  expect(await status()).toBe(true);
  vi.useRealTimers();
});

test("a session that ends tells of a coupon's mail apart from the choice of a method", () => {
  const sent = { submissionId: "mail", startedAt: 0, is: "sent", tries: 1 } as const;
  expect(couponMail.scope.endNotice?.(sent, token)).toEqual({
    kind: "identity",
    act: "coupon",
    underWayAt: `/idv/${token}/post-ident`,
    reference: shortReference(sent.submissionId),
  });
});

test.each([
  [1, 2, true],
  [1, 1, false],
  [undefined, 2, undefined],
  [1, undefined, undefined],
])("of %s mails before and %s now, one was sent: %s", (mailsSent, now, isSent) =>
  expect(isCounted({ submissionId: "mail", startedAt: 0, is: "sent", tries: 1, mailsSent }, now)).toBe(
    isSent,
  ),
);
test.each([
  ["1", 3, 1],
  ["7", 3, 3],
  ["many", 3, 3],
  ["12345", 3, 3],
  [undefined, 3, 3],
  ["1", undefined, undefined],
])("a form that was made after %s mails, of %s now, counts from %s", (shown, now, before) =>
  expect(mailsBefore(shown, now)).toBe(before),
);

describe("the mail of a coupon", () => {
  const counts = (mailsSent?: number) => done(chosen({ coupon: { ...coupon, mailsSent } as Idv["coupon"] }));
  const at = "/idv/demo/post-ident";
  const mail = { submissionId: "mail", mailsSent: 1 };
  test.each<[what: string, sent: object, answer: object, now: object, notice: string | undefined]>([
    ["is sent", mail, done({}), counts(2), "mailed"],
    ["is refused in words", mail, says(409, "NO_MAIL"), counts(1), "notMailed"],
    ["fails, and is counted all the same", mail, bare(500), counts(2), "mailed"],
    ["fails, and is not counted", mail, bare(500), counts(1), "notMailed"],
    ["fails, and nobody counts", { submissionId: "mail" }, bare(500), counts(2), undefined],
    ["fails, and the count cannot be read", mail, bare(500), bare(500), undefined],
    ["has no answer, and is not counted yet", mail, failed(lost), counts(1), undefined],
  ])("%s", async (_, sent, answer, now, notice) => {
    const tab = customer();
    // The first change of a session counts as the half of a double press.
    const first = await tab();
    first.session.write(couponMail.scope, "another", {
      submissionId: "x",
      startedAt: 0,
      is: "sent",
      tries: 1,
    });
    await first.end();
    const place = await tab();
    provider.mailCoupon.mockResolvedValue(answer);
    provider.loadIdv.mockResolvedValue(now);
    expect(seen(await postOnce(couponMail, place, sent as typeof mail))).toEqual({ status: 303, to: at });
    expect(await place.session.take(idvNotice, token)).toBe(notice);
    expect(await isUnknown(place.context, token, couponMail.scope)).toBe(notice === undefined);
    // The next attempt is the same one for the provider.
    const again = await place.session.read(mailingScope, token);
    expect(again?.submissionId).toBe(notice === "notMailed" ? "mail" : undefined);
    await place.end();
    // What is done is not sent again, nor what is counted by now.
    provider.mailCoupon.mockClear().mockResolvedValue(failed(lost));
    provider.loadIdv.mockResolvedValue(counts(2));
    const later = await tab();
    if (notice === "mailed")
      expect(seen(await postOnce(couponMail, later, mail))).toEqual({ status: 303, to: at });
    const looked = await settlePost(couponMail, later).then(() => undefined, seen);
    if (notice === undefined && "mailsSent" in sent) expect(looked).toEqual({ status: 302, to: at });
    expect(provider.mailCoupon).toHaveBeenCalledTimes(notice === undefined && !("mailsSent" in sent) ? 1 : 0);
  });
});
