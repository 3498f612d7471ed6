import { encode } from "uqr";
import { describe, expect, it } from "vitest";
import { type Idv, idv, idvCoupon, idvMethod, openingHours } from "#app/backend/contract/identity.ts";
import { readAnswer } from "#app/backend/read-answer.ts";
import { dayRanges, isAlwaysOpen, isOpenAt, sortOpenFirst } from "#app/domain/opening-hours.ts";
import { idvErrorIn } from "#app/errors/errors.ts";
import { idvOutcomeNames, idvOutcomes } from "#app/errors/idv-outcomes.ts";
import { idvStatusOf, isChangeable } from "#app/routes/identity/idv-status.ts";
import { qrCode } from "#app/shell/qr-code.server.ts";

const answer = (changes: Partial<Idv>): Idv => ({
  state: "created",
  attemptsLeft: 3,
  changeable: true,
  ...changes,
});
const coupon: Idv["coupon"] = {
  kind: "branch",
  provider: "Post",
  referenceNumber: "123456789012",
  code: "123456789012",
  firstName: "Kim",
  lastName: "Beispiel",
  documents: ["REISEPASS"],
  validUntil: "2026-12-01T00:00:00Z",
};

describe("the page of a status", () => {
  it.each([
    ["created", "idv-selection"],
    ["methodChosen", "idv-selection"],
    ["started", "idv-pending"],
    ["submitted", "idv-pending"],
    ["review", "idv-pending"],
    ["failed", "idv-selection"],
    ["success", "idv-success"],
    ["completed", "idv-completed"],
    ["expired", "idv-expired"],
    ["cancelled", "idv-error"],
    ["consumed", "idv-consumed"],
    ["unknown", "idv-pending"],
  ] as const)("%s: %s", (state, page) => {
    expect(idvStatusOf(answer({ state })).page).toBe(page);
  });

  it("a coupon has its own page until the attempt starts", () => {
    expect(idvStatusOf(answer({ state: "methodChosen", coupon })).page).toBe("idv-post-ident");
    expect(idvStatusOf(answer({ state: "started", coupon })).page).toBe("idv-pending");
  });

  it("the last failure is final", () => {
    const status = idvStatusOf(answer({ state: "failed", attemptsLeft: 0 }));
    expect(status.page).toBe("idv-failed");
    expect("error" in status && status.error.code).toBe("NoMoreIdvPossible");
  });

  it.each(["created", "methodChosen", "failed", "started", "submitted", "review", "unknown"] as const)(
    "%s alone is enough: without a limit, and changeable unless in progress",
    (state) => {
      const read = readAnswer(idv, { state: state === "unknown" ? "onHold" : state });
      if (!read.ok) throw new Error(`${state} cannot be read`);
      const status = idvStatusOf(read.data);
      const isOpen = state === "created" || state === "methodChosen" || state === "failed";
      expect(status.page).toBe(isOpen ? "idv-selection" : "idv-pending");
      expect(isChangeable(read.data)).toBe(isOpen);
      expect(isChangeable({ ...read.data, changeable: !isOpen })).toBe(!isOpen);
    },
  );

  it("an outcome has the page of its row", () => {
    for (const name of idvOutcomeNames)
      expect(idvStatusOf(idvErrorIn(name)).page).toBe(`idv-${idvOutcomes[name].page}`);
  });
});

