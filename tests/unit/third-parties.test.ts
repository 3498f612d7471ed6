import { expect, test, vi } from "vitest";
import { pageRights } from "#app/page-rights.ts";
import { pageTable } from "#app/page-table.server.ts";
import { config, readConfig } from "#app/platform/config.server.ts";
import { thirdPartiesOf } from "#app/tracking/third-parties.server.ts";

vi.mock("#app/platform/config.server.ts", { spy: true });

const production = {
  API_BASE_URL: "https://api.example.net",
  SESSION_SECRET: "x".repeat(32),
  CONSENT_MANAGER_URL: "https://consent.example/loader.js",
};
const brand = { userCentrics: { id: "u", slug: "u" } };

/** The pages that load third parties with these settings. */
function loading(settings: Record<string, string> = {}): string[] {
  vi.mocked(config).mockReturnValue(readConfig({ ...production, ...settings }));
  return Object.entries(pageTable)
    .filter(([, { path }]) => thirdPartiesOf(brand, path.replace(/:\w+/g, "x")) !== undefined)
    .map(([name]) => name);
}
/** A parameter of its path, or of its query, is what opens it. */
const holdsToken = (name: string) => {
  const { path, lookup } = pageTable[name as keyof typeof pageTable];
  return /:(?!slug|file)/.test(path) || lookup === true;
};

test("no third party reads an address that opens something, unless an operator has named its page", () => {
  const byDefault = loading();
  expect(byDefault.filter(holdsToken), "its token is taken out of the address").toEqual([
    "selfcare-termination",
  ]);
  expect(byDefault).toEqual(expect.arrayContaining(["home", "termination", "withdrawal", "offer-landing"]));
  expect(loading({ PAGES_WITH_THIRD_PARTIES: "offer esim" })).toEqual([...byDefault, "offer"].sort(byTable));
  const all = loading({ PAGES_WITH_THIRD_PARTIES: "all" });
  for (const name of all)
    expect(["nothing", "link", "session"], name).toContain(pageRights[name as keyof typeof pageRights].opens);
  for (const name of ["customer-data", "revocation", "email-rejection", "offer-decline", "handover"])
    expect(all).not.toContain(name);
  expect(loading({ PAGES_WITHOUT_THIRD_PARTIES: "home" })).not.toContain("home");
});

test("an address that is no page may be a mistyped link", () => {
  vi.mocked(config).mockReturnValue(readConfig({ ...production, PAGES_WITH_THIRD_PARTIES: "all" }));
  expect(thirdPartiesOf(brand, "/angebot/abc/meine-daten/x")).toBeUndefined();
  expect(thirdPartiesOf(brand, "/en/angebot/abc")).toBeDefined();
});

const byTable = (a: string, b: string) =>
  Object.keys(pageTable).indexOf(a) - Object.keys(pageTable).indexOf(b);
