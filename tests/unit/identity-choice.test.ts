import { beforeEach, expect, test, vi } from "vitest";
import type { Idv } from "#app/backend/contract/identity.ts";
import { type Failure, FormFieldError, idvErrorIn } from "#app/errors/errors.ts";
import { isUnknown, postOnce, settlePost } from "#app/outcome/attempt.server.ts";
import { chooseOnce } from "#app/routes/identity/choose.server.ts";
import { couponMail } from "#app/routes/identity/coupon-mail.server.ts";
import { browserForTest } from "../support/request.ts";

const provider = vi.hoisted(() => ({
  ...{ loadIdv: vi.fn(), listMethods: vi.fn(), chooseMethod: vi.fn(), mailCoupon: vi.fn() },
}));
vi.mock("#app/backend/identity.server.ts", () => provider);

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

/** Where a choice of the branch leads: an address, or the status of a page. */
async function choose(before: Idv, chosen: object, after: Idv = before) {
  const place = { ...(await browserForTest(`/idv/${token}`)()), token };
  provider.loadIdv.mockResolvedValueOnce({ ok: true, data: before });
  provider.loadIdv.mockResolvedValue({ ok: true, data: after });
  provider.chooseMethod.mockResolvedValue(chosen);
  const posted = new FormData();
  posted.set("method", "branch");
  const answered = await chooseOnce(place, posted).catch((thrown: unknown) => thrown as Response);
  if (answered instanceof Response) return answered.headers.get("Location");
  return answered?.init?.status;
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
  first.session.write(couponMail.kept, "another", { submissionId: "x", startedAt: 0 });
  await first.end();
  const sent = await tab();
  let isKnown: boolean | undefined;
  provider.mailCoupon.mockImplementation(async () => {
    isKnown = await isUnknown((await tab()).context, token, couponMail.kept);
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
