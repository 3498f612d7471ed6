import { expect, onTestFinished, test } from "vitest";
import { runCommand } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { sessionSecret, startPortal } from "../support/portal.ts";

const password = "pa55word";
const user = "port4luser";
const settings = {
  API_BASE_URL: "http://127.0.0.1:1",
  SESSION_STORE: `redis://${user}:${password}@127.0.0.1:1`,
  DECLARATION_STORE: `postgres://${user}:${password}@127.0.0.1:1/declarations`,
};

test("the passwords of stores are in no answer, log or metric", async () => {
  const metricsPort = await freePort();
  const portal = await startPortal({ ...settings, METRICS_PORT: String(metricsPort) });
  onTestFinished(() => portal.stop());
  const form = new URLSearchParams({ firstName: "Erika" });
  const answers = await Promise.all([
    ...["/health/live", "/health/ready", "/health/dependencies", "/version", "/", "/idv/demo"].map((path) =>
      fetch(portal.origin + path),
    ),
    fetch(`${portal.origin}/kuendigung`, { method: "POST", body: form }),
    fetch(`http://127.0.0.1:${metricsPort}/metrics`),
    fetch(`http://127.0.0.1:${metricsPort}/health/ready`),
  ]);
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  await expect.poll(() => portal.log.join("\n")).toMatch(/SESSION_STORE cannot be used/);
  const shown = [...texts, ...portal.log].join("\n");
  expect(shown).toMatch(/ECONNREFUSED/);
  expect(shown).not.toMatch(new RegExp(`${password}|${user}`));
});

test.each(["check-config", "declarations", "backup", "person"])("nor does %s print them", (command) => {
  const { stdout, stderr } = runCommand(command, [], { ...settings, SESSION_SECRET: sessionSecret });
  const said = stdout + stderr;
  expect(said).toMatch(/\S/);
  expect(said).not.toMatch(new RegExp(`${password}|${user}`));
});

test.each(["check-config", "../main"])("%s refuses a provider's address with one", (command) => {
  const away = { API_BASE_URL: `http://${user}:${password}@127.0.0.1:1`, SESSION_SECRET: sessionSecret };
  const { status, stdout, stderr } = runCommand(command, [], { ...settings, ...away });
  const said = stdout + stderr;
  expect([status, said]).toEqual([1, expect.stringMatching(/API_BASE_URL must not have a user name/)]);
  expect(said).not.toMatch(new RegExp(`${password}|${user}`));
});
