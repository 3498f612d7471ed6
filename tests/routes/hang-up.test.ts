import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { fieldsOf } from "../support/browser.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { entered } from "../support/offer.ts";

const { portal, backend } = await faultyPortalForTests();

/** Sends a whole post and hangs up once the portal works on it. */
async function postAndHangUp(
  path: string,
  cookies: Iterable<[string, string]>,
  fields: Record<string, string>,
) {
  const body = new URLSearchParams(fields).toString();
  const socket = connect(portal.port, "127.0.0.1");
  await once(socket, "connect");
  const calls = backend.calls.length;
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      `Host: localhost:${portal.port}`,
      `Cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join("; ")}`,
      "Content-Type: application/x-www-form-urlencoded",
      `Content-Length: ${body.length}`,
      "",
      body,
    ].join("\r\n"),
  );
  await expect.poll(() => backend.calls.length).toBeGreaterThan(calls);
  socket.destroy();
}

test("a step whose customer hangs up is kept", async () => {
  const customer = portal.browser();
  await customer.get("/angebot/demo~leaves");
  const page = await customer.get("/angebot/demo~leaves/meine-daten");
  backend.misbehave(/validation/, "never answers");
  await postAndHangUp(page.path, customer.cookies, { ...fieldsOf(page), ...entered.personalData });
  await expect
    .poll(async () => (await customer.get("/angebot/demo~leaves/ausweisdaten")).status, { timeout: 5000 })
    .toBe(200);
});
