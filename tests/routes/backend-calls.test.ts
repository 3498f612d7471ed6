import { afterEach, expect, test } from "vitest";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { goToSummary } from "../support/offer.ts";
import { streamProof } from "../support/proof-stream.ts";
import { declaration } from "../support/termination.ts";

// Its own, so that no other file's declaration is passed on meanwhile.
const { portal, backend } = await faultyPortalForTests({});
afterEach(() => backend.behave());

test("every call carries the visitor's trace id and the page's language", { tags: ["§7.2"] }, async () => {
  const customer = portal.browser();
  await customer.get("/?brand=ortel");
  const token = fresh();
  const first = backend.calls.length;
  for (const path of [`/angebot/${token}`, `/angebot/${token}/meine-daten`, `/idv/${token}`])
    expect((await customer.get(`/en${path}`)).status).toBe(200);
  await customer.post(`/en/idv/${token}`, { method: "video" });
  await customer.submit(await customer.get("/en/kuendigung"), declaration({ serviceType: "prepaid" }));
  expect(backend.calls.slice(first)).toEqual(
    expect.arrayContaining([
      `GET /api/idv/${token}?language=en`,
      `POST /api/idv/${token}/methods?language=en`,
      expect.stringContaining("POST /api/ORTEL/contracttermination/"),
    ]),
  );
  const traceId = customer.cookies.get("trace-id");
  for (const headers of backend.headers.slice(first))
    expect(headers).toMatchObject({ "x-trace-id": traceId, "accept-language": expect.stringMatching(/^en/) });
});

test("every post has an idempotency key, including checks", async () => {
  const first = backend.calls.length;
  await goToSummary(portal.browser(), fresh());
  const posts = backend.calls.flatMap((call, at) =>
    at >= first && /^POST .*validation/.test(call) ? [backend.headers[at]?.["idempotency-key"]] : [],
  );
  expect(posts.length).toBeGreaterThanOrEqual(2);
  expect(new Set(posts).size).toBe(posts.length);
  for (const key of posts) expect(key).toMatch(/^[0-9a-f-]{36}$/);
});

const megabytes = (bytes: number) => bytes / 2 ** 20;

test("an endless answer is read up to a limit only", async () => {
  const token = fresh();
  backend.misbehave(/GET \/api\/offer\/verify/, "answers without end");
  const before = backend.traffic();
  expect((await portal.browser().get(`/angebot/${token}`)).state).toBe("Unexpected");
  // Two megabytes are read, and some are in the connection's buffers.
  expect(megabytes(backend.traffic().taken - before.taken)).toBeLessThan(32);
});

test("a file over its limit is not sent on beyond it", async () => {
  const fields = declaration({ cancellationType: "special", reason: "PersönlicheUmstände" });
  const before = backend.traffic();
  expect(await streamProof(portal.origin, fields, 20, false)).toBe(413);
  const sent = megabytes(backend.traffic().sent - before.sent);
  expect(sent).toBeGreaterThan(5);
  expect(sent).toBeLessThan(11);
});
