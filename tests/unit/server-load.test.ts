import type { AddressInfo } from "node:net";
import express from "express";
import { expect, onTestFinished, test, vi } from "vitest";
import { pageTable } from "#app/page-table.server.ts";
import { measuredDelay, shedLoad } from "#server/admission/shed-load.ts";
import { closeGently, createHttpServer, listen } from "#server/operation/listen.ts";
import { startHost } from "../support/host.ts";
import { all, formValues, parseHtml } from "../support/html.ts";

const declarations = ["/kuendigung", "/en/selfcarekuendigung.data", "/widerruf", "/email-ablehnung?token=a"];

test("with as much under way as it can hold, pages are refused, declarations and probes never", async () => {
  const { portal, call, post } = await startHost({ loadLimits: { requests: 1, delayMs: 0 } });
  const arrived = new Promise<void>((resolve) => {
    portal.waiting = resolve;
  });
  const pending = call("/wait");
  await arrived;
  const refused = await call("/tr/angebot/a");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await refused.text()).toContain("Şu anda çok yoğunuz");
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

test("with an event loop that is late, pages are refused until it is not", async () => {
  let delay = 300;
  const app = express();
  app.use(shedLoad({ requests: 0, delayMs: 200 }, () => delay));
  app.use((_request, response) => void response.send("answered"));
  const server = createHttpServer(1000, app);
  await listen(server, 0, "127.0.0.1");
  onTestFinished(() => closeGently(server, 1000));
  const { port } = server.address() as AddressInfo;
  const look = async () => (await fetch(`http://127.0.0.1:${port}/angebot/a`)).status;
  expect(await look()).toBe(503);
  delay = 20;
  expect(await look()).toBe(200);
});

test("the event loop is late once it was for a second: not by one long step, as at the start", () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  let median = 0;
  const delay = measuredDelay({ enable: () => true, percentile: () => median * 1e6, reset: () => {} });
  const after = (ms: number) => {
    median = ms;
    vi.advanceTimersByTime(500);
    return delay();
  };
  expect([2000, 10, 2000, 1500, 1600, 10].map(after)).toEqual([0, 10, 10, 1500, 1500, 10]);
});

test("every page of a declaration is one that is never refused", () => {
  const protectedPages = Object.entries(pageTable).filter(([, row]) => "declaration" in row);
  const named = Object.keys(pageTable).filter((name) =>
    /^(?:termination|selfcare|withdrawal|email-rejection|objection)/.test(name),
  );
  expect(protectedPages.map(([name]) => name).sort()).toEqual(named.sort());
});
