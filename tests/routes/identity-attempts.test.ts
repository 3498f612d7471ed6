import { describe, expect, test } from "vitest";
import { type Browser, linkTo } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { atProvider, choose, office, tiles } from "../support/identity.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

/** Chooses a way, and presses a button of its provider's page. */
async function attempt(customer: Browser, token: string, action: string) {
  const chosen = await choose(customer, await customer.get(`/idv/${token}`), "video");
  return atProvider(customer, chosen, action);
}

describe("attempts", () => {
  test("a failed one may be repeated; the third is final", async () => {
    const token = fresh();
    const customer = portal.browser();
    for (const left of ["noch 2\u00a0Versuche", "noch 1\u00a0Versuch."]) {
      const back = await attempt(customer, token, "failure");
      const page = await customer.get(back.location ?? "");
      expect([page.status, page.name]).toEqual([200, "idv-selection"]);
      expect(page.text).toContain("Identitätsprüfung fehlgeschlagen");
      expect(page.text).toContain(left);
      expect(page.text).toContain("Video-Ident zuletzt gewählt");
      expect((await customer.get(`/idv/${token}/fehlgeschlagen`)).location).toBe(`/idv/${token}`);
    }
    await attempt(customer, token, "failure");
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
    const back = await attempt(customer, token, "abort");
    const page = await customer.get(back.location ?? "");
    expect(page.text).toContain("Sie haben die Prüfung abgebrochen");
    expect(tiles(page)).toHaveLength(5);
  });
});

describe("waiting", () => {
  test("refreshes itself with a growing pause, then promises to write", async () => {
    const customer = portal.browser();
    const path = "/idv/pending/in-arbeit";
    for (const [attempt, refresh] of [
      ["", `5; url=${path}?attempt=1`],
      ["?attempt=1", `10; url=${path}?attempt=2`],
      ["?attempt=59", `60; url=${path}?attempt=60`],
      ["?attempt=60", null],
    ] as const) {
      const page = await customer.get(path + attempt);
      expect([page.status, page.name, page.heading]).toEqual([
        200,
        "idv-pending",
        "Identitätsprüfung in Bearbeitung",
      ]);
      expect(page.headers.get("Refresh")).toBe(refresh);
    }
    const last = await customer.get(`${path}?attempt=60`);
    expect(last.text).toContain("länger als üblich");
    expect(last.text).toContain("Wir schreiben Ihnen per E‑Mail");
    // A manual reload starts over.
    expect((await customer.get(linkTo(last, "Jetzt nachsehen"))).headers.get("Refresh")).toMatch(/^5;/);
  });

  test("a customer who has not finished is never told to wait", async () => {
    const page = await portal.browser().get(`/idv/${fresh("started")}/in-arbeit?attempt=60`);
    expect(page.headers.get("Refresh")).toBeNull();
    expect(page.text).toContain("Führen Sie die Prüfung bitte zu Ende.");
    expect(page.text).not.toContain("Sie müssen nicht warten");
  });

  test.each([
    ["idv-once-DOWNTIME", 503, "2"],
    ["idv-hangup", 502, "2.5"],
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
    await attempt(customer, token, "review");
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
