import { expect, test, vi } from "vitest";
import { goWhenReachable, waitingEvent } from "#app/browser/go-when-reachable.ts";
import { surviveLostConnection } from "#app/browser/lost-connection.ts";
import { markHeader } from "#app/browser/portal-mark.ts";

const reachable = vi.fn(async () => new Response(null, { headers: { [markHeader]: "1" } }));
vi.stubGlobal("fetch", reachable);

const leave = () => window.dispatchEvent(new Event("beforeunload"));

/** The page's data cannot be loaded: whether the page is then loaded anew. */
async function lose({ meanwhile = () => {}, afterwards = () => {} }) {
  const loads = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  const request = new Request("http://localhost/kuendigung/bestaetigung?ref=1");
  surviveLostConnection({ request } as never, async () => {
    meanwhile();
    return { page: { type: "error", result: new TypeError("NetworkError") } };
  });
  await new Promise((resolve) => setTimeout(resolve));
  afterwards();
  await new Promise((resolve) => setTimeout(resolve));
  const { calls } = loads.mock;
  loads.mockRestore();
  return calls;
}

test("a page whose data got lost is loaded anew, unless another one is on its way", async () => {
  expect(await lose({})).toEqual([["http://localhost/kuendigung/bestaetigung?ref=1"]]);
  // A link was pressed: in Firefox that is what ended the request.
  expect(await lose({ meanwhile: leave })).toEqual([]);
  expect(await lose({})).toHaveLength(1);
});

test("likewise if it was asked for while the network is looked for", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  reachable.mockReturnValueOnce(promise);
  const afterwards = () => {
    leave();
    resolve(new Response(null, { headers: { [markHeader]: "1" } }));
  };
  expect(await lose({ afterwards })).toEqual([]);
});

test("what was waited for may be a file: the page stays, and no longer says that there is no network", async () => {
  vi.spyOn(window.location, "assign").mockImplementation(() => {});
  reachable.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const said: boolean[] = [];
  addEventListener(waitingEvent, (event) => said.push((event as CustomEvent<boolean>).detail));
  goWhenReachable("http://localhost/angebot/a/bestellung");
  await vi.waitFor(() => expect(said).toEqual([false, true]));
  dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(said).toEqual([false, true, false]));
});
