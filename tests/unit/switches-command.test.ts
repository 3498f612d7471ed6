import * as fs from "node:fs";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { idvMethodKinds } from "#app/backend/contract/identity.ts";
import { knownPaymentMethod } from "#app/backend/contract/offer.ts";
import { switchesCommand } from "#app/operation/edit-switches.server.ts";
import { announcedOn, closableJourneys, readSwitches } from "#app/operation/switches.server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const path = join(folder, "switches.json");
beforeEach(() => rmSync(path, { force: true }));

const now = Date.parse("2026-11-24T05:00:00Z");
const run = (...args: string[]) => switchesCommand(args, path, now);
const stored = () => JSON.parse(readFileSync(path, "utf8")).closed;
const until = "2026-12-01T06:00+01:00";
const german = ["--text-de", "Wir stellen um."];
const from = "2026-11-29T02:00+01:00";
const times = ["--from", from, "--until", "2026-11-29T04:00+01:00"];

describe("close and open", () => {
  test("write what portals read, beside what is there", () => {
    run("close", "offer", "--brand", "o2", "--until", until, ...german, "--text-en", "We move.");
    run("close", "site", "blau", ...german);
    run("close", "payment", "credit_card");
    run("close", "identification", "video", "--brand", "aldi");
    const all = [
      { journey: "offer", brand: "o2", until, text: { de: "Wir stellen um.", en: "We move." } },
      { site: "blau", text: { de: "Wir stellen um." } },
      { payment: "credit_card" },
      { identification: "video", brand: "aldi" },
    ];
    expect(stored()).toEqual(all);
    expect(readSwitches(path)).toEqual({ closed: all, announced: [] });
    expect(readdirSync(folder)).toEqual(["switches.json"]);

    for (const what of [
      "offer --brand o2",
      "payment credit_card",
      "site blau",
      "identification video --brand aldi",
    ])
      run("open", ...what.split(" "));
    expect(stored()).toEqual([]);
  });

  test("closing it again replaces it; another brand's stays", () => {
    run("close", "payment", "paypal", "--brand", "o2");
    run("close", "payment", "paypal");
    run("close", "payment", "paypal", "--brand", "o2", "--until", until);
    expect(stored()).toEqual([{ payment: "paypal" }, { payment: "paypal", brand: "o2", until }]);
  });

  test("keep a link, the file's rights, and a new file readable for portals", () => {
    fs.mkdirSync(join(folder, "mounted"));
    const target = join(folder, "mounted/real.json");
    writeFileSync(target, '\uFEFF{"closed":[]}');
    fs.chmodSync(target, 0o640);
    fs.symlinkSync(target, path);
    run("close", "payment", "paypal");
    expect(readdirSync(join(folder, "mounted"))).toEqual(["real.json"]);
    expect(fs.statSync(target).mode & 0o777).toBe(0o640);
    expect(stored()).toEqual([{ payment: "paypal" }]);
    rmSync(join(folder, "mounted"), { recursive: true });
    rmSync(path);
    run("close", "payment", "paypal");
    expect(fs.statSync(path).mode & 0o777).toBe(0o644);
  });

  test("an identification that the portal does not know may be the provider's: said, not refused", () => {
    expect(run("close", "identification", "vidoe")).toContain("vidoe is none of video, eid,");
    expect(run("close", "identification", "video")).toBe(
      "identification video is closed until it is opened.",
    );
  });
});

