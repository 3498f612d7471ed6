import { describe, expect, test } from "vitest";
import type { Browser, Page } from "../support/browser.ts";
import { linkTo } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";
import { entered } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

/** From a page that asks for a login to the provider's login page. */
async function toProvider(customer: Browser, refused: Page): Promise<Page> {
  expect([refused.status, refused.state]).toEqual([401, "Unauthorized"]);
  const page = await customer.get(linkTo(refused, "Zur Anmeldung"));
  expect([page.status, page.name]).toEqual([200, "offer-login"]);
  const away = await customer.submit(page);
  expect(away.status).toBe(303);
  return customer.get(away.location ?? "");
}

/** The address to which the provider sends the customer back. */
const signIn = (customer: Browser, provider: Page, action = "login") =>
  customer.submit(provider, {}, { button: ["action", action] });

/** All the way through: the portal's answer to the return. */
async function logIn(customer: Browser, refused: Page): Promise<Page> {
  const back = await signIn(customer, await toProvider(customer, refused));
  return customer.get(back.location ?? "");
}

describe("the round trip", () => {
  test("leads through the provider's login back to the offer, with a new session id and no token in any page", async () => {
    const token = fresh("login");
    const customer = portal.browser();
    const refused = await customer.get(`/angebot/${token}`);
    const before = customer.cookies.get("sid");
    const returned = await logIn(customer, refused);
    expect([returned.status, returned.location]).toEqual([302, `/angebot/${encodeURIComponent(token)}`]);
    const after = customer.cookies.get("sid");
    expect(after).toBeTruthy();
    expect(after).not.toBe(before);
    expect((await customer.get(`/angebot/${token}`)).status).toBe(200);
    // The id from before the login is invalid.
    const thief = portal.browser({ Cookie: `sid=${before}` });
    expect((await thief.get(`/angebot/${token}`)).status).toBe(401);
  });

  test("input from before the login is still there", async () => {
    const other = fresh("demo");
    const customer = portal.browser();
    await customer.get(`/angebot/${other}`);
    await customer.post(`/angebot/${other}/meine-daten`, entered.personalData);
    await logIn(customer, await customer.get(`/angebot/${fresh("login")}`));
    const page = await customer.get(`/angebot/${other}/meine-daten`);
    expect(page.html).toContain("Öztürk");
  });

  test("a deep link leads to its target after the login", async () => {
    const token = fresh("login");
    const customer = portal.browser();
    const refused = await customer.get(`/angebot/${token}/meine-daten`, { follow: true });
    await logIn(customer, refused);
    const page = await customer.get(`/angebot/${token}`, { follow: true });
    expect(page.name).toBe("personal-data");
    // Only once: the offer itself is reachable again.
    expect((await customer.get(`/angebot/${token}`)).name).toBe("offer");
  });

  test("keeps the language", async () => {
    const customer = portal.browser();
    const token = fresh("login");
    const refused = await customer.get(`/en/angebot/${token}?brand=ortel`);
    const page = await customer.get(linkTo(refused, /log ?in/i));
    const provider = await customer.get((await customer.submit(page)).location ?? "");
    const back = await signIn(customer, provider);
    expect((await customer.get(back.location ?? "")).location).toBe(
      `/en/angebot/${encodeURIComponent(token)}`,
    );
  });

  test("a login that expires midway is requested again, and leads back to the step", async () => {
    const token = fresh("login");
    const customer = portal.browser();
    await logIn(customer, await customer.get(`/angebot/${token}`));
    await customer.get(`/angebot/${token}`, { follow: true });
    await customer.post(`/angebot/${token}/meine-daten`, entered.personalData);
    await customer.post(`/angebot/${token}/ausweisdaten`, entered.idData);
    await customer.post(`/angebot/${token}/zahlung`, entered.card);
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

describe("failures", () => {
  test("the customer cancels, and may try again", async () => {
    const customer = portal.browser();
    const provider = await toProvider(customer, await customer.get(`/angebot/${fresh("login")}`));
    const back = await signIn(customer, provider, "cancel");
    const page = await customer.get(back.location ?? "", { follow: true });
    expect([page.status, page.name]).toEqual([200, "offer-login"]);
    expect(page.text).toContain("Sie haben die Anmeldung abgebrochen");
  });

  test("a state is valid for one exchange; reloading the return continues without another", async () => {
    const customer = portal.browser();
    const token = fresh("login");
    const provider = await toProvider(customer, await customer.get(`/angebot/${token}`));
    const back = (await signIn(customer, provider)).location ?? "";
    const offer = `/angebot/${encodeURIComponent(token)}`;
    expect((await customer.get(back)).location).toBe(offer);
    expect((await customer.get(back)).location).toBe(offer);
    // The used state is invalid with another code, too.
    const other = new URL(back, portal.origin);
    other.searchParams.set("code", "another");
    const sid = customer.cookies.get("sid");
    expect((await customer.get(other.pathname + other.search)).location).toBe(offer);
    expect(customer.cookies.get("sid")).toBe(sid);
  });

  test("five concurrent returns log in once and lose nothing", async () => {
    const customer = portal.browser();
    const token = fresh("login");
    const provider = await toProvider(customer, await customer.get(`/angebot/${token}`));
    const back = (await signIn(customer, provider)).location ?? "";
    const answers = await Promise.all(Array.from({ length: 5 }, () => customer.get(back)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302]);
    expect((await customer.get(`/angebot/${token}`)).status).toBe(200);
  });

  test("another session's state, an invented one or none leads to the error page without a login", async () => {
    const attacker = portal.browser();
    const token = fresh("login");
    const provider = await toProvider(attacker, await attacker.get(`/angebot/${token}`));
    const back = (await signIn(attacker, provider)).location ?? "";
    const victim = portal.browser();
    await victim.get(`/angebot/${token}`);
    for (const address of [
      back,
      "/anmeldung",
      "/anmeldung?code=x",
      "/anmeldung?code=x&state=00000000-0000-4000-8000-000000000000",
      "/anmeldung?code=x&state=../../etc",
    ])
      expect((await victim.get(address)).location).toBe("/angebot/fehler");
    expect((await victim.get(`/angebot/${token}`)).status).toBe(401);
  });

  test.each(["wrong", "", "http-500", "hangup", "garbage", "badshape"])(
    "a code that cannot be exchanged (%j) is shown on the login page",
    async (code) => {
      const customer = portal.browser();
      const provider = await toProvider(customer, await customer.get(`/angebot/${fresh("login")}`));
      const back = new URL((await signIn(customer, provider)).location ?? "", portal.origin);
      back.searchParams.set("code", code);
      const page = await customer.get(back.pathname + back.search, { follow: true });
      expect([page.status, page.name]).toEqual([200, "offer-login"]);
      expect(page.text).toContain("Die Anmeldung hat nicht geklappt");
    },
  );

  test("a login that the backend refuses ends on the error state, not in a loop", async () => {
    const customer = portal.browser();
    const token = fresh("login-expired");
    await logIn(customer, await customer.get(`/angebot/${token}`));
    const page = await customer.get(`/angebot/${token}`, { follow: true });
    expect([page.status, page.state]).toEqual([401, "Unauthorized"]);
    expect((await customer.get(linkTo(page, "Zur Anmeldung"))).name).toBe("offer-login");
  });

  test("no query leads out of the portal", async () => {
    const customer = portal.browser();
    const token = fresh("login");
    const refused = await customer.get(`/angebot/${token}?back=https://evil.example`);
    const page = await customer.get(
      `${linkTo(refused, "Zur Anmeldung")}?returnTo=//evil.example&back=//evil.example`,
    );
    const away = await customer.submit(page, {
      back: "//evil.example",
      redirect_uri: "https://evil.example",
    });
    const target = new URL(away.location ?? "", portal.origin);
    expect(target.searchParams.get("redirect_uri")).toBe(`${portal.origin}/anmeldung`);
    const provider = await customer.get(target.pathname + target.search);
    const back = new URL((await signIn(customer, provider)).location ?? "", portal.origin);
    back.searchParams.set("back", "https://evil.example");
    back.searchParams.set("returnTo", "//evil.example");
    expect((await customer.get(back.pathname + back.search)).location).toBe(
      `/angebot/${encodeURIComponent(token)}`,
    );
  });

  test("the sandbox's login page redirects to no other site", async () => {
    const customer = portal.browser();
    for (const target of [
      "https://evil.example/",
      "//evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
      "",
    ])
      expect((await customer.get(`/sandbox/login?redirect_uri=${encodeURIComponent(target)}`)).status).toBe(
        400,
      );
  });

  test("the login page requires an offer that asks for a login (has-cart)", async () => {
    const token = fresh("login");
    const page = await portal.browser().get(`/angebot/${token}/login`);
    expect([page.status, page.location]).toEqual([302, `/angebot/${token}`]);
    const posted = await portal.browser().post(`/angebot/${fresh("login")}/login`);
    expect(posted.status).toBe(303);
  });

  test("tokens, codes and states are in no log line", async () => {
    const customer = portal.browser();
    const token = fresh("login");
    await logIn(customer, await customer.get(`/angebot/${token}`));
    await expect.poll(() => portal.log.join("\n")).toContain("/anmeldung");
    const log = portal.log.join("\n");
    expect(log).not.toContain(token);
    expect(log).not.toMatch(/state=|code=/);
  });
});

describe("consents", () => {
  test("show the provider's text, are never preselected, and keep the customer's choice", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    await customer.get(`/angebot/${token}`);
    const page = await customer.get(`/angebot/${token}/meine-daten`);
    const boxes = all(page.document, "input", { type: "checkbox" });
    expect(boxes.length).toBeGreaterThan(2);
    for (const { attributes } of boxes) {
      expect(attributes.checked).toBeUndefined();
      expect(attributes.value).toMatch(/^20\d\d-\d\d$/);
    }
    expect(page.text).toContain("per Telefon beraten werden");
    const first = boxes[0]?.attributes as { name: string; value: string };
    await customer.submit(page, { ...entered.personalData, [first.name]: first.value });
    const again = await customer.get(`/angebot/${token}/meine-daten`);
    const ticked = all(again.document, "input", { type: "checkbox" }).filter(
      ({ attributes }) => attributes.checked !== undefined,
    );
    expect(ticked.map(({ attributes }) => attributes.name)).toEqual([first.name]);
  });

  test("a text that has changed is shown again, unticked", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    await customer.get(`/angebot/${token}`);
    const page = await customer.post(`/angebot/${token}/meine-daten`, {
      ...entered.personalData,
      "consents.marketing-email": "2019-01",
    });
    expect([page.status, Object.keys(page.errors)]).toEqual([422, ["consents.marketing-email"]]);
    const box = all(page.document, "input", { name: "consents.marketing-email" })[0];
    expect(box?.attributes.checked).toBeUndefined();
  });
});
