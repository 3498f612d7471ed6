import { describe, expect, test } from "vitest";
import { type Browser, linkTo, type Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { enterAll, entered } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

/** From a page that asks for a login to the provider's login page. */
async function toProvider(customer: Browser, refused: Page): Promise<Page> {
  expect([refused.status, refused.state]).toEqual([401, "Unauthorized"]);
  return throughLoginPage(customer, await customer.get(linkTo(refused, "Zur Anmeldung")));
}

async function throughLoginPage(customer: Browser, page: Page): Promise<Page> {
  expect([page.status, page.name]).toEqual([200, "offer-login"]);
  const away = await customer.submit(page);
  expect(away.status).toBe(303);
  return customer.get(away.location ?? "");
}

/** The address to which the provider sends the customer back. */
async function signIn(customer: Browser, provider: Page, action = "login"): Promise<URL> {
  const { location = "" } = await customer.submit(provider, {}, { button: ["action", action] });
  return new URL(location, portal.origin);
}
const returnTo = (customer: Browser, { pathname, search }: URL, follow = false) =>
  customer.get(pathname + search, { follow });

/** All the way through: the portal's answer to the return. */
const logIn = async (customer: Browser, refused: Page): Promise<Page> =>
  returnTo(customer, await signIn(customer, await toProvider(customer, refused)));

describe("the round trip", () => {
  test("leads back to the offer with a new session id, and on to the page that was asked for, once", {
    tags: ["§3.14"],
  }, async () => {
    const token = fresh("login");
    const other = fresh("demo");
    const offer = `/angebot/${token}`;
    const customer = portal.browser();
    await customer.get(`/angebot/${other}`);
    await customer.post(`/angebot/${other}/meine-daten`, entered.personalData);
    const refused = await customer.get(`${offer}/meine-daten`, { follow: true });
    const before = customer.cookies.get("sid");
    const returned = await logIn(customer, refused);
    expect([returned.status, returned.location]).toEqual([302, offer]);
    expect(customer.cookies.get("sid")).toMatch(/./);
    expect(customer.cookies.get("sid")).not.toBe(before);
    expect((await customer.get(offer, { follow: true })).name).toBe("personal-data");
    expect((await customer.get(offer)).name).toBe("offer");
    const thief = portal.browser({ Cookie: `sid=${before}` });
    expect((await thief.get(offer)).status, "the id from before the login").toBe(401);
    expect((await customer.get(`/angebot/${other}/meine-daten`)).html, "input from before").toContain(
      "Öztürk",
    );
    await expect.poll(() => portal.log.join("\n")).toContain("/anmeldung");
    expect(portal.log.join("\n")).not.toMatch(new RegExp(`${token}|state=|code=`));
  });

  test("keeps the language, and no query leads out of the portal", async () => {
    const customer = portal.browser();
    const token = fresh("login");
    const evil = "//evil.example";
    const refused = await customer.get(`/en/angebot/${token}?brand=ortel&back=${evil}`);
    const page = await customer.get(`${linkTo(refused, /log ?in/i)}?returnTo=${evil}&back=${evil}`);
    const away = await customer.submit(page, { back: evil, redirect_uri: `https:${evil}` });
    const target = new URL(away.location ?? "", portal.origin);
    expect(target.searchParams.get("redirect_uri")).toBe(`${portal.origin}/anmeldung`);
    const back = await signIn(customer, await returnTo(customer, target));
    for (const name of ["back", "returnTo"]) back.searchParams.set(name, `https:${evil}`);
    expect((await returnTo(customer, back)).location).toBe(`/en/angebot/${token}`);
  });

  test("a login that expires midway is requested again, and leads back to the step", async () => {
    const token = fresh("login");
    const customer = portal.browser();
    await logIn(customer, await customer.get(`/angebot/${token}`));
    await enterAll(customer, token);
    const summary = `/angebot/${token}/zusammenfassung`;
    const shown = await customer.get(summary);
    expect(shown.status).toBe(200);
    // The backend forgets every login, as if it had expired.
    await customer.post("/sandbox/reset");
    const returned = await logIn(customer, await customer.submit(shown));
    expect(returned.location).toBe(summary);
    const page = await customer.get(summary);
    expect([page.status, page.name]).toEqual([200, "summary"]);
  });
});

test("a login opens the offer that it was made for, and no other", async () => {
  const customer = portal.browser();
  await logIn(customer, await customer.get(`/angebot/${fresh("login")}`));
  const other = `/angebot/${fresh("login")}`;
  expect((await customer.get(other)).status).toBe(401);
  const asked = await customer.get(`${other}/login`);
  expect([asked.status, asked.name], "as if there were no login").toEqual([200, "offer-login"]);
});

test("another customer's login is refused, and the next one may be the right one", async () => {
  const customer = portal.browser();
  const offer = `/angebot/${fresh("login")}`;
  const provider = await toProvider(customer, await customer.get(offer));
  await returnTo(customer, await signIn(customer, provider, "other"));
  const refused = await customer.get(offer);
  expect([refused.status, refused.state]).toEqual([403, "Forbidden"]);
  await logIn(customer, await customer.get(offer));
  expect((await customer.get(offer)).status).toBe(200);
});

describe("failures", () => {
  test("a login that is cancelled, or whose code cannot be exchanged, may be tried again", async () => {
    const customer = portal.browser();
    const offer = `/angebot/${fresh("login")}`;
    let provider = await toProvider(customer, await customer.get(offer));
    for (const [action, code, said] of [
      ["cancel", undefined, "Sie haben die Anmeldung abgebrochen"],
      ["login", "wrong", "Die Anmeldung hat nicht geklappt"],
      ["login", "", "Die Anmeldung hat nicht geklappt"],
    ] as const) {
      const back = await signIn(customer, provider, action);
      if (code !== undefined) back.searchParams.set("code", code);
      const page = await returnTo(customer, back, true);
      expect(page.text).toContain(said);
      provider = await throughLoginPage(customer, page);
    }
    expect((await returnTo(customer, await signIn(customer, provider))).location).toBe(offer);
    expect((await customer.get(offer)).status).toBe(200);
  });

  test("a state is valid for one exchange, of five returns at once and of later ones", async () => {
    const customer = portal.browser();
    const offer = `/angebot/${fresh("login")}`;
    const back = await signIn(customer, await toProvider(customer, await customer.get(offer)));
    const answers = await Promise.all(Array.from({ length: 5 }, () => returnTo(customer, back)));
    // One whose session has a new id meanwhile says so, and leads to the offer.
    for (const { status, state } of answers)
      expect([
        [302, undefined],
        [410, "LoginLost"],
      ]).toContainEqual([status, state]);
    expect((await customer.get(offer)).status).toBe(200);
    const sid = customer.cookies.get("sid");
    expect((await returnTo(customer, back)).location).toBe(offer);
    // The used state is invalid with another code, too.
    back.searchParams.set("code", "another");
    expect((await returnTo(customer, back)).location).toBe(offer);
    expect(customer.cookies.get("sid")).toBe(sid);
  });

  test("another session's state, an invented one or none leads to the error page without a login", async () => {
    const attacker = portal.browser();
    const offer = `/angebot/${fresh("login")}`;
    const back = await signIn(attacker, await toProvider(attacker, await attacker.get(offer)));
    const victim = portal.browser();
    await victim.get(offer);
    const lost = await victim.get(back.pathname + back.search);
    expect([lost.status, lost.name, lost.state]).toEqual([410, "offer-login", "LoginLost"]);
    expect(linkTo(lost, "Zum Angebot")).toBe(offer);
    for (const address of [
      "/anmeldung",
      "/anmeldung?code=x",
      "/anmeldung?code=x&state=00000000-0000-4000-8000-000000000000",
      "/anmeldung?code=x&state=../../etc",
    ])
      expect((await victim.get(address)).location).toBe("/angebot/fehler");
    expect((await victim.get(offer)).status).toBe(401);
  });

  test("a login that the backend refuses ends on the error state, not in a loop", async () => {
    const customer = portal.browser();
    const offer = `/angebot/${fresh("login-expired")}`;
    await logIn(customer, await customer.get(offer));
    const page = await customer.get(offer, { follow: true });
    expect([page.status, page.state]).toEqual([401, "Unauthorized"]);
    expect((await customer.get(linkTo(page, "Zur Anmeldung"))).name).toBe("offer-login");
  });
});
