import { afterEach, expect, test, vi } from "vitest";
import { guardReloads } from "#app/browser/stale-chunk.ts";

const navigation = new EventTarget();
vi.stubGlobal("navigation", navigation);
guardReloads();

/** A script asks for a reload. */
function reload() {
  const event = Object.assign(new Event("navigate", { cancelable: true }), { navigationType: "reload" });
  navigation.dispatchEvent(event);
  return event.defaultPrevented ? "refused" : "done";
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

test("reloads once in ten seconds", () => {
  const now = vi.spyOn(Date, "now").mockReturnValue(1_000_000);
  expect([reload(), reload()]).toEqual(["done", "refused"]);
  now.mockReturnValue(1_010_000);
  expect([reload(), reload()]).toEqual(["done", "refused"]);
});

test("without storage, a page that was reloaded does not reload again", () => {
  blocked();
  loadedBy("navigate");
  expect(reload()).toBe("done");
  loadedBy("reload");
  expect(reload()).toBe("refused");
});

test("likewise if storage is full", () => {
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
  expect(reload()).toBe("refused");
});
