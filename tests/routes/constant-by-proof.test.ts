import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { pageTable } from "#app/page-table.server.ts";
import { eventually } from "../support/eventually.ts";
import { copyOfSources, startByNpm } from "../support/npm.ts";

// In a copy of the sources, the loader of each constant page looks at its visitor as the test says.
const constant = Object.values(pageTable).filter(({ cacheable }) => cacheable);
const { folder, remove } = copyOfSources();
afterAll(remove);
const pathOf = (file: string) => join(folder, "app/routes", file);
for (const { file } of constant) {
  const source = readFileSync(pathOf(file), "utf8");
  const renamed = source.replace(/export ((?:async )?function) loader\(/, "$1 loaderBefore(");
  expect(renamed).not.toBe(source);
  writeFileSync(
    pathOf(file),
    `import { look } from "#app/look.server.ts";
${renamed}
export async function loader(args: Route.LoaderArgs) {
  await look(args.context);
  return loaderBefore(args);
}
`,
  );
}
const look = (reads: string) =>
  writeFileSync(
    join(folder, "app/look.server.ts"),
    `import { sessionContext } from "#app/request/context.server.ts";
import { visitorContext } from "#app/request/visitor.server.ts";
export const look = async (context) => { ${reads} };
`,
  );
look("");
const portal = await startByNpm(folder, ["run", "dev"], "The portal is at");
afterAll(portal.stop);

const agent = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
const cookie = "newsletter=yes";
/** Written at each look: a watcher on a busy machine may miss one of two changes. */
const eventuallyWith = (reads: string, isSo: () => Promise<boolean>) =>
  eventually(() => {
    look(reads);
    return isSo();
  });
async function cachingOf(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(portal.origin + path, { headers: { "User-Agent": agent, ...headers } });
  return `${answer.headers.get("Cache-Control")}; ${answer.headers.get("Vary")}`;
}

describe.each(constant.map(({ path }) => path))("%s", (path) => {
  test("is public while it looks at nothing", async () => {
    await eventuallyWith("", async () => (await cachingOf(path, { Cookie: cookie })).startsWith("public"));
  });

  test("is a visitor's own with a cookie that it reads, and public to all who have none", async () => {
    await eventuallyWith('context.get(visitorContext).cookie("newsletter")', async () =>
      (await cachingOf(path, { Cookie: cookie })).startsWith("no-store"),
    );
    expect(await cachingOf(path)).toMatch(/^public.*\bCookie\b/);
  });

  test("is a visitor's own with a header that it reads", async () => {
    await eventuallyWith('context.get(visitorContext).header("Referer")', async () =>
      (await cachingOf(path)).startsWith("no-store"),
    );
  });

  test("is private once it looks into a session, whatever is there", async () => {
    await eventuallyWith(
      'await context.get(sessionContext).read({ name: "newsletter", decode: String })',
      async () => /^private.*\bCookie\b/.test(await cachingOf(path, { Cookie: "sid=x" })),
    );
    expect(await cachingOf(path)).toMatch(/^public.*\bCookie\b/);
  });
});
