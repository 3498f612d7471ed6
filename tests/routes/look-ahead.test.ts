import { expect, test } from "vitest";
import { pageTable } from "#app/page-table.server.ts";
import { type PageName, pages } from "#app/pages.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";

const { portal, backend } = await faultyPortalForTests();

const addresses = (Object.keys(pages) as PageName[])
  .filter((name) => !pageTable[name].cacheable && name !== "brand-asset")
  .map((name) => pages[name].path.replaceAll(/:\w+/g, "demo~ahead"));

test.each(addresses)("a browser that looks ahead at %s asks nobody, and begins nothing", async (path) => {
  const before = backend.calls.length;
  for (const name of ["Sec-Purpose", "Purpose", "X-Moz"]) {
    const page = await portal
      .browser({ [name]: "prefetch" })
      .get(`${path}?code=1&state=2&token=3&data=4&id=5`);
    expect([page.status, page.headers.get("Cache-Control")]).toEqual([503, "no-store"]);
    expect(page.headers.getSetCookie().join()).not.toContain("sid=");
  }
  expect(backend.calls.slice(before)).toEqual([]);
});

test("what is the same for everybody may be looked at ahead", async () => {
  const page = await portal.browser({ "Sec-Purpose": "prefetch" }).get("/kuendigung");
  expect([page.status, page.name]).toEqual([200, "termination"]);
});
