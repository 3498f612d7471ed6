import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { declaration, idOf, terminationsAt } from "../support/termination.ts";

const { portal, backend } = await faultyPortalForTests();

const residentMiB = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${portal.pid}/status`, "utf8"))?.[1]) / 1024;

test("while part of the provider hangs with 300 visitors waiting, the rest answers, and it recovers", async () => {
  const look = () => portal.browser().get(`/angebot/${fresh()}`);
  expect((await look()).status).toBe(200);
  const before = residentMiB();
  backend.misbehave(/\/api\/offer\//, "never answers");
  const waiting = Promise.all(Array.from({ length: 300 }, look));
  const asked = Array.from({ length: 3 }, async () => {
    expect((await portal.browser().get("/")).status).toBe(200);
    expect((await portal.browser().get("/kuendigung")).status).toBe(200);
    const fields = declaration();
    const receipt = await portal.browser().post("/kuendigung", fields, { follow: true });
    expect([receipt.status, receipt.name]).toEqual([200, "termination-confirmation"]);
    const passedOn = () => terminationsAt(backend.origin, idOf(receipt));
    await expect.poll(passedOn).toHaveLength(1);
  });
  await Promise.all(asked);
  const shown = (await waiting).map(({ status, state }) => `${status} ${state}`);
  expect(shown.filter((one) => !["503 Downtime", "500 Unexpected"].includes(one))).toEqual([]);
  // A portal that has just started has 130 MiB, so it stays below the 400 that one may take.
  expect(residentMiB() - before).toBeLessThan(240);
  expect((await fetch(`${portal.origin}/health/ready`)).status).toBe(200);
  backend.behave();
  await expect.poll(async () => (await look()).status, { timeout: 30_000 }).toBe(200);
});

test("a gateway without a backend shows on dashboards, and does not affect readiness", async () => {
  backend.misbehave(/./, "answers 502");
  // A look counts for three seconds.
  await expect.poll(async () => (await fetch(`${portal.origin}/health/dependencies`)).status).toBe(503);
  const dependencies = await fetch(`${portal.origin}/health/dependencies`);
  expect(await dependencies.json()).toMatchObject({ backend: "answers 502" });
  expect((await fetch(`${portal.origin}/health/ready`)).status).toBe(200);
  backend.behave();
});
