import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { idvMethodKinds } from "#app/backend/contract/identity.ts";
import { knownPaymentMethod } from "#app/backend/contract/offer.ts";
import { announcedOn, closableJourneys, readSwitches } from "#app/operation/switches.server.ts";
import { switchesCommand } from "#app/operation/switches-command.server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const path = join(folder, "switches.json");
beforeEach(() => rmSync(path, { force: true }));

const run = (...args: string[]) => switchesCommand(args, path);
const until = "2026-12-01T06:00+01:00";
const from = "2026-11-29T02:00+01:00";

describe("announcements", () => {
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
  const over = "2020-01-01T00:00:00Z";
  const later = "2999-12-01T06:00+01:00";
  const closed = [
    { payment: "paypal", brand: "o2", until: over },
    { journey: "offer", until: later, text: { de: "Wir stellen um." } },
    { site: "blau", text: { de: "Wir ziehen um." } },
  ];
  const announced = [
    { journeys: ["offer", "identity"], brand: "o2", from: "2999-11-30T02:00+01:00", until: later },
  ];
  writeFileSync(path, JSON.stringify({ closed, announced }));
  const said = run("show");
  expect(said).toContain(`payment paypal\to2\t${over}\topen: its time is over`);
  expect(said).toContain(`offer\tall\t${later}\tclosed\tWir stellen um.`);
  expect(said).toContain("site blau\t\t-\tclosed\tWir ziehen um.");
  expect(said).toContain(`offer identity\to2\t2999-11-30T02:00+01:00\t${later}\tshown`);
  for (const name of [...closableJourneys, ...knownPaymentMethod.options, ...idvMethodKinds, "ayyildiz"])
    expect(said).toContain(name);
  writeFileSync(path, '{"closed":[]}');
  expect(run("show")).toContain("Nothing is closed.");
});

test("a file is checked before it takes the other's place, and its mistake named", () => {
  writeFileSync(path, '{"closed":[]}');
  const next = join(folder, "next.json");
  writeFileSync(next, '{"closed":[{"payment":"cash"}]}');
  expect(() => run("check", next)).toThrow(
    `${next} cannot be read: closed.0.payment is none of direct_debit`,
  );
  writeFileSync(next, '{"closed":[{"payment":"paypal"}]}');
  expect(run("check", next)).toContain("payment paypal\tall\t-\tclosed");
});

test.each([["close", "offer"], ["check"], ["show", "more"]])("%j is none of its calls", (...args) =>
  expect(run(...args)).toBeUndefined(),
);

test("without a file there is nothing to show", () => {
  expect(() => switchesCommand(["show"], undefined)).toThrow("SWITCHES_PATH is not set");
});

test("docs/settings.md has every name, and an example that is valid", () => {
  const document = readFileSync("docs/settings.md", "utf8");
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
