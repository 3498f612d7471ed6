import { describe, expect, test } from "vitest";
import { clientCounts } from "#server/client-counts.ts";
import { startHost } from "../support/host.ts";
import { rawHttp } from "../support/raw-http.ts";

describe("rate limit", () => {
  test("counts posts and token look-ups together, and says when to come back", async () => {
    const { call, post } = await startHost({ rateLimitPerMinute: 3 });
    expect((await call("/angebot/a")).status).toBe(200);
    expect((await call("/en/idv/b")).status).toBe(200);
    expect((await post("/x")).status).toBe(200);
    const answer = await call("/angebot/c.data");
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await answer.text()).toContain("Das waren zu viele Anfragen");
    expect((await call("/kuendigung")).status).toBe(200);
    expect((await call("/angebot")).status).toBe(200);
    expect((await call("/assets/app-abc.js")).status).toBe(200);
  });

  test.each(["/selfcarekuendigung?data=x", "/entry/novum?id=x", "/en/selfcarekuendigung.data?data=x"])(
    "%s is a look-up too",
    async (path) => {
      const { call } = await startHost({ rateLimitPerMinute: 1 });
      expect([(await call(path)).status, (await call(path)).status]).toEqual([200, 429]);
    },
  );

  test.each(["/ANGEBOT/a", "/%61ngebot/a", "/x/../angebot/a", "//../angebot/a", "/EN/Idv/a"])(
    "%s is the look-up that it is for the router",
    async (path) => {
      const { port } = await startHost({ rateLimitPerMinute: 1 });
      const look = `GET ${path} HTTP/1.1\r\nHost: x\r\n`;
      const answers = await rawHttp(port, `${look}\r\n${look}Connection: close\r\n\r\n`);
      expect(answers.match(/^HTTP\/1.1 \d+/gm)).toEqual(["HTTP/1.1 200", "HTTP/1.1 429"]);
    },
  );

  test("mailbox providers unsubscribe many from one address; other posts to that page count as any", async () => {
    const { post } = await startHost({ rateLimitPerMinute: 1 });
    const address = "/email-ablehnung?token=a";
    const statuses = async (body: string, count: number) => {
      const seen: number[] = [];
      for (let i = 0; i < count; i++) seen.push((await post(address, {}, body)).status);
      return seen;
    };
    const oneClick = await statuses("List-Unsubscribe=One-Click", 31);
    expect(oneClick).toEqual([...Array(30).fill(200), 429]);
    expect(await statuses("List-Unsubscribe=Yes", 2)).toEqual([200, 429]);
  });

  test("is counted by all portals together where they share a store, without the clients' addresses", async () => {
    const counts = new Map<string, number>();
    const countForAll = async (key: string, endsInMs: number) => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return { hits: counts.get(key) ?? 0, endsInMs };
    };
    const hosts = [await startHost({ rateLimitPerMinute: 2 }), await startHost({ rateLimitPerMinute: 2 })];
    for (const { portal } of hosts) portal.countForAll = countForAll;
    const [first, second] = hosts.map(
      ({ call }) =>
        async () =>
          (await call("/angebot/a")).status,
    );
    expect([await first?.(), await second?.(), await first?.(), await second?.()]).toEqual([
      200, 200, 429, 429,
    ]);
    expect([...counts.keys()].join()).toMatch(/^people:[\w-]{43}$/);
  });

  test("goes on in this process while the shared store does not answer, and says so once", async () => {
    const { call, lines, portal } = await startHost({ rateLimitPerMinute: 1 });
    portal.countForAll = () => Promise.reject(new Error("Redis is away"));
    const look = async () => (await call("/angebot/a")).status;
    expect([await look(), await look()]).toEqual([200, 429]);
    expect(lines.filter(({ msg }) => String(msg).includes("this process counts alone"))).toHaveLength(1);
    portal.countForAll = async () => ({ hits: 1, endsInMs: 1000 });
    expect(await look()).toBe(200);
  });

  test("knows a bounded number of clients, and each until its window ends", () => {
    let now = 0;
    const { increment } = clientCounts(1000, 2, () => now);
    const hits = (key: string) => increment(key).totalHits;
    expect([hits("a"), hits("b"), hits("a")]).toEqual([1, 1, 2]);
    expect([hits("c"), hits("b"), hits("a")]).toEqual([1, 2, 1]);
    now = 1000;
    expect(hits("a")).toBe(1);
  });

  test("each client behind a trusted proxy has a count of its own", async () => {
    const { call } = await startHost({ rateLimitPerMinute: 1 });
    const from = async (address: string) =>
      (await call("/angebot/a", { headers: { "X-Forwarded-For": address } })).status;
    expect([await from("203.0.113.1"), await from("203.0.113.2"), await from("203.0.113.1")]).toEqual([
      200, 200, 429,
    ]);
  });
});
