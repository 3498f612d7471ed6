import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shortReference } from "#app/domain/short-reference.ts";
import { type Fields, fieldsOf } from "../support/browser.ts";
import { startCollector } from "../support/collector.ts";
import { runCommand } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { fresh } from "../support/fresh.ts";
import { mailsAbout } from "../support/outbox.ts";
import { pdfText } from "../support/pdf-text.ts";
import { sessionSecret, startPortal } from "../support/portal.ts";
import { declaration, idOf, pdfOf, received } from "../support/termination.ts";

const victim = "Unverwechselbar";
const formFields = (changes: Fields = {}) =>
  declaration({ lastName: victim, contractReference: "B-2026-1", ...changes });
const collector = await startCollector();
const metricsPort = await freePort();
const portal = await startPortal({
  METRICS_PORT: String(metricsPort),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  LOG_LEVEL: "debug",
  RATE_LIMIT_PER_MINUTE: "0",
  // What waits is still there when everything is collected.
  DECLARATION_RETRY_MS: "600000",
});
afterAll(async () => {
  await portal.stop();
  collector.close();
});

/** `npm run declarations`, next to the portal. */
const command = (...options: string[]) =>
  runCommand("declarations", options, {
    SANDBOX: "embedded",
    LOG_LEVEL: "debug",
    SESSION_STORE: `sqlite:${join(portal.folder, "sessions.sqlite")}`,
    DECLARATION_STORE: `sqlite:${join(portal.folder, "declarations.sqlite")}`,
    SESSION_SECRET: sessionSecret,
  });

/** What was posted, and where its receipts are. */
const posted: string[] = [];
const links: string[] = [];
/** All that the portal and the sandbox tell anybody, the link itself apart. */
let outputs = "";

/** Some declarations of a customer, of each kind. */
async function declareEach() {
  const customer = portal.browser();
  const waiting = formFields({ contractNumber: "post-DOWNTIME" });
  const special = formFields({
    cancellationType: "special",
    reason: "PersönlicheUmstände",
    file: pdfOf(100),
  });
  const token = `/email-ablehnung?token=${fresh()}&brand=o2`;
  const selfcare = fieldsOf(await customer.get(`/selfcarekuendigung?data=${fresh()}`, { follow: true }));
  for (const [path, fields] of [
    ["/kuendigung", formFields()],
    ["/kuendigung", waiting],
    ["/kuendigung", special],
    ["/widerruf", formFields()],
    ["/selfcarekuendigung", { ...selfcare, reasonText: victim, submissionId: randomUUID() }],
    [token, { submissionId: randomUUID() }],
  ] as [string, Fields][]) {
    posted.push(String(fields.submissionId));
    const { location = "" } = await customer.post(path, fields);
    links.push(location);
  }
}

async function collect() {
  const pages: string[] = [];
  for (const link of links) {
    const stranger = portal.browser();
    const page = await stranger.get(link);
    expect([page.status, page.name]).toEqual([200, expect.stringMatching(/confirmation|email-rejection/)]);
    const [path, query] = link.split("?");
    const files = path?.includes("email-ablehnung") ? "/email-ablehnung" : path;
    const pdf = await stranger.get(`${files}/pdf?${query}`);
    if (pdf.headers.get("Content-Type") === "application/pdf") pages.push(pdfText(Buffer.from(pdf.body)));
    pages.push(page.html, Buffer.from((await stranger.get(`${files}/text?${query}`)).body).toString());
    if (/[?&]ref=/.test(link)) pages.push(JSON.stringify(await mailsAbout(portal.origin, idOf(link))));
  }
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const list = command();
  const whole = command("export", idOf(links[1] ?? ""), "--yes");
  const dump = readdirSync(portal.folder).map((file) => readFileSync(join(portal.folder, file), "latin1"));
  const calls = JSON.stringify(await received(portal.origin));
  expect([list.stdout, whole.stdout]).toEqual([
    expect.stringContaining(idOf(links[1] ?? "")),
    expect.stringContaining(victim),
  ]);
  const seen = [...portal.log, ...pages, metrics, list.stdout, list.stderr, whole.stdout, calls, ...dump];
  return seen.join("\n");
}

