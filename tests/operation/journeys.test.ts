import { execFile } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { expect, onTestFinished, test } from "vitest";
import { createSandbox } from "#sandbox/app.ts";
import { journeyNames } from "../../tools/journey/journey.ts";
import type { Run } from "../../tools/journey/report.ts";
import { freePort } from "../support/free-port.ts";
import { node } from "../support/portal.ts";
import { portalApart } from "../support/portal-apart.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();
const main = join(import.meta.dirname, "../../tools/journey/main.ts");

/** `npm run journey` as testers call it. */
const journey = (...args: string[]) =>
  new Promise<{ code: number; said: string; complained: string }>((resolve) => {
    execFile(
      node,
      [main, "--base", portal.origin, ...args],
      { maxBuffer: 10_000_000 },
      (error, said, complained) => resolve({ code: error ? Number(error.code) : 0, said, complained }),
    );
  });

const surprises = (runs: Run[]) =>
  runs.flatMap(({ journey, row, steps }) =>
    steps.flatMap(({ label, difference }) =>
      difference ? [`${journey} ${row}, ${label}: ${difference}`] : [],
    ),
  );

/** Writes a journey, or what is none. @returns its path */
function file(name: string, journey: object | string) {
  const path = join(portal.folder, name);
  writeFileSync(path, typeof journey === "string" ? journey : JSON.stringify(journey));
  return path;
}

// The 28 orders of journeys/offer.json are walked by specified-calls-only.test.ts.
test("every other journey passes", async () => {
  const names = readdirSync(join(main, "../../../journeys")).map((file) => basename(file, ".json"));
  const others = names.filter((name) => name !== "offer");
  const { code, said } = await journey(...others, "--concurrency", "2", "--json");
  const runs = JSON.parse(said) as Run[];
  expect(surprises(runs)).toEqual([]);
  expect([...new Set(runs.map((run) => run.journey))].sort()).toEqual(others.sort());
  expect(code).toBe(0);
});

test("stops at the first surprise, names it, and nobody", async () => {
  const report = join(portal.folder, "junit.xml");
  const { code, said } = await journey("offer", "--token", "state-OFFER_BLOCKED", "--junit", report);
  const xml = readFileSync(report, "utf8");
  expect(code).toBe(1);
  for (const text of [said, xml]) {
    expect(text).toContain("expected 200 offer, came 409 offer-error OfferBlocked (trace ");
    expect(text).not.toMatch(/state-OFFER_BLOCKED|Öztürk/);
  }
  expect(said.match(/ ms /g)).toHaveLength(1);
  expect(xml).toContain('tests="1" failures="1"');
});

test("takes its tokens from a file, each as it is, and repeats its runs", async () => {
  const file = join(portal.folder, "tokens");
  writeFileSync(file, "idv demo~file-1\nnovum demo~file-2\nidv state-OFFER_EXPIRED\n");
  const args = ["--tokens", file, "--json", "--repeat", "2", "--concurrency", "2"];
  const { code, said } = await journey("idv", "novum", ...args);
  const runs = JSON.parse(said) as Run[];
  const rows = ["idv 1", "idv 2", "novum 1"];
  expect(runs.map(({ journey, row }) => `${journey} ${row}`).sort()).toEqual([...rows, ...rows].sort());
  const refused = surprises(runs).filter((one) => one.includes("came 410 idv-expired OfferExpired"));
  expect(refused.length).toBe(2);
  expect(code).toBe(1);
});

test("walks every journey of a file of tokens where none is named", async () => {
  const { code, said } = await journey("--tokens", file("tokens-alone", "novum demo~alone\n"), "--json");
  expect([code, (JSON.parse(said) as Run[]).map(({ journey }) => journey)]).toEqual([0, ["novum"]]);
});

test("a page in another language than asked for is a failure", async () => {
  const page = file("german.json", own({ open: "/kuendigung", page: "termination" }));
  const { code, said } = await journey(page, "--brand", "ayyildiz", "--locale", "tr", "--json");
  expect([code, surprises(JSON.parse(said))]).toEqual([
    1,
    [expect.stringContaining("a page of o2, not of ayyildiz")],
  ]);
});

