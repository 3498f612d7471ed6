import type { AddressInfo } from "node:net";
import type { EventLoopUtilization } from "node:perf_hooks";
import express from "express";
import { expect, onTestFinished, test, vi } from "vitest";
import { pageTable } from "#app/page-table.server.ts";
import { shedLoad } from "#server/admission/shed-load.ts";
import { closeGently, createHttpServer, listen } from "#server/operation/listen.ts";
import { startHost } from "../support/host.ts";
import { all, formValues, parseHtml } from "../support/html.ts";

const declarations = ["/kuendigung", "/en/selfcarekuendigung.data", "/widerruf", "/email-ablehnung?token=a"];

test("with as much under way as it can hold, pages are refused, declarations and probes never", async () => {
  const { portal, call, post } = await startHost({ loadLimits: { requests: 1, busy: 0 } });
  const arrived = Promise.withResolvers<void>();
  portal.waiting = arrived.resolve;
  const pending = call("/wait");
  await arrived.promise;
  const refused = await call("/tr/angebot/a");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await refused.text()).toContain("Şu\u00a0anda çok yoğunuz");
  const form = await post("/angebot/a/zahlung", {}, "iban=%3CDE89%3E&sepaMandate=yes");
  expect(form.status).toBe(503);
  const page = parseHtml(await form.text());
  const [again] = all(page, "form", { action: "/angebot/a/zahlung" });
  expect(again && [...formValues(again)]).toEqual([
    ["submissionId", expect.any(String)],
    ["iban", "<DE89>"],
    ["sepaMandate", "yes"],
  ]);
  for (const path of declarations) expect([path, (await call(path)).status]).toEqual([path, 200]);
  expect((await post("/kuendigung")).status).toBe(200);
  expect((await call("/health/ready")).status).toBe(200);
  expect((await call("/assets/app-abc.js")).status).toBe(200);
  portal.release[0]?.();
  expect(await (await pending).text()).toBe("at last");
  await expect.poll(async () => (await call("/angebot/a")).status).toBe(200);
});

test("answers that are held back from a guessing network take no place of a page", async () => {
  const { call } = await startHost({
    loadLimits: { requests: 2, busy: 0 },
    rateLimits: { visitor: 0, failedLookups: 1, sessions: 0 },
  });
  const hangUp = new AbortController();
  const guess = () => call("/angebot/unknown", { signal: hangUp.signal });
  expect((await guess()).status).toBe(404);
  const held = [1, 2].map(() => guess().catch(() => "held"));
  await expect.poll(async () => (await call("/angebot/known")).status).toBe(200);
  hangUp.abort();
  expect(await Promise.all(held)).toEqual(["held", "held"]);
});

/** A host whose event loop is as busy as the test says, and one look at it. */
async function hostWithLoop() {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  let busy = 0;
  let total = { idle: 0, active: 0, utilization: 0 };
  const read = (now?: EventLoopUtilization) => (now ? { ...now, utilization: busy } : { ...total });
  const app = express();
  const release: (() => void)[] = [];
  app.use(shedLoad({ requests: 0, busy: 90 }, () => true, read).admit);
  app.use((request, response) => {
    if (request.query.waits) release.push(() => response.send("at last"));
    else response.send("answered");
  });
  const server = createHttpServer({ keepAliveMs: 1000 }, app);
  await listen(server, 0, "127.0.0.1");
  onTestFinished(() => closeGently(server, 1000));
  const { port } = server.address() as AddressInfo;
  const call = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  return {
    call,
    release,
    look(utilization: number) {
      busy = utilization;
      total = { ...total, idle: total.idle + 1 };
      vi.advanceTimersByTime(100);
    },
    async statuses(count: number) {
      const seen: number[] = [];
      for (let i = 0; i < count; i++) seen.push((await call("/angebot/a")).status);
      return seen;
    },
  };
}

