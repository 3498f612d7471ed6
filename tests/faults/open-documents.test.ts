import { once } from "node:events";
import { request } from "node:http";
import { expect, test } from "vitest";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { freePort } from "../support/free-port.ts";
import { residentMiB } from "../support/portal.ts";

const metricsPort = await freePort();
const { portal, backend } = await faultyPortalForTests({
  METRICS_PORT: String(metricsPort),
  BODY_STALL_SECONDS: "1",
});

async function openDocuments() {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^portal_backend_documents_open (\d+)$/m.exec(text)?.[1]);
}

/** Asks for a file, and hangs up once its first bytes are there. */
async function breakOff(path: string, method = "GET") {
  const asked = request(portal.origin + path, { method, agent: false }).end();
  const [answer] = await once(asked, "response");
  expect(answer.statusCode).toBe(200);
  if (method === "GET") await once(answer, "readable");
  asked.on("error", () => {}).destroy();
}

const document = "/angebot/demo~leak/dokumente/item-1/CONTRACT_SUMMARY";
const archive = "/angebot/demo~leak/dokumente";

async function isAllClosed() {
  await expect.poll(openDocuments).toBe(0);
  // Those that are idle are kept for four seconds.
  await expect.poll(backend.connections).toBe(0);
}

test("200 downloads that nobody takes to their end leave no connection and no memory", async () => {
  await breakOff(document);
  const before = residentMiB(portal);
  backend.strike({ call: /documents/, fault: "stalls within a large PDF" });
  for (let round = 0; round < 20; round++) {
    const looks = Array.from({ length: 7 }, () => breakOff(document));
    await Promise.all([...looks, breakOff(document, "HEAD"), breakOff(archive)]);
    await breakOff(archive, round % 2 ? "GET" : "HEAD");
  }
  await isAllClosed();
  expect(residentMiB(portal) - before, "30 archives had 8 documents of a mebibyte each").toBeLessThan(200);
});

test("a customer who stops reading does not keep the provider's connection", async () => {
  const part = Buffer.alloc(2 ** 20, "%PDF-1.7\n");
  backend.misbehave(/documents/, ({ response }) => {
    response.writeHead(200, { "Content-Type": "application/pdf" });
    const more = () => {
      while (!response.destroyed && response.write(part));
    };
    response.on("drain", more);
    more();
  });
  const asked = request(portal.origin + document, { agent: false }).end();
  const [answer] = await once(asked, "response");
  answer.pause();
  expect(await openDocuments()).toBe(1);
  const cut = new Promise((resolve) => answer.once("error", resolve));
  await isAllClosed();
  answer.resume();
  expect(await cut).toMatchObject({ code: "ECONNRESET" });
});