describe("opening hours", () => {
  const branch = [
    { days: [1, 2, 3, 4, 5], from: "09:00", until: "18:00" },
    { days: [6], from: "09:00", until: "13:00" },
  ];

  it.each([
    // 2 November 2026 is a Monday; Germany is at UTC+1 in winter and at UTC+2 in summer.
    ["2026-11-02T07:59:00Z", false],
    ["2026-11-02T08:00:00Z", true],
    ["2026-11-02T16:59:00Z", true],
    ["2026-11-02T17:00:00Z", false],
    ["2026-11-07T12:30:00Z", false],
    ["2026-11-08T10:00:00Z", false],
    ["2026-07-06T07:00:00Z", true],
    ["2026-07-06T16:00:00Z", false],
  ])("%s: open %s", (instant, open) => {
    expect(isOpenAt(branch, new Date(instant))).toBe(open);
  });

  it("closes at the end of the day, and opens at its start", () => {
    const always = [{ days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", until: "24:00" }];
    expect(isOpenAt(always, new Date("2026-11-02T22:59:59Z"))).toBe(true);
    expect(isOpenAt(always, new Date("2026-11-02T23:00:00Z"))).toBe(true);
  });

  it("runs past midnight if it ends before it begins", () => {
    const night = [{ days: [5, 7], from: "20:00", until: "02:00" }];
    const openAt = (instant: string) => isOpenAt(night, new Date(instant));
    expect(openAt("2026-11-06T22:30:00Z")).toBe(true);
    expect(openAt("2026-11-07T00:30:00Z")).toBe(true);
    expect(openAt("2026-11-07T01:00:00Z")).toBe(false);
    expect(openAt("2026-11-07T22:30:00Z")).toBe(false);
    expect(openAt("2026-11-09T00:30:00Z")).toBe(true);
  });

  it("puts closed methods last, and otherwise keeps the order", () => {
    const night = {
      id: "night",
      openingHours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: "22:00", until: "23:00" }],
    };
    const methods = [night, { id: "eid", openingHours: undefined }, { id: "branch", openingHours: branch }];
    const order = (instant: string) => sortOpenFirst(methods, new Date(instant)).map(({ id }) => id);
    expect(order("2026-11-02T11:00:00Z")).toEqual(["eid", "branch", "night"]);
    expect(order("2026-11-02T21:30:00Z")).toEqual(["night", "eid", "branch"]);
  });

  it("that cannot all be read are not stated", () => {
    const method = { id: "1", kind: "shop", name: "Shop", provider: "Shop" };
    const weekdays = { days: [1, 2, 3, 4, 5], from: "08:00", until: "20:00" };
    const odd = { days: [6], from: "8 Uhr", until: "20:00" };
    const read = (hours: object[]) => readAnswer(idvMethod, { ...method, openingHours: hours });
    expect(read([weekdays])).toMatchObject({ ok: true, data: { openingHours: [weekdays] } });
    for (const hours of [[odd], [weekdays, odd]])
      expect(read(hours)).toMatchObject({
        ok: true,
        data: expect.not.objectContaining({ openingHours: expect.anything() }),
      });
  });

  it("are any time only where they say so: on all days, from 00:00 to 24:00", () => {
    const all = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", until: "24:00" };
    const hours = [
      all,
      { ...all, days: [1, 2, 3, 4, 5, 6, 6] },
      { ...all, from: "00:01" },
      { ...all, until: "23:59" },
    ];
    expect(hours.map((one) => isAlwaysOpen([one]))).toEqual([true, false, false, false]);
  });

  it("of a day end at 24:00 at the latest", () => {
    const isTime = (until: string) => openingHours.safeParse({ days: [1], from: "08:00", until }).success;
    expect(["24:00", "23:59", "24:01", "25:00"].map(isTime)).toEqual([true, true, false, false]);
  });

  it.each([
    [[1, 2, 3, 4, 5], "de-DE", "Mo–Fr"],
    [[6], "de-DE", "Sa"],
    [[5, 1, 2, 7], "en-US", "Mon–Tue, Fri, Sun"],
    [[1, 2, 3, 4, 5, 6, 7], "de-DE", undefined],
  ])("%j in %s: %s", (days, tag, text) => {
    expect(dayRanges(days, tag)).toBe(text);
  });
});

describe("the QR code", () => {
  it("is left out for a text that no code can hold", async () => {
    expect(await qrCode("1".repeat(1001))).toBeUndefined();
  });

  it("is drawn square by square", async () => {
    const text = "123456789012";
    const { size, path } = (await qrCode(text)) ?? { size: 0, path: "" };
    const drawn = new Set<string>();
    for (const [row, y] of path.matchAll(/M\d+ (\d+)[^M]*/g)) {
      let x = 0;
      for (const [, gap, width] of row.matchAll(/[Mm](\d+) \d+h(\d+)/g)) {
        x += Number(gap);
        for (const end = x + Number(width); x < end; x += 1) drawn.add(`${x} ${y}`);
      }
    }
    const squares = encode(text, { ecc: "M", border: 0 });
    const made = new Set<string>();
    for (const [y, row] of squares.data.entries())
      for (const [x, isDark] of row.entries()) if (isDark) made.add(`${x} ${y}`);
    expect(size).toBe(squares.size);
    expect(drawn).toEqual(made);
  });
});

it.each(["javascript:alert(1)", "data:text/html,x", "//no.scheme"])(
  "a branch finder at %s is no address to link to",
  (address) => {
    const { branchFinderUrl } = idvCoupon.shape;
    expect(branchFinderUrl.safeParse(address).success).toBe(false);
    expect(branchFinderUrl.safeParse("https://finder.example/").success).toBe(true);
  },
);
