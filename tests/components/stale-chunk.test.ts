import { afterEach, expect, test, vi } from "vitest";
import { markHeader } from "#app/browser/portal-mark.ts";
import { reloadForStaleChunks } from "#app/browser/stale-chunk.ts";

reloadForStaleChunks();

const reachable = vi.fn(async () => new Response(null, { headers: { [markHeader]: "1" } }));
vi.stubGlobal("fetch", reachable);

/** A chunk is gone: what the page does about it. */
async function lose() {
  const reloads = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  const event = new Event("vite:preloadError", { cancelable: true });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  await new Promise((resolve) => setTimeout(resolve));
  const times = reloads.mock.calls.length;
  reloads.mockRestore();
  return times === 1 ? "reloaded" : "kept";
}

afterEach(() => {
  vi.restoreAllMocks();
  window.sessionStorage.clear();
});

const blocked = () =>
  vi.spyOn(window, "sessionStorage", "get").mockImplementation(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
const loadedBy = (type: string) =>
  vi
    .spyOn(performance, "getEntriesByType")
    .mockReturnValue([Object.assign(performance.mark("navigation"), { type })]);

test("reloads once in ten seconds", { tags: ["§9.3"] }, async () => {
  const now = vi.spyOn(Date, "now").mockReturnValue(1_000_000);
  expect([await lose(), await lose()]).toEqual(["reloaded", "kept"]);
  now.mockReturnValue(1_009_999);
  expect(await lose()).toBe("kept");
  now.mockReturnValue(1_010_000);
  expect([await lose(), await lose()]).toEqual(["reloaded", "kept"]);
});

test("not without a network", async () => {
  reachable.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(await lose()).toBe("kept");
});

test("without storage, a page that was reloaded does not reload again", async () => {
  blocked();
  loadedBy("navigate");
  expect(await lose()).toBe("reloaded");
  loadedBy("reload");
  expect(await lose()).toBe("kept");
});

test("likewise if storage is full", async () => {
  const full: Storage = {
    length: 0,
    key: () => null,
    getItem: () => null,
    setItem: () => {
      throw new DOMException("", "QuotaExceededError");
    },
    removeItem: () => {},
    clear: () => {},
  };
  vi.spyOn(window, "sessionStorage", "get").mockReturnValue(full);
  loadedBy("reload");
  expect(await lose()).toBe("kept");
});

test("not while somebody types", async () => {
  document.body.innerHTML = "<input>";
  const [field] = document.getElementsByTagName("input");
  if (field) field.value = "Ada";
  expect(await lose()).toBe("kept");
  if (field) field.value = "";
  expect(await lose()).toBe("reloaded");
  // Refused, what was typed is what the page came with.
  field?.dispatchEvent(new Event("input", { bubbles: true }));
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 20_000);
  expect(await lose()).toBe("kept");
});

test.each(["submit", "beforeunload"])("not once there was a %s", async (act) => {
  // Those of the tests before have had theirs.
  reloadForStaleChunks();
  document.body.innerHTML = "<form></form>";
  expect(await lose()).toBe("reloaded");
  document.querySelector("form")?.dispatchEvent(new Event(act, { bubbles: true }));
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 20_000);
  expect(await lose()).toBe("kept");
});
