import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { json } from "../support/fault-proxy.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { takeAway } from "../support/store.ts";
import { declaration, received } from "../support/termination.ts";

/** A signed link says that a declaration was received, whatever is away. */

const { portal, backend } = await faultyPortalForTests({ DECLARATION_RETRY_MS: "600000" });
beforeEach(() => backend.behave());

const file = join(portal.folder, "declarations.sqlite");
/** It was away until now, and is back without its content. */
async function giveItBack() {
  const store = async () => (await (await fetch(`${portal.origin}/health/ready`)).json()).declarationStore;
  // Probes are answered from one look a second.
  await expect.poll(store).not.toBe("ok");
  // The file last: from then on, it may be made anew.
  for (const suffix of ["-wal", "-shm", ""]) rmSync(`${file}${suffix}`, { force: true });
  await expect.poll(store).toBe("ok");
}

const forms = [
  ["/kuendigung", declaration({ lastName: "Unverwechselbar" })],
  ["/widerruf", declaration({ lastName: "Unverwechselbar", contractReference: "B-1" })],
] as const;

test.each(forms)(
  "%s: with store and provider away, the receipt says that it was received",
  async (path, fields) => {
    backend.misbehave(/POST /, "answers 503 without words");
    const { location = "" } = await portal.browser().post(path, { ...fields, firstName: "Away" });
    backend.behave();
    takeAway(file);
    for (const name of ["", "/pdf", "/text"]) {
      const page = await portal.browser().get(location.replace("?", `${name}?`));
      expect([page.status, page.state, page.heading], name).toEqual([
        202,
        "Received",
        "Ihre Erklärung ist uns zugegangen",
      ]);
      expect(page.headers.get("Retry-After")).toBe("60");
      expect(page.text).not.toContain("finden wir nicht");
    }
    const forged = await portal.browser().get(location.replace(/ref=[^&]{8}/, "ref=AAAAAAAA"));
    expect([forged.status, forged.state]).toEqual([404, "NotFound"]);
    await giveItBack();
  },
);

test.each(forms)(
  "%s: with only the store away, the receipt is whole, as the provider has it",
  async (path, fields) => {
    const { location = "" } = await portal.browser().post(path, { ...fields, firstName: "There" });
    takeAway(file);
    const page = await portal.browser().get(location);
    expect([page.status, page.text.includes("Unverwechselbar")]).toEqual([200, true]);
    await giveItBack();
  },
);

test("a provider that has no call to read what it took directly: nobody is told that it is unknown", async () => {
  const [path, fields] = forms[0];
  takeAway(file);
  const before = (await received(backend.origin)).length;
  const statuses = [404, 405, 501];
  const receipts = await Promise.all(
    statuses.map((status) => portal.browser().post(path, { ...fields, firstName: `Direct ${status}` })),
  );
  expect((await received(backend.origin)).length).toBe(before + statuses.length);
  await giveItBack();
  for (const [at, status] of statuses.entries()) {
    const call = backend.strike({ call: /GET .*contracttermination\/[0-9a-f]{8}-/, fault: json(status, "") });
    const page = await portal.browser().get(receipts[at]?.location ?? "");
    call.end();
    expect([call.met(), page.status, page.state]).toEqual([1, 404, "ReceivedBefore"]);
    expect(page.text).toContain("Ihre Erklärung ist uns zugegangen");
  }
});

test.each(forms)(
  "%s: the provider alone has it, and reads what was before: the browser that declared is told to look again",
  async (path, fields) => {
    takeAway(file);
    const browser = portal.browser();
    const { location = "" } = await browser.post(path, { ...fields, firstName: "Behind" });
    await giveItBack();
    const behind = backend.strike({
      call: /GET .*(?:termination|withdrawal)[^/]*\/[0-9a-f]{8}-/,
      fault: json(404, ""),
    });
    const soon = await browser.get(location);
    expect([soon.status, soon.state, soon.headers.get("Retry-After")]).toEqual([202, "Received", "60"]);
    expect(behind.met()).toBeGreaterThan(1);
    const elsewhere = await portal.browser().get(location);
    expect([elsewhere.status, elsewhere.state]).toEqual([404, "ReceivedBefore"]);
    behind.end();
    const page = await browser.get(location);
    expect([page.status, page.text.includes("Unverwechselbar")]).toEqual([200, true]);
  },
);

test.each(forms)(
  "%s: known by its link only, while the provider is away: received, to look again",
  async (path, fields) => {
    takeAway(file);
    const { location = "" } = await portal.browser().post(path, { ...fields, firstName: "By its link" });
    await giveItBack();
    for (const fault of ["answers 503 without words", "closes the connection"] as const) {
      backend.misbehave(/GET /, fault);
      const page = await portal.browser().get(location);
      backend.behave();
      expect([page.status, page.state, page.headers.get("Retry-After")]).toEqual([202, "Received", "60"]);
    }
  },
);