test("while the event loop has no rest, fewer and fewer pages are admitted; once it has, more again", async () => {
  const { call, release, look, statuses } = await hostWithLoop();
  const pending = Array.from({ length: 8 }, () => call("/angebot/a?waits=1"));
  await expect.poll(() => release.length).toBe(8);
  look(1);
  expect(await statuses(1), "one long step is no overload").toEqual([200]);
  look(1);
  // One was admitted since the look before: half of it, and at least one.
  expect(await statuses(3)).toEqual([200, 503, 503]);
  const others = ["/", "/angebot", "/barrierefreiheit", "/kuendigung/bestaetigung?ref=a"];
  for (const path of [...declarations, ...others])
    expect([path, (await call(path)).status]).toEqual([path, 200]);
  look(1);
  expect(await statuses(2)).toEqual([200, 503]);
  look(0.5);
  expect(await statuses(3)).toEqual([200, 200, 503]);
  look(0.5);
  expect(await statuses(4)).toEqual([200, 200, 200, 503]);
  for (const answer of release) answer();
  await Promise.all(pending);
});

test("what comes at once is admitted up to a backlog, until the loop rests or pages are done", async () => {
  const { call, release, look, statuses } = await hostWithLoop();
  const flood = (count: number) => Array.from({ length: count }, () => call("/angebot/a?waits=1"));
  const statusesOf = async (answers: Promise<Response>[]) =>
    (await Promise.all(answers)).map(({ status }) => status).sort();
  const first = flood(20);
  await expect.poll(() => release.length).toBe(20);
  expect(await statuses(2)).toEqual([503, 503]);
  expect((await call("/kuendigung")).status).toBe(200);
  release.shift()?.();
  await expect.poll(() => statuses(1)).toEqual([200]);
  look(0.5);
  const second = flood(20);
  await expect.poll(() => release.length).toBe(39);
  expect(await statuses(1)).toEqual([503]);
  for (const answer of release) answer();
  expect(await statusesOf([...first, ...second])).toEqual(Array(40).fill(200));
});

const declared = "lastName=Lovelace";
const formType = { "Content-Type": "application/x-www-form-urlencoded" };

test("declarations that come at once are received one after the other, until the loop rests or some are", async () => {
  const { call, release, look } = await hostWithLoop();
  const sent = Array.from({ length: 30 }, () =>
    call("/kuendigung?waits=1", { method: "POST", body: declared, headers: formType }),
  );
  await expect.poll(() => release.length).toBe(2);
  // A page is no declaration, and a form that is only opened keeps nobody waiting.
  expect((await call("/angebot/a")).status).toBe(200);
  expect((await call("/kuendigung")).status).toBe(200);
  expect(release.length).toBe(2);
  release[0]?.();
  await expect.poll(() => release.length).toBe(3);
  look(1);
  expect(release.length).toBe(5);
  for (let at = 1; at < sent.length; at++) {
    await expect.poll(() => release.length).toBeGreaterThan(at);
    release[at]?.();
  }
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(30).fill(200));
});

test("a declaration that finds a hundred before it is turned away with what was typed, and told how else", async () => {
  const { portal, post } = await startHost({ loadLimits: { requests: 0, busy: 90 } });
  portal.canStore = false;
  const answers: Response[] = [];
  const sent = Array.from({ length: 101 }, async () => {
    const answer = await post("/kuendigung", {}, declared);
    answers.push(answer);
    return answer;
  });
  await expect.poll(() => answers.length).toBe(1);
  expect([answers[0]?.status, answers[0]?.headers.get("Retry-After")]).toEqual([503, "5"]);
  const page = parseHtml((await answers[0]?.text()) ?? "");
  const [again] = all(page, "form", { action: "/kuendigung" });
  expect(again && [...formValues(again)]).toContainEqual(["lastName", "Lovelace"]);
  expect(all(page, "a", { href: "mailto:service@brand.example" })).toHaveLength(1);
  expect(portal.posts).toEqual([]);
  portal.canStore = true;
  await Promise.all(sent);
  expect(portal.posts).toHaveLength(100);
});

test("one visitor after the other is no overload, however busy the event loop is", async () => {
  const { look, statuses } = await hostWithLoop();
  for (let i = 0; i < 5; i++) {
    look(1);
    expect(await statuses(5)).toEqual(Array(5).fill(200));
  }
});

test("every page of a declaration is one that is never refused", () => {
  const protectedPages = Object.entries(pageTable).filter(([, row]) => "declaration" in row);
  const named = Object.keys(pageTable).filter((name) =>
    /^(?:termination|selfcare|withdrawal|email-rejection|objection|revocation)/.test(name),
  );
  expect(protectedPages.map(([name]) => name).sort()).toEqual(named.sort());
});
