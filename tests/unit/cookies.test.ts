import { expect, test } from "vitest";
import { endCookie, moveCookie, readCookie, setCookie } from "#app/request/cookies.server.ts";

const asked = (cookies: string, scheme = "https") =>
  new Request(`${scheme}://o2.example/`, { headers: { Cookie: cookies } });
const settingOf = (set: (response: Response) => void) => {
  const response = new Response();
  set(response);
  return response.headers.getSetCookie();
};

test.each([
  [
    "the portal's own before one that another site of the domain planted",
    "locale=tr; __Host-locale=en",
    "en",
  ],
  ["the name of version 1.0.0", "locale=tr", "tr"],
  ["the first valid of several", "locale=nonsense; locale=tr; locale=en", "tr"],
  ["none that is not valid", "locale=nonsense", undefined],
])("over https counts %s", (_, cookies, value) => {
  expect(readCookie(asked(cookies), "locale", (one) => one.length === 2)).toBe(value);
});

test("over http, in which no browser takes the prefix, the plain name counts alone", () => {
  expect(readCookie(asked("__Host-a=1; a=2", "http"), "a")).toBe("2");
});

test("a cookie that is set over https has the prefix; one that ends does so under each name that was sent", () => {
  const rest = "Path=/; HttpOnly; Secure; SameSite=Lax";
  const set = settingOf((response) => setCookie(response, asked(""), "a", "1", { maxAge: 60 }));
  expect(set).toEqual([`__Host-a=1; Max-Age=60; ${rest}`]);
  const ended = settingOf((response) => endCookie(response, asked("a=1"), "a"));
  expect(ended).toEqual([`__Host-a=; Max-Age=0; ${rest}`, `a=; Max-Age=0; ${rest}`]);
  expect(settingOf((response) => endCookie(response, asked("a=1", "http"), "a"))).toHaveLength(1);
});

test("what version 1.0.0 has set is moved once, and not over what the response sets", () => {
  const moved = (cookies: string, scheme?: string) =>
    settingOf((response) => moveCookie(response, asked(cookies, scheme), "a", "1", 60));
  expect(moved("a=1")).toEqual([expect.stringMatching(/^__Host-a=1; /)]);
  expect([moved("a=1; __Host-a=2"), moved("a=1", "http")]).toEqual([[], []]);
  const request = asked("a=1");
  const set = settingOf((response) => {
    setCookie(response, request, "a", "2", { maxAge: 60 });
    moveCookie(response, request, "a", "1", 60);
  });
  expect(set).toEqual([expect.stringMatching(/^__Host-a=2; /)]);
});