/** A portal whose first answer is this one. @returns what its home page's journey came to, and how often it was asked */
async function walkedAfter(status: number, pause: string) {
  let asked = 0;
  const full = createServer((_, response) => {
    asked += 1;
    if (asked === 1) return void response.writeHead(status, { "Retry-After": pause }).end("full");
    const page = { page: "home", status: 200 };
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(page));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void full.close());
  await once(full, "listening");
  const { port } = full.address() as AddressInfo;
  const home = file("home.json", own({ open: "/", page: "home" }));
  const { code, said } = await journey(home, "--base", `http://127.0.0.1:${port}`, "--json");
  return [code, surprises(JSON.parse(said)), asked];
}

test.each([503, 429])("asks a portal that answers %i again, as it wishes", async (status) => {
  expect(await walkedAfter(status, "0")).toEqual([0, [], 2]);
});

test("does not wait longer than its patience, and says which pause was asked for", async () => {
  const why = expect.stringContaining("came 429 elsewhere, to be asked again after 600 s");
  expect(await walkedAfter(429, "600")).toEqual([1, [why], 1]);
});

test.each([
  ["no name", []],
  ["a misspelt journey in a file of tokens", ["--tokens", file("misspelt", "idv demo~1\nofer demo~2\n")]],
])("walks nothing and is no success for %s", async (_, args) => {
  expect((await journey(...args)).code).toBe(2);
});

test.each([
  ["a portal elsewhere", ["novum", "--base", "https://portal.example"], "--allow-host"],
  ["a journey that there is not", ["nothing"], "no journey nothing"],
  [
    "a brand that there is not",
    ["novum", "--brand", "blua"],
    "no brand blua at this address: it answers with o2",
  ],
  [
    "a language that the brand has not",
    ["novum", "--brand", "blau", "--locale", "tr"],
    "no pages in tr for this brand: it answers in de",
  ],
  [
    "a journey that the file of tokens leaves out",
    ["novum", "idv", "--tokens", file("partly", "idv demo~1\n")],
    "Nothing to walk of novum",
  ],
  ["too many at a time", ["novum", "--concurrency", "100"], "--concurrency takes a number from 1 to 16"],
  ["half a header", ["novum", "--header", "X-Staging"], "--header takes"],
  ["a journey that cannot be read", [file("unreadable.json", "{")], "unreadable.json is no JSON"],
])("walks nothing for %s", async (_, args, why) => {
  const { code, complained } = await journey(...args);
  expect([code, complained]).toEqual([2, expect.stringContaining(why)]);
});

