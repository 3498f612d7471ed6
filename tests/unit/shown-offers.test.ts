import { describe, expect, test } from "vitest";
import { hardware, type OfferItem } from "#app/backend/contract/offer.ts";
import { readAnswer } from "#app/backend/read-answer.ts";
import { withShownPictures } from "#app/routes/offer/goods/shown-offers.server.ts";

const phone = { id: "hw", name: "Kiesel 5", prices: [] };
const read = (picture: unknown) => {
  const answer = readAnswer(hardware, { ...phone, picture });
  if (!answer.ok) throw new Error("It is refused.");
  return answer.data;
};

describe("a picture in the contract", () => {
  test.each([
    { url: "/pictures/kiesel.webp" },
    { url: "https://images.example/kiesel.png", avif: "https://images.example/kiesel.avif" },
  ])("%j is taken", (picture) => {
    expect(read(picture).picture).toEqual(picture);
  });

  test.each([
    ["no object", "https://images.example/kiesel.png"],
    ["no address", {}],
    ["null", null],
    ["another host's path", { url: "//images.example/kiesel.png" }],
    ["the same with a backslash", { url: "/\\images.example/kiesel.png" }],
    ["a script", { url: "javascript:alert(1)" }],
    ["data", { url: "data:image/png;base64,AAAA" }],
    ["a relative path", { url: "kiesel.png" }],
    ["a number", { url: 5 }],
  ])("%s counts as none, and the offer goes on", (_, picture) => {
    expect(read(picture)).toEqual(phone);
  });
});

test("a picture keeps its address where the AVIF cannot be read", () => {
  const avif = "/a.avif, https://images.example/b.avif";
  expect(read({ url: "/a.png", avif }).picture).toEqual({ url: "/a.png" });
});

describe("a page shows", () => {
  const url = new URL("https://portal.example/angebot/token");
  const request = (headers: Record<string, string> = {}) => new Request(url, { headers });
  const images = "https://images.example";
  const shown = (picture: { url: string; avif?: string }, headers?: Record<string, string>) => {
    const items: OfferItem[] = [
      { id: "a", category: "mobile", bundleType: "none", packs: [], hardware: { ...phone, picture } },
    ];
    const [item] = withShownPictures(request(headers), url, items, [images]);
    expect(item?.hardware).toMatchObject(phone);
    return item?.hardware?.picture;
  };

  test("pictures of its own origin and of configured ones", () => {
    const own = { url: "/a.webp", avif: "/a.avif" };
    expect(shown(own)).toEqual(own);
    expect(shown({ url: `${images}/a.webp` })).toEqual({ url: `${images}/a.webp` });
  });

  test.each([
    "https://other.example/a.webp",
    "http://images.example/a.webp",
    "https://images.example:8443/a.webp",
    "https://images.example@other.example/a.webp",
    "https://[/a.webp",
  ])("none of %s", (address) => {
    expect(shown({ url: address })).toBeUndefined();
  });

  test("the plain picture if only its origin is configured", () => {
    expect(shown({ url: "/a.webp", avif: "https://other.example/a.avif" })).toEqual({ url: "/a.webp" });
  });

  test.each<Record<string, string>>([{ "Save-Data": "on" }, { ECT: "2g" }])(
    "none to a browser with %j",
    (headers) => {
      expect(shown({ url: "/a.webp" }, headers)).toBeUndefined();
    },
  );
});