test.each([
  [["close", "ofer", ...german], "ofer is none of offer, identity, customer, site, payment, identification"],
  [["close", "termination", ...german], "termination is none of offer"],
  [["close", "offer"], "--text needs a German text"],
  [["close", "offer", "--text-de", ""], "--text-de is empty"],
  [["close", "offer", "--brand", "o3", ...german], /--brand is none of the brands .*\bo2\b/],
  [["close", "site", "o3", ...german], /o3 is none of the brands .*\bo2\b/],
  [["close", "site", ...german], "Say which site"],
  [["close", "payment", "cash"], "cash is none of direct_debit, credit_card, paypal, invoice"],
  [["close", "payment", "paypal", ...german], "payment does not take text"],
  [["close", "site", "o2", "--brand", "o2", ...german], "site does not take brand"],
  [["close", "payment", "paypal", "--until", "tomorrow"], "--until is no time with an offset, such as 2026"],
  [["close", "payment", "paypal", "--until", "2026-12-01T06:00"], "--until is no time with an offset"],
  [
    ["close", "payment", "paypal", "--until", "2026-11-24T05:59+01:00"],
    "is in the past: it is 2026-11-24T05:00:00.000Z",
  ],
  [["close", "payment", "paypal", "--util", until], "--util"],
  [["open", "payment", "paypal"], "payment paypal is not closed."],
  [["open", "offer", "--until", until], "Only --brand goes with open."],
  [["shut", "offer"], "Say whether to show, close, open, announce or retract."],
  [["announce", "ofer", ...times], "ofer is none of offer, identity, customer"],
  [["announce", "offer", "offer", "--brand", "o3", ...times], /--brand is none of the brands .*\bo2\b/],
  [["announce", "offer", "--until", until], "--from is no time with an offset, such as 2026"],
  [["announce", "offer", "--from", until, "--until", from], "--until is not after from"],
  [["announce", "--from", "2026-11-20T02:00Z", "--until", "2026-11-21T02:00Z"], "is in the past"],
  [["announce", ...times, ...german], "announce does not take --text-de"],
  [["retract", ...times], "retract does not take --from"],
  [["retract", "offer"], "Nothing is announced for offer as such."],
  [["close", "payment", "paypal", "--from", from], "--from goes with announce only."],
])("%j is refused with what is wrong, and nothing is written", (args, message) => {
  expect(() => run(...args)).toThrow(message);
  expect(existsSync(path)).toBe(false);
});

test("what is closed for others is not opened for all, and it is said for whom", () => {
  run("close", "payment", "paypal", "--brand", "o2");
  expect(() => run("open", "payment", "paypal")).toThrow("It is closed for --brand o2.");
  expect(stored()).toEqual([{ payment: "paypal", brand: "o2" }]);
});

test("a file that portals would refuse is left as it is, and its mistake named", () => {
  writeFileSync(path, '{"closed":[{"payment":"cash"}]}');
  expect(() => run("close", "payment", "paypal")).toThrow("closed.0.payment is none of direct_debit");
  expect(readFileSync(path, "utf8")).toContain("cash");
});

test("without a file there is nothing to show", () => {
  expect(() => switchesCommand(["show"], undefined, now)).toThrow("SWITCHES_PATH is not set");
});

test("a file that cannot be written is said, and where it may come from", () => {
  const nowhere = join(folder, "none/switches.json");
  expect(() => switchesCommand(["close", "payment", "paypal"], nowhere, now)).toThrow(
    /SWITCHES_PATH cannot be written: ENOENT.*ConfigMap/,
  );
});