test("gets into a staging system by a password in its address and a cookie, and shows neither", async () => {
  const seen: IncomingHttpHeaders[] = [];
  const staging = createServer((request, response) => {
    seen.push(request.headers);
    response.setHeader("Set-Cookie", "trace-id=1").end("no page");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void staging.close());
  await once(staging, "listening");
  const { port } = staging.address() as AddressInfo;
  const headers = ["--header", "Cookie: door=open", "--header", "X-Stage: 2"];
  const base = `http://tester:s3cret@127.0.0.1:${port}`;
  const { code, said, complained } = await journey("login", "--base", base, ...headers);
  expect([code, complained]).toEqual([1, ""]);
  expect(said).not.toMatch(/s3cret|door=open/);
  expect(seen[0]).toMatchObject({
    authorization: `Basic ${Buffer.from("tester:s3cret").toString("base64")}`,
    cookie: "door=open",
    "x-stage": "2",
  });
});

/** A portal, and a sandbox of another origin. */
function startApart(words?: string) {
  const sandboxAt = (publicUrl: string) => {
    const sandbox = createSandbox({ database: ":memory:", publicUrl, words });
    onTestFinished(() => sandbox.close());
    return getRequestListener(sandbox.app.fetch);
  };
  return portalApart(sandboxAt, { DECLARATION_RETRY_MS: "50" }, onTestFinished);
}

test("every journey passes at a provider of plain words, whose reads lag behind", async () => {
  const { portal: own, origin } = await startApart("bare-204-lag-500-lean");
  const args = ["--base", own.origin, "--sandbox", origin, "--concurrency", "4", "--json"];
  const { code, said } = await journey("all", ...args);
  const runs = JSON.parse(said) as Run[];
  expect([surprises(runs), code]).toEqual([[], 0]);
  expect(new Set(runs.map((run) => run.journey)).size).toBe(journeyNames().length);
});

test("goes through a sandbox of another origin, or ends at its door", async () => {
  const { portal: own, origin } = await startApart();
  const args = ["offer-payment-ends", "--only", "action=fail", "--base", own.origin, "--json"];
  const endOf = ({ code, said }: { code: number; said: string }) => [
    code,
    (JSON.parse(said) as Run[]).map(({ steps }) => steps.at(-1)?.state ?? steps.at(-1)?.page),
  ];
  expect(endOf(await journey(...args, "--sandbox", origin))).toEqual([0, ["PaymentFailed"]]);
  expect(endOf(await journey(...args))).toEqual([0, ["elsewhere"]]);
});

const termination = {
  post: "{locale}/kuendigung?brand={brand}",
  with: { firstName: "Ada", lastName: "Test", customerNumber: "{token}", email: "ada@example.com" },
  page: "termination-confirmation",
};
const own = (...steps: object[]) => ({ title: "Own", each: [{ token: "demo" }], steps });

const values = (firstName: string) =>
  own({
    post: "/widerruf",
    with: { firstName: "Ada" },
    page: "withdrawal",
    status: 422,
    errors: { contractReference: "missing" },
    values: { firstName },
  });

test("walks journeys from any path, whatever else is there, and posts without a look at the form", async () => {
  file("broken.json", "{");
  const { said, complained, code } = await journey(
    file(
      "own.json",
      own({
        ...termination,
        twice: true,
        texts: ["Ada Test"],
        headers: { "Cache-Control": "no-store", Location: null },
        calls: { "POST /api/*/contracttermination/*": 1 },
      }),
    ),
    file("tracked.json", own({ ...termination, tracking: [{ event: "terminationSubmitted" }] })),
    file("values.json", values("Ada")),
  );
  expect([code, complained, said]).toEqual([0, "", expect.stringContaining("3 passed, 0 failed")]);
});

test("whatever is other than expected is a surprise, and repeats no input", async () => {
  const expected: Record<string, [object, string]> = {
    text: [{ texts: ["Ada Muster"] }, 'the page does not say "Ada Muster"'],
    header: [{ headers: { "Cache-Control": "public" } }, "Cache-Control is no-store"],
    "no-header": [{ headers: { "Cache-Control": null } }, "Cache-Control is no-store"],
    event: [{ tracking: [{ event: "purchase" }] }, 'no event {"event":"purchase"}'],
    call: [{ calls: { "POST /api/*/contracttermination/*": 2 } }, "acted 1 times, not 2"],
  };
  const others = Object.entries(expected).map(([name, [other]]) =>
    file(`${name}.json`, own({ ...termination, ...other })),
  );
  const { code, said } = await journey(...others, file("value.json", values("Eda")), "--json");
  const runs = JSON.parse(said) as Run[];
  expect([code, surprises(runs)]).toEqual([
    1,
    [...Object.values(expected).map(([, why]) => why), "firstName has another value"].map((why) =>
      expect.stringContaining(why),
    ),
  ]);
  expect(JSON.stringify(runs.at(-1))).not.toMatch(/Ada|Eda/);
});

test("the help says what each journey's link has to be", async () => {
  const { said } = await journey("--help");
  for (const name of journeyNames()) expect(said).toMatch(new RegExp(`^${name} .+\\n +needs `, "m"));
});

test("a portal that does not answer fails the journey", async () => {
  const { code, said } = await journey("novum", "--base", `http://127.0.0.1:${await freePort()}`);
  expect([code, said]).toEqual([1, expect.stringMatching(/✗.*\n.*ECONNREFUSED/)]);
});
