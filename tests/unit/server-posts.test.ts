import { describe, expect, test } from "vitest";
import { readConfig } from "#app/operation/config.server.ts";
import { startHost } from "../support/host.ts";
import { rawHttp } from "../support/raw-http.ts";

describe("origin of posts", () => {
  const foreign: Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "https://portal.example", "X-Forwarded-Host": "portal.example" },
    { Origin: "http://portal.example", "X-Forwarded-Host": "portal.example", "X-Forwarded-Proto": "https" },
    { Origin: "http://sub.127.0.0.1" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { Referer: "https://evil.example/page" },
  ];
  test.each(foreign)("foreign: %j is refused and nothing is done", async (headers) => {
    const { portal, post } = await startHost();
    const answer = await post("/x", headers);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("Die Anfrage wurde nicht angenommen");
    expect(portal.posts).toEqual([]);
  });

  const own: Record<string, string>[] = [
    {},
    { Origin: "https://portal.example", "X-Forwarded-Host": "portal.example", "X-Forwarded-Proto": "https" },
    {
      Origin: "https://portal.example:8443",
      "X-Forwarded-Host": "portal.example:8443",
      "X-Forwarded-Proto": "https",
    },
    { "Sec-Fetch-Site": "same-origin" },
  ];
  test.each(own)("own: %j is taken", async (headers) => {
    const { portal, post } = await startHost();
    expect((await post("/x", headers)).status).toBe(200);
    expect(portal.posts).toEqual(["a=1"]);
  });

  test("a one-click unsubscribe may come from any origin, and acts without cookies", async () => {
    const { portal, post } = await startHost();
    const headers = { Origin: "https://mail.example", Cookie: "sid=secret" };
    const send = (body: string) => post("/email-ablehnung?token=a", headers, body);
    expect((await send("List-Unsubscribe=One-Click")).status).toBe(200);
    expect(portal.cookies).toEqual([null]);
    expect((await send("List-Unsubscribe=One-Click&more=1")).status).toBe(403);
  });

  test("pages see the host name that the browser used, without the proxy's port", async () => {
    const { call } = await startHost();
    const headers = { "X-Forwarded-Host": "aldi.portal.example", "X-Forwarded-Proto": "https" };
    expect(await (await call("/x", { headers })).text()).toContain("url https://aldi.portal.example/x");
  });

  test("forwarded headers are ignored if no proxy is trusted", async () => {
    const { call, post, port } = await startHost({ trustProxy: false });
    const headers = { "X-Forwarded-Host": "portal.example:1", "X-Forwarded-Proto": "https" };
    expect(await (await call("/x", { headers })).text()).toContain(`url http://127.0.0.1:${port}/x`);
    expect((await post("/x", { ...headers, Origin: "https://portal.example" })).status).toBe(403);
  });

  test.each([
    ["loopback", ["loopback"]],
    ["false", false],
    ["true", true],
    ["2", 2],
    ["10.0.0.1, 192.168.0.0/16 uniquelocal", ["10.0.0.1", "192.168.0.0/16", "uniquelocal"]],
  ])("TRUST_PROXY=%s", (setting, expected) => {
    expect(readConfig({ TRUST_PROXY: setting, SANDBOX: "embedded" }).trustProxy).toEqual(expected);
  });
});

describe("bodies", () => {
  const multipart = (bytes: number) => {
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(bytes)]), "a.pdf");
    return form;
  };
  const postForm = (call: Awaited<ReturnType<typeof startHost>>["call"], path: string, bytes: number) =>
    call(path, { method: "POST", body: multipart(bytes) });

  test("a form over the limit is a readable 413", async () => {
    const { portal, post } = await startHost();
    const answer = await post("/x", {}, `a=${"x".repeat(2000)}`);
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain("Das ist zu groß");
    expect(portal.posts).toEqual([]);
  });

  test("a body without a length is counted while it streams", async () => {
    const { portal, port } = await startHost();
    const head =
      "POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n";
    const chunk = `320\r\n${"a".repeat(800)}\r\n`;
    expect(await rawHttp(port, head, chunk, chunk, chunk)).toMatch(/^HTTP\/1.1 413 /);
    expect(portal.posts).toEqual([]);
  });

  test("a short body without a length arrives whole", async () => {
    const { portal, port } = await startHost();
    const head =
      "POST /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n";
    expect(await rawHttp(port, head, "4\r\nabc=\r\n", "3\r\nxyz\r\n0\r\n\r\n")).toMatch(/ 200 /);
    expect(portal.posts).toEqual(["abc=3"]);
  });

  test("uploads have their own limit, on the pages that take them", async () => {
    const { portal, call } = await startHost();
    expect((await postForm(call, "/en/kuendigung", 2_000_000)).status).toBe(200);
    expect(portal.posts).toEqual([expect.stringMatching(/^file=/)]);
    expect((await postForm(call, "/angebot/x", 2_000_000)).status).toBe(413);
  });

  test.each(["/KUENDIGUNG", "/%6buendigung", "/kuendigung/", "/Kuendigung/Bestaetigung"])(
    "%s takes uploads as the page that it is for the router",
    async (path) => {
      const { call } = await startHost();
      expect((await postForm(call, path, 2_000_000)).status).toBe(200);
    },
  );

  test("a body that is no form is a 415", async () => {
    const { portal, post } = await startHost();
    const answer = await post("/x", { "Content-Type": "application/json" }, "{}");
    expect(answer.status).toBe(415);
    expect(await answer.text()).toContain("Dieses Format kennen wir nicht");
    expect(portal.posts).toEqual([]);
  });

  test("a post without a body reaches its page", async () => {
    const { call } = await startHost();
    expect((await call("/broken", { method: "POST" })).status).not.toBe(415);
  });
});