describe("announce and retract", () => {
  const announced = () => readSwitches(path).announced;

  test("write what portals read, and leave what is closed", () => {
    run("close", "payment", "paypal");
    expect(run("announce", "identity", "offer", "--brand", "o2", ...times)).toContain("Nothing is closed");
    run("announce", ...times);
    const all = { from, until: "2026-11-29T04:00+01:00" };
    expect(announced()).toEqual([{ journeys: ["offer", "identity"], brand: "o2", ...all }, all]);
    expect(run("show")).toContain(`offer identity\to2\t${from}\t${all.until}\t`);
    run("announce", "--from", from, "--until", until);
    expect(announced()[1]).toEqual({ from, until });
    run("open", "payment", "paypal");
    run("retract", "offer", "identity", "--brand", "o2");
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ closed: [], announced: [{ from, until }] });
    run("retract");
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ closed: [] });
  });

  test("what a page announces: its brand's and its journey's, until it is over", () => {
    const announced = [
      { from, until: "2026-11-29T04:00+01:00", journeys: ["offer" as const], brand: "o2" },
      { from, until },
    ];
    const on = (brand: string, pattern: string | undefined, at: string) =>
      announcedOn({ announced }, brand, pattern, Date.parse(at)).map(({ journeys }) => journeys.join(" "));
    const everything = closableJourneys.join(" ");
    const before = "2026-11-24T05:00:00Z";
    expect(on("o2", "/angebot", before)).toEqual(["offer", everything]);
    expect(on("o2", "/angebot/:token", "2026-11-29T02:59:59Z")).toEqual(["offer", everything]);
    expect(on("o2", "/angebot", "2026-11-29T03:00:00Z")).toEqual([everything]);
    for (const [brand, pattern] of [
      ["blau", "/angebot"],
      ["o2", "/"],
      ["o2", "/kuendigung"],
      ["o2", undefined],
    ] as const)
      expect(on(brand, pattern, before)).toEqual([everything]);
    expect(on("o2", "/", until)).toEqual([]);
  });

  test.each([
    [{ from }, "announced.0.until is no time with an offset"],
    [{ from, until: from }, "announced.0.until is not after from"],
    [{ from, until, journeys: ["termination"] }, "announced.0.journeys.0 is none of offer"],
    [{ from, until, journeys: [] }, "announced.0.journeys names none"],
    [{ from, until, journeys: ["offer", "offer"] }, "announced.0.journeys names one twice"],
    [{ from, until, text: { de: "x" } }, "announced.0 does not take text"],
  ])("%j in the file is named by its field", (one, message) => {
    writeFileSync(path, JSON.stringify({ closed: [], announced: [one] }));
    expect(() => readSwitches(path)).toThrow(message);
  });
});

test("show says what is closed where, until when, what is over, and every name", () => {
  expect(run("show")).toContain("Nothing is closed.");
  const over = "2020-01-01T00:00:00Z";
  writeFileSync(path, JSON.stringify({ closed: [{ payment: "paypal", brand: "o2", until: over }] }));
  expect(run("show")).toContain("payment paypal\to2");
  run("close", "offer", "--until", "2999-12-01T06:00+01:00", ...german);
  const said = run("show");
  expect(said).toContain(`payment paypal\to2\t${over}\topen: its time is over`);
  expect(said).toContain("offer\tall\t2999-12-01T06:00+01:00\tclosed\tWir stellen um.");
  for (const name of [...closableJourneys, ...knownPaymentMethod.options, ...idvMethodKinds, "ayyildiz"])
    expect(said).toContain(name);
});

test("docs/operations.md has every name, and an example that is valid", () => {
  const document = readFileSync("docs/operations.md", "utf8");
  const namesOf = (field: string) => {
    const [, , values = ""] = (document.match(new RegExp(`^\\| \`${field}\` .*$`, "m"))?.[0] ?? "").split(
      "|",
    );
    return [...values.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  };
  expect(namesOf("journey")).toEqual(closableJourneys);
  expect(namesOf("payment")).toEqual(knownPaymentMethod.options);
  expect(namesOf("identification")).toEqual(idvMethodKinds);
  const example = document.match(/^```json\n(\{\n {2}"closed".*?)^```/ms)?.[1] ?? "";
  writeFileSync(path, example);
  const { closed, announced } = readSwitches(path);
  expect([closed.length, announced.length]).toEqual([4, 1]);
});

test("the examples mount a file that is valid and closes nothing", () => {
  const nothing = { closed: [], announced: [] };
  expect(readSwitches("deploy/switches/switches.json")).toEqual(nothing);
  const manifest = readFileSync("deploy/kubernetes/base/portal.yaml", "utf8");
  const mounted = /^ {2}switches\.json: '(.*)'$/m.exec(manifest)?.[1] ?? "";
  writeFileSync(path, mounted);
  expect(readSwitches(path)).toEqual(nothing);
});
