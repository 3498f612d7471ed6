import { afterAll, expect, test } from "vitest";
import { examples } from "#sandbox/portal/examples.ts";
import { freshExample, goToExample } from "../support/examples.ts";
import { startPortal } from "../support/portal.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const keeping = await portalForTests();
const rendering = await startPortal({ KEPT_PAGES_MB: "0" });
afterAll(() => rendering.stop());

/** What each portal and its sandbox, or the clock, make anew: ids, short or whole, orders, times, what is sealed, and the codes of such links. */
const madeAnew =
  /[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}|\b[\dA-F]{4}-[\dA-F]{4}\b|B-[\dA-F]{10}|\d\d:\d\d(?::\d\d(?:\.\d+)?)?|M0 0h7[^"\\]+|[\w-]{100,}|(?<=Fehlernummer%20)[A-Z\d]{6}|\b[2-9b-df-hj-kmnp-tv-z]{5} ?[2-9b-df-hj-kmnp-tv-z]{5}\b/g;

/** The example as a new customer sees it, then again. */
async function seen(portal: typeof keeping, example: ReturnType<typeof freshExample>) {
  const customer = portal.browser({ "Accept-Language": "de" });
  const first = await goToExample(customer, example);
  const again = await customer.get(first.path);
  return [first, again].map(({ html, headers }) => {
    // In this order, as an id may have the port's digits in it.
    const text = html.replace(madeAnew, "anew").replaceAll(String(portal.port), "port");
    const policy = headers.get("Content-Security-Policy");
    // The hash of data with an id in it is another one.
    // In the data, a time that is there twice is the same entry: whether two are the same differs.
    const pieces = text.split("><").filter((piece) => !/streamController.*anew/.test(piece));
    return { pieces, policy: text.includes("anew") ? undefined : policy };
  });
}

/** Those that may be kept. */
const looked = examples.filter(
  ({ path, post, status }) => !path.startsWith("/sandbox") && !post && status === 200,
);

test.each(looked.map((example) => [example.name, example] as const))(
  "%s: kept and rendered anew, the page is the same bytes",
  async (_, example) => {
    const fresh = freshExample(example, "o2", "de");
    expect(await seen(keeping, fresh)).toEqual(await seen(rendering, fresh));
    // By now it has been shown before, unless it differs from customer to customer.
    expect(await seen(keeping, fresh)).toEqual(await seen(rendering, fresh));
  },
);
