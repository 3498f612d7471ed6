import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Fields, fieldsOf, linkTo } from "../support/browser.ts";
import { mailsAbout } from "../support/outbox.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { declaration, idOf, received, terminationsAt } from "../support/termination.ts";

const portal = await portalForTests();

const terminationsOf = (id: string) => terminationsAt(portal.origin, id);

/** Posts as curl does, without opening the form first. */
const post = (fields: Fields, path = "/kuendigung") => portal.browser().post(path, fields);

describe("only one termination", () => {
  test("for the same post twice, five times at once, and after a crash", async () => {
    const fields = declaration();
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => post(fields)));
    for (const answer of others) expect([answer.status, answer.location]).toEqual([303, first?.location]);
    const before = await portal.browser().get(first?.location ?? "");
    await portal.restart();
    const again = await post(fields);
    expect([again.status, again.location]).toEqual([303, first?.location]);
    expect((await portal.browser().get(again.location ?? "")).text).toBe(before.text);
    expect(await terminationsOf(idOf(fields))).toHaveLength(1);
    expect(await mailsAbout(portal.origin, idOf(fields))).toHaveLength(1);
  });

  test("a changed second post under the same id shows the first one and says so", async () => {
    const fields = declaration();
    await post(fields);
    const page = await portal
      .browser()
      .post("/kuendigung", { ...fields, lastName: "Anders" }, { follow: true });
    expect(page.text).toContain("war schon bei uns eingegangen");
    expect(page.text).toContain("Ada Muster");
    expect(await terminationsOf(idOf(fields))).toHaveLength(1);
  });

  test("an answer that is lost on the way is asked for again", async () => {
    const fields = declaration({ contractNumber: "lost" });
    expect((await post(fields)).status).toBe(303);
    expect(await terminationsOf(idOf(fields))).toHaveLength(1);
  });

  test.each(["GET", "HEAD"])("%s of any of these paths changes nothing", async (method) => {
    const before = JSON.stringify(await received(portal.origin));
    const query = new URLSearchParams(declaration() as Record<string, string>);
    for (const path of [
      "/kuendigung",
      "/kuendigung/bestaetigung",
      "/kuendigung/bestaetigung/pdf",
      "/selfcarekuendigung",
      "/selfcarekuendigung/error",
      "/selfcarekuendigung/bestaetigung",
      "/widerruf",
      "/widerruf/bestaetigung",
    ])
      for (const prefix of ["", "/en", "/tr"]) {
        const answer = await fetch(`${portal.origin}${prefix}${path}?${query}&data=demo&id=${randomUUID()}`, {
          method,
          redirect: "manual",
        });
        expect(answer.status, path).toBeLessThan(500);
      }
    expect(JSON.stringify(await received(portal.origin))).toBe(before);
  });
});

describe("a provider in trouble", () => {
  test.each([
    ["post-DOWNTIME", 503],
    ["post-http-500", 503],
    ["post-http-502", 503],
    ["hangup", 503],
    ["garbage", 503],
    ["badshape", 503],
    ["post-http-400", 422],
  ])("%s: the form stays with everything typed, and may be sent again", async (contractNumber, status) => {
    const fields = declaration({ contractNumber });
    const page = await post(fields);
    expect([page.status, page.name]).toEqual([status, "termination"]);
    expect(page.text).toContain("Ihre Kündigung konnten wir noch nicht bestätigen");
    expect(page.text).toContain("030 23125");
    expect(fieldsOf(page)).toMatchObject({ submissionId: idOf(fields), lastName: "Muster", contractNumber });
    expect(page.headers.has("Retry-After")).toBe(status === 503);
  });

  test.each([
    ["/kuendigung", "contractNumber"],
    ["/widerruf", "contractReference"],
  ])("%s: a downtime says in every language when to declare again", async (path, field) => {
    const ends = {
      "": /voraussichtlich bis .*\d\d:\d\d Uhr/,
      "/en": /probably until .*\d\d:\d\d/,
      "/tr": /bitiş: .*\d\d:\d\d/,
    };
    for (const [prefix, end] of Object.entries(ends)) {
      const customer = portal.browser();
      const [brand, serviceType] = prefix === "/tr" ? ["ayyildiz", "mobile"] : ["ortel", "prepaid"];
      await customer.get(`/?brand=${brand}`);
      const page = await customer.post(
        `${prefix}${path}`,
        declaration({ [field]: "post-DOWNTIME", serviceType }),
      );
      expect(page.status).toBe(503);
      expect(page.text).toMatch(end);
      expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(600);
    }
  });

  test("words of its own stand beside the field", async () => {
    const page = await post(declaration({ contractNumber: "refused" }));
    expect([page.status, Object.keys(page.errors)]).toEqual([422, ["contractNumber"]]);
  });

  test("a broken connection is tried again with the same key", async () => {
    const fields = declaration({ contractNumber: "post-once-hangup" });
    expect((await post(fields)).status).toBe(303);
    expect(await terminationsOf(idOf(fields))).toHaveLength(1);
  });

  test("a receipt that cannot be loaded is shown from the session, and told to others", async () => {
    const fields = declaration({ contractNumber: "receipt-http-503" });
    const own = await portal.browser().post("/kuendigung", fields, { follow: true });
    expect([own.status, own.heading]).toEqual([200, "Ihre Kündigung ist eingegangen"]);
    const other = await portal.browser().get(own.path);
    expect([other.status, other.name, other.state]).toEqual([503, "termination-confirmation", "Downtime"]);
    expect(linkTo(other, "Erneut versuchen")).toBe(own.path);
  });

  test("a PDF that cannot be loaded says so", async () => {
    const fields = declaration({ contractNumber: "download-http-500" });
    const { location = "" } = await post(fields);
    const page = await portal.browser().get(location.replace("?", "/pdf?"));
    expect(page.status).toBe(500);
  });
});
