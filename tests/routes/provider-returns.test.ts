import { expect, test } from "vitest";
import { fresh } from "../support/fresh.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { rawHttp } from "../support/raw-http.ts";

const portal = await portalForTests();

const token = fresh("demo");
const returns = [
  `/angebot/${token}/danke`,
  `/en/angebot/${token}/danke/?result=paid&from=%C3%A4`,
  "/tr/anmeldung?code=1&state=2",
  `/idv/${token}`,
  ...["in-arbeit", "fehlgeschlagen", "abgelaufen", "erfolgreich", "angenommen", "abgeschlossen"].map(
    (page) => `/en/idv/${token}/${page}?brand=ortel`,
  ),
];
const elsewhere: Record<string, string>[] = [
  { Origin: "https://pay.example", "Sec-Fetch-Site": "cross-site" },
  { Origin: "null" },
  { Origin: "null", "Sec-Fetch-Site": "same-site" },
];

test.each(returns)("a provider that comes back to %s by POST: 303 to the same address", async (path) => {
  for (const headers of elsewhere) {
    const answer = await portal.browser().post(path, { result: "paid" }, { headers });
    expect([answer.status, answer.location]).toEqual([303, path]);
  }
});

test("its body is not read, of whatever type and size", async () => {
  const head = `POST ${returns[0]} HTTP/1.1\r\nHost: localhost:${portal.port}\r\nOrigin: https://pay.example\r\n`;
  const length = "Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{";
  expect(await rawHttp(portal.port, head + length)).toMatch(/^HTTP\/1.1 303 /);
});

test("a choice that comes from elsewhere is not made", async () => {
  const own = fresh();
  const customer = portal.browser();
  await customer.get(`/idv/${own}`);
  await customer.post(`/idv/${own}`, { method: "video" }, { headers: { Origin: "https://evil.example" } });
  expect((await customer.get(`/idv/${own}`)).text).not.toContain("zuletzt gewählt");
});

test.each([
  `/angebot/${token}/zusammenfassung`,
  `/angebot/${token}`,
  `/idv/${token}/post-ident`,
  `/angebot/${token}/danke.data`,
])("a post from elsewhere to %s is refused", async (path) => {
  const headers = { Origin: "https://pay.example" };
  expect((await portal.browser().post(path, {}, { headers })).status).toBe(403);
});
