import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { startHost } from "../support/host.ts";

type Listener = (event: object) => unknown;

/** Runs the worker in a fake service worker scope. */
async function startWorker(offlinePage: boolean, search = "") {
  const { call } = await startHost({ offlinePage });
  const answer = await call(`/offline.js${search}`);
  const code = await answer.text();
  const listeners: Record<string, Listener> = {};
  const network = vi.fn().mockRejectedValue(new TypeError("Failed to fetch"));
  const unregister = vi.fn();
  runInNewContext(code, {
    addEventListener: (name: string, listener: Listener) => {
      listeners[name] = listener;
    },
    skipWaiting: () => {},
    registration: { unregister },
    fetch: network,
    Response,
  });
  const navigate = async (request: object, preloadResponse?: Promise<Response>) => {
    let answered: Promise<Response> | undefined;
    const respondWith = (response: Promise<Response>) => {
      answered = response;
    };
    listeners.fetch?.({
      request: { mode: "navigate", method: "GET", ...request },
      preloadResponse,
      respondWith,
    });
    return answered;
  };
  return { headers: answer.headers, code, listeners, network, unregister, navigate };
}

test.each([
  ["", "de", "Keine Verbindung"],
  ["?lang=en", "en", "No connection"],
  ["?lang=tr", "tr", "Bağlantı yok"],
  ["?lang=constructor", "de", "Keine Verbindung"],
])("under 2 kB%s, it answers a page that the network does not", async (search, language, title) => {
  const { headers, code, navigate } = await startWorker(true, search);
  expect(headers.get("Content-Type")).toMatch(/^text\/javascript/);
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(Buffer.byteLength(code)).toBeLessThan(2000);
  const page = await navigate({});
  expect(page?.status).toBe(503);
  expect(await page?.text()).toContain(`<html lang="${language}"`);
  expect(await (await navigate({}))?.text()).toContain(`<h1>${title}</h1>`);
});

test("leaves everything else to the browser, and passes answers on", async () => {
  const { code, navigate, network } = await startWorker(true);
  expect(await navigate({ method: "POST" })).toBeUndefined();
  expect(await navigate({ mode: "cors" })).toBeUndefined();
  const broken = new Response("", { status: 500 });
  expect(await navigate({}, Promise.resolve(broken))).toBe(broken);
  expect(network).not.toHaveBeenCalled();
  network.mockResolvedValueOnce(broken);
  expect(await navigate({})).toBe(broken);
  expect(code).not.toContain("caches");
});

test("when switched off, it removes itself", async () => {
  const { listeners, unregister } = await startWorker(false, "?lang=tr");
  const waitUntil = vi.fn();
  listeners.activate?.({ waitUntil });
  expect(unregister).toHaveBeenCalledOnce();
  expect(waitUntil).toHaveBeenCalledOnce();
  expect(listeners.fetch).toBeUndefined();
});
