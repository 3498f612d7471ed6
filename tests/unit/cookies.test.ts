import { expect, test } from "vitest";
import { endCookie, readCookie, setCookie } from "#app/request/cookies.server.ts";

const asked = (cookies: string, scheme = "https") =>
  new Request(`${scheme}://o2.example/`, { headers: { Cookie: cookies } });
const settingOf = (set: (response: Response) => void) => {
  const response = new Response();
  set(response);
  return response.headers.getSetCookie();
};

const readLocale = (cookies: string, scheme?: string) =>
  readCookie(asked(cookies, scheme), "locale", (one) => one.length === 2);

test("over https no cookie counts that another site of the domain can plant, whether or not the portal has set its own", () => {
  expect(readLocale("locale=tr; __Host-locale=en")).toBe("en");
  expect(readLocale("locale=tr; __Host-locale=nonsense")).toBeUndefined();
  expect(readLocale("locale=tr")).toBeUndefined();
});

test("of several values over http, the first valid one counts", () => {
  expect(readLocale("locale=nonsense; locale=tr; locale=en", "http")).toBe("tr");
  expect(readLocale("locale=nonsense", "http")).toBeUndefined();
});

test("over http, in which no browser takes the prefix, the plain name counts alone", () => {
  expect(readCookie(asked("__Host-a=1; a=2", "http"), "a")).toBe("2");
});

test("a cookie that is set or ended over https has the prefix, and is sent over https alone", () => {
  const rest = "Path=/; HttpOnly; Secure; SameSite=Lax";
  const set = settingOf((response) => setCookie(response, asked(""), "a", "1", { maxAge: 60 }));
  expect(set).toEqual([`__Host-a=1; Max-Age=60; ${rest}`]);
  const ended = settingOf((response) => endCookie(response, asked("a=1"), "a"));
  expect(ended).toEqual([`__Host-a=; Max-Age=0; ${rest}`]);
  const plain = settingOf((response) => endCookie(response, asked("a=1", "http"), "a"));
  expect(plain).toEqual(["a=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"]);
});
