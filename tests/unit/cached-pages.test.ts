import { expect, test } from "vitest";
import { fakeBuild } from "../support/fake-build.ts";
import { startHost } from "../support/host.ts";

test("a kept page is sent only for a look at a page whose row allows it", async () => {
  const { call, portal, post } = await startHost();
  const build = fakeBuild(portal);
  const asked: string[] = [];
  build.entry.module.cachedPage = (_request, { pathname }) => {
    asked.push(pathname);
    return { headers: [["Content-Type", "text/html; charset=utf-8"]], body: ["kept"], slots: {} };
  };
  const { call: ask } = await startHost({ build });
  const bodyOf = async (path: string) => (await ask(path)).text();
  expect(await bodyOf("/kuendigung")).toBe("kept");
  expect(await bodyOf("/en/kuendigung")).toBe("kept");
  expect(await bodyOf("/angebot/a")).not.toBe("kept");
  expect(await bodyOf("/idv/a")).not.toBe("kept");
  expect(await (await ask("/kuendigung", { method: "POST", body: new URLSearchParams("a=1") })).text()).toBe(
    "posted",
  );
  expect(asked).toEqual(["/kuendigung", "/en/kuendigung"]);
  expect(await (await call("/kuendigung")).text()).not.toBe("kept");
  expect((await post("/kuendigung")).status).toBe(200);
});
