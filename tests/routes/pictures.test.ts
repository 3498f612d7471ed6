import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { expect, test } from "vitest";
import { createSandbox } from "#sandbox/app.ts";
import type { Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, first } from "../support/html.ts";
import { startPortal } from "../support/portal.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();
const offer = () => `/angebot/${fresh("demo-orange")}`;

/** Addresses of the devices' pictures. */
const pictures = ({ document }: Page) => {
  const devices = all(document, "picture");
  return [
    ...devices.flatMap((device) => all(device, "source")).map(({ attributes }) => attributes.srcset),
    ...devices.flatMap((device) => all(device, "img")).map(({ attributes }) => attributes.src),
  ];
};
const drawings = ({ document }: Page) => all(document, "svg", { class: "device-art" }).length;

test("a device's picture loads lazily, above the drawing", async () => {
  const page = await portal.browser().get(offer());
  expect(drawings(page)).toBe(1);
  expect(first(page.document, "picture", {})?.children).toHaveLength(2);
  expect(first(page.document, "source")?.attributes).toEqual({
    type: "image/avif",
    srcset: "/sandbox/pictures/kiesel-5.avif",
  });
  const [device] = all(page.document, "picture");
  expect(device && first(device, "img")?.attributes).toEqual({
    src: "/sandbox/pictures/kiesel-5.webp",
    alt: "",
    loading: "lazy",
    decoding: "async",
  });
});

test("the sandbox's pictures are small, cacheable files", async () => {
  const page = await portal.browser().get(`/angebot/${fresh("demo-offer_dps")}`);
  const paths = [...pictures(page), ...pictures(await portal.browser().get(offer()))];
  expect(new Set(paths).size).toBe(6);
  for (const path of paths) {
    const answer = await fetch(portal.origin + path);
    expect(answer.headers.get("Content-Type")).toBe(`image/${path?.split(".").at(-1)}`);
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=86400");
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(10_000);
  }
});

test.each<Record<string, string>>([{ "Save-Data": "on" }, { ECT: "2g" }, { ECT: "slow-2g" }])(
  "a browser with %j gets the drawing alone, no other picture, and no scripts",
  async (headers) => {
    const customer = portal.browser(headers);
    // A brand without a data layer, which would be a script.
    customer.cookies.set("brand", "aetka");
    const path = offer();
    const page = await customer.get(path);
    for (const { status, document } of [page, await customer.get("/")])
      expect([status, all(document, "img"), all(document, "source")]).toEqual([200, [], []]);
    expect(drawings(page)).toBe(1);
    const form = await customer.get(`${path}/meine-daten`);
    expect([form.name, all(form.document, "script")]).toEqual(["personal-data", []]);
  },
);

test("pictures from other origins are shown if the operator allows the origin, otherwise the drawing", async () => {
  const elsewhere = "https://images.example";
  const sandbox = createSandbox({ database: ":memory:", publicUrl: elsewhere });
  const server = createServer(getRequestListener(sandbox.app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const API_BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const own = await startPortal({ API_BASE_URL });
  const seen = async () => {
    const page = await own.browser().get(offer());
    const policy = page.headers.get("Content-Security-Policy") ?? "";
    return [page.status, drawings(page), pictures(page), /img-src ([^;]*)/.exec(policy)?.[1]];
  };
  try {
    expect(await seen()).toEqual([200, 1, [], "'self' data:"]);
    await own.restart({ PICTURE_ORIGINS: elsewhere });
    const file = `${elsewhere}/sandbox/pictures/kiesel-5`;
    expect(await seen()).toEqual([200, 1, [`${file}.avif`, `${file}.webp`], `'self' data: ${elsewhere}`]);
  } finally {
    await own.stop();
    server.closeAllConnections();
    server.close();
    sandbox.close();
  }
});