/** Everything in them that could be an id: UUIDs, digests, random words, and the numbers on receipts. */
function idsIn(text: string): string[] {
  const references = new Set(links.map((link) => new URLSearchParams(link.split("?")[1]).get("ref")));
  const proofs = links.map((link) => new URLSearchParams(link.split("?")[1]).get("done"));
  const own = links.filter((link) => link.includes("ref=")).map(idOf);
  const found = [
    ...(text.match(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi) ?? []),
    ...(text.match(/\b[0-9a-f]{32}\b/g) ?? []),
    ...(text.match(/(?<![\w-])[\w-]{43}(?![\w-])/g) ?? []),
    ...own.flatMap((id) => [shortReference(id), id.toUpperCase(), id.replaceAll("-", "")]),
    ...own.map((id) => Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url")),
  ];
  return [...new Set(found)].filter(
    (id) => !references.has(id) && !proofs.some((proof) => proof?.includes(id)),
  );
}

beforeAll(async () => {
  await declareEach();
  outputs = await collect();
  // The rest of the traces is sent as the portal stops.
  await portal.terminate();
  await portal.restart();
  outputs += JSON.stringify(collector.spans);
});

test("no output carries an id that was posted", () => {
  expect(posted).toHaveLength(6);
  expect(posted.filter((id) => outputs.includes(id))).toEqual([]);
});

describe("nothing that any output shows opens a declaration", () => {
  test("neither posted with other content, nor as a reference, nor with a proof", async () => {
    const ids = [...posted, ...idsIn(outputs)];
    for (const link of links.slice(0, 5)) expect(ids).toContain(idOf(link));
    const uploads = async () => (await received(portal.origin)).flatMap((one) => one.uploads).length;
    const before = await uploads();
    const declared = ["/kuendigung", "/widerruf"];
    const files = ["/pdf", "/text", "/anbieter", "/kalender"];
    for (const [at, id] of ids.entries()) {
      const other = declaration({ submissionId: id, lastName: "Fremd", contractReference: "B-1" });
      const { status, location = "" } = await portal
        .browser()
        .post(declared[at % declared.length] ?? "", other);
      expect([status, links.includes(location)], id).toEqual([303, false]);
      const receipt = await portal.browser().get(location);
      expect([receipt.text.includes("Fremd"), receipt.text.includes(victim)], id).toEqual([true, false]);
      const ref = encodeURIComponent(id);
      // Pages and files by turns.
      const path = ["/kuendigung", "/selfcarekuendigung", "/widerruf"][at % 3];
      for (const file of ["", files[at % files.length]]) {
        const page = await portal.browser().get(`${path}/bestaetigung${file}?brand=o2&ref=${ref}&id=${ref}`);
        expect([page.status, page.text.includes(victim)], `${path}${file} ${id}`).toEqual([404, false]);
      }
      const address = `/kuendigung/bestaetigung?brand=o2&ref=${ref}`;
      const proof = await portal.browser().post(address, { submissionId: id, file: pdfOf(50) });
      expect([proof.status, proof.location], id).toEqual([303, "/kuendigung/bestaetigung"]);
    }
    expect(await uploads()).toBe(before);
  });

  test("the number that is shown, posted again and again, leads to another declaration each time", async () => {
    const fields = declaration();
    const seen = [String(fields.submissionId)];
    for (let time = 0; time < 3; time++) {
      const { location = "" } = await portal
        .browser()
        .post("/kuendigung", { ...fields, submissionId: seen.at(-1) });
      expect(seen).not.toContain(idOf(location));
      seen.push(idOf(location));
    }
  });
});

describe("the same content", () => {
  const _paths = ["/kuendigung", "/widerruf"];

  test("declared by one click twice is one objection", async () => {
    const before = portal.log.filter((line) => line.includes('"audit":"objection"')).length;
    const link = `/email-ablehnung?token=${fresh()}&brand=o2`;
    for (let time = 0; time < 2; time++)
      expect((await portal.browser().post(link, { "List-Unsubscribe": "One-Click" })).status).toBe(200);
    await portal.browser().post("/widerruf", formFields({ submissionId: randomUUID() }));
    const audited = () => portal.log.filter((line) => line.includes('"audit":"objection"')).length;
    await expect.poll(audited).toBe(before + 1);
  });
});
