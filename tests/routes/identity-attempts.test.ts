import { describe, expect, test } from "vitest";
import { linkTo } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { atProvider, choose, office, tiles } from "../support/identity.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

describe("attempts", () => {
  test("a failed one may be repeated; the third is final", async () => {
    const token = fresh();
    const customer = portal.browser();
    for (const left of ["noch 2\u00a0Versuche", "noch 1\u00a0Versuch."]) {
      const back = await atProvider(
        customer,
        await choose(customer, await customer.get(`/idv/${token}`), "video"),
        "failure",
      );
      const page = await customer.get(back.location ?? "");
      expect([page.status, page.name]).toEqual([200, "idv-selection"]);
      expect(page.text).toContain("Identitätsprüfung fehlgeschlagen");
      expect(page.text).toContain(left);
      expect(page.text).toContain("Video-Ident (Ihre letzte Wahl)");
      expect((await customer.get(`/idv/${token}/fehlgeschlagen`)).location).toBe(`/idv/${token}`);
    }
    await atProvider(
      customer,
      await choose(customer, await customer.get(`/idv/${token}`), "video"),
      "failure",
    );
    const final = await customer.get(`/idv/${token}`, { follow: true });
    expect([final.status, final.path, final.state]).toEqual([
      409,
      `/idv/${token}/fehlgeschlagen`,
      "NoMoreIdvPossible",
    ]);
    const late = await customer.post(`/idv/${token}`, { method: "video" });
    expect([late.status, late.location]).toEqual([303, `/idv/${token}/fehlgeschlagen`]);
  });

  test("an aborted one does not count", async () => {
    const token = fresh();
    const customer = portal.browser();
    const back = await atProvider(
      customer,
      await choose(customer, await customer.get(`/idv/${token}`), "video"),
      "abort",
    );
    const page = await customer.get(back.location ?? "");
    expect(page.text).toContain("Sie haben die Prüfung abgebrochen");
    expect(tiles(page)).toHaveLength(5);
  });

  test("reload and back after success show the success, not the choice", async () => {
    const token = fresh();
    const customer = portal.browser();
    const start = await customer.get(`/idv/${token}`);
    await atProvider(customer, await choose(customer, start, "eid"), "success");
    for (const path of ["", "/in-arbeit", "/post-ident", "/post-ident/coupon", "/fehlgeschlagen"])
      expect((await customer.get(`/idv/${token}${path}`)).location).toBe(`/idv/${token}/erfolgreich`);
    // Another visitor's stale form has no effect.
    const stale = await choose(portal.browser(), start, "photo");
    expect([stale.status, stale.location]).toEqual([303, `/idv/${token}/erfolgreich`]);
  });
});

describe("waiting", () => {
  test("refreshes itself with a growing pause, then promises to write", async () => {
    const customer = portal.browser();
    const pauses: number[] = [];
    let path: string | undefined = "/idv/pending/in-arbeit";
    let page = await customer.get(path);
    while (path) {
      page = await customer.get(path);
      expect([page.status, page.name, page.heading]).toEqual([
        200,
        "idv-pending",
        "Identitätsprüfung in Bearbeitung",
      ]);
      const [, seconds, next] = /^(\d+); url=(.*)$/.exec(page.headers.get("Refresh") ?? "") ?? [];
      if (seconds) pauses.push(Number(seconds));
      path = next;
    }
    // For about an hour.
    expect(pauses).toEqual([5, 10, 20, 30, ...Array(56).fill(60)]);
    expect(page.text).toContain("länger als üblich");
    expect(page.text).toContain("Wir schreiben Ihnen per E‑Mail");
    // A manual reload starts over.
    expect((await customer.get(linkTo(page, "Stand jetzt prüfen"))).headers.get("Refresh")).toMatch(/^5;/);
  });

  test("a customer who has not finished is never told to wait", async () => {
    const page = await portal.browser().get(`/idv/${fresh("started")}/in-arbeit?attempt=60`);
    expect(page.headers.get("Refresh")).toBeNull();
    expect(page.text).toContain("Führen Sie sie bitte zu Ende.");
    expect(page.text).not.toContain("Sie müssen nicht warten");
  });

  test.each([
    ["idv-once-http-500", 500, "2"],
    ["idv-once-DOWNTIME", 503, "2"],
    ["idv-hangup", 500, "2.5"],
  ])("%s: the page goes on waiting", async (scenario, status, attempt) => {
    const path = `/idv/${fresh(scenario)}/in-arbeit`;
    const page = await portal.browser().get(`${path}?attempt=${attempt}`);
    expect([page.status, page.name]).toEqual([status, "idv-error"]);
    expect(page.headers.get("Refresh")).toBe(`20; url=${path}?attempt=3`);
  });

  test("a known result is never polled", async () => {
    for (const scenario of ["unknown", "cancelled"]) {
      const page = await portal.browser().get(`/idv/${fresh(scenario)}/in-arbeit`);
      expect([page.name, page.headers.get("Refresh")]).toEqual(["idv-error", null]);
    }
  });

  test("ends on the result", async () => {
    const token = fresh();
    const customer = portal.browser();
    await atProvider(
      customer,
      await choose(customer, await customer.get(`/idv/${token}`), "video"),
      "review",
    );
    expect((await customer.get(`/idv/${token}`)).location).toBe(`/idv/${token}/in-arbeit`);
    const waiting = await customer.get(`/idv/${token}/in-arbeit`);
    expect(waiting.text).not.toMatch(/freigeschaltet|aktiviert/);
    await office(customer, token, "approve");
    expect((await customer.get(`/idv/${token}/in-arbeit?attempt=7`)).location).toBe(
      `/idv/${token}/erfolgreich`,
    );
    await office(customer, token, "complete");
    const done = await customer.get(`/idv/${token}/erfolgreich`, { follow: true });
    expect([done.path, done.state]).toEqual([`/idv/${token}/abgeschlossen`, "IdvCompleted"]);
  });
});
