import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, expect, test } from "vitest";
import { embedSandbox } from "#sandbox/embed.ts";
import { rawHttp } from "../support/raw-http.ts";
import { acceptanceForTest } from "../support/sandbox.ts";

/** Inside the portal, which keeps Node's own `Request`. */
const sandbox = embedSandbox(":memory:");
const server = express().use(sandbox.handle).listen(0);
await once(server, "listening");
const { port } = server.address() as AddressInfo;
afterAll(() => {
  server.close();
  sandbox.close();
});

const json = "Content-Type: application/json\r\n";
const chunked = `${json}Transfer-Encoding: chunked\r\n`;
const order = JSON.stringify(acceptanceForTest());
const inChunks = (...parts: string[]) =>
  [...parts, ""].map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`).join("");
const blanks = (bytes: number) => " ".repeat(bytes);
const rest = 1024 * 1024 - Buffer.byteLength(order);

// None has a Content-Length: many clients send none with an empty body.
test.each<[what: string, line: string, head: string, body: string, status: number]>([
  ["an order without a body", "POST /api/offer/accept/demo", json, "", 400],
  ["an order without a body or a type", "POST /api/offer/accept/demo", "", "", 415],
  ["a reset", "PATCH /api/offer/demo", "", "", 204],
  ["an eSIM that is not there", "POST /api/offer/esim/demo", "", "", 410],
  ["an order in chunks", "POST /api/offer/accept/demo~1", chunked, inChunks(order), 200],
  ["one of a megabyte", "POST /api/offer/accept/demo~2", chunked, inChunks(order, blanks(rest)), 200],
  ["one that is larger", "POST /api/offer/accept/demo~3", chunked, inChunks(order, blanks(rest + 1)), 413],
])("%s is answered", async (_, line, head, body, status) => {
  const answer = await rawHttp(
    port,
    `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head}\r\n${body}`,
  );
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test("a length that is too large is refused before anything of it has come", async () => {
  const head = `POST /api/offer/accept/demo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${json}`;
  expect(await rawHttp(port, `${head}Content-Length: ${2 ** 20 + 1}\r\n\r\n`)).toMatch(/^HTTP\/1.1 413 /);
});
