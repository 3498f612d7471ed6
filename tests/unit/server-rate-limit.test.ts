import type { AddressInfo } from "node:net";
import express from "express";
import { LRUCache } from "lru-cache";
import { pino } from "pino";
import type { SendCommandClusterFn } from "rate-limit-redis";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openRedis } from "#app/session/redis.server.ts";
import { clientCounts } from "#server/admission/client-counts.ts";
import { slowDownGuesses } from "#server/admission/guesses.ts";
import { limitRates, type RateLimits } from "#server/admission/rate-limits.ts";
import { closeGently, createHttpServer, listen } from "#server/operation/listen.ts";
import { startHost } from "../support/host.ts";
import { first, formValues, parseHtml, textOf } from "../support/html.ts";
import { rawHttp } from "../support/raw-http.ts";
import { startRedis } from "../support/redis-server.ts";

const limitedHost = (limits: Partial<RateLimits>) =>
  startHost({ rateLimits: { visitor: 0, failedLookups: 0, sessions: 0, ...limits } });
/** The limits alone around pages that do nothing but answer. */
async function limitedPages(limits: RateLimits, holdMs: number, statusOf: (path: string) => number) {
  const app = express();
  const logger = pino({ level: "silent" });
  const rates = limitRates({
    limits,
    logger,
    holdMs,
    redis: async () => undefined,
    holdsToken: async () => false,
  });
  app.use(rates.admit, async (request, response) => {
    const status = statusOf(request.path);
    await rates.holdBack(response, new Response(null, { status }));
    response.sendStatus(status);
  });
  const server = createHttpServer({ keepAliveMs: 60_000 }, app);
  await listen(server, 0, "127.0.0.1");
  onTestFinished(() => closeGently(server, 1000));
  const { port } = server.address() as AddressInfo;
  return { call: (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init) };
}
/** A real Redis, and how to send it commands. */
async function redisForTest() {
  const server = await startRedis();
  const redis = openRedis(server.url, () => {});
  onTestFinished(() => redis.close());
  // Without it, the first requests on a busy machine would be counted in this process.
  await expect.poll(() => redis.send("k", ["PING"]).catch(String)).toBe("PONG");
  const send: SendCommandClusterFn = ({ key = "", command }) => redis.send(key, command) as Promise<number[]>;
  return { server, send };
}

function asForm(fields: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append("file", new File(["%PDF"], "proof.pdf"));
  return form;
}
const session = { headers: { Cookie: "traceId=x; sid=one" } };

describe("rate limit", () => {
  test("counts posts and token look-ups together, and sets Retry-After", async () => {
    const { call, post } = await limitedHost({ visitor: 3 });
    expect((await call("/angebot/a", session)).status).toBe(200);
    expect((await call("/en/idv/b", session)).status).toBe(200);
    expect((await post("/x", session.headers)).status).toBe(200);
    const answer = await call("/angebot/c.data", session);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await answer.text()).toContain("Das waren zu viele Anfragen");
    expect((await call("/kuendigung", session)).status).toBe(200);
    expect((await call("/angebot", session)).status).toBe(200);
    expect((await call("/assets/app-abc.js")).status).toBe(200);
  });

  test("counts over https no session that another site of the domain can plant", async () => {
    const { call } = await limitedHost({ visitor: 1 });
    const looks = async (name: string) => {
      const headers = { "X-Forwarded-Proto": "https", Cookie: `${name}=one` };
      const statuses = [
        await call(`/angebot/${name}-1`, { headers }),
        await call(`/angebot/${name}-2`, { headers }),
      ];
      return statuses.map(({ status }) => status);
    };
    expect(await looks("sid")).toEqual([200, 200]);
    expect(await looks("__Host-sid")).toEqual([200, 429]);
  });

  test("answers a script with a problem", async () => {
    const { call } = await limitedHost({ visitor: 1 });
    const asData = { headers: { ...session.headers, Accept: "application/json" } };
    await call("/angebot/a", asData);
    const answer = await call("/angebot/a", asData);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answer.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(await answer.json()).toMatchObject({ status: 429, state: "too-many-requests" });
  });

  test("a refused order leads back to its summary, which shows the price", async () => {
    const { post } = await limitedHost({ visitor: 1 });
    const order = () => post("/angebot/demo/zusammenfassung", session.headers, "submissionId=x");
    await order();
    const page = parseHtml(await (await order()).text());
    expect(first(page, "form")).toBeUndefined();
    expect(first(first(page, "main") ?? page, "a")?.attributes.href).toBe("/angebot/demo/zusammenfassung");
  });

  test("a refused form can be sent again unchanged from its page, and lead to where its own page may", async () => {
    const rateLimits = { visitor: 1, failedLookups: 0, sessions: 0 };
    const { post } = await startHost({ rateLimits, redirectOrigins: ["https://pay.example"] });
    const typed = [
      ["name", 'Ada "die" <Erste> & Söhne'],
      ["consents", "a"],
      ["consents", "b"],
    ] as [string, string][];
    await post("/angebot/a/meine-daten", session.headers, new URLSearchParams(typed).toString());
    const { body, headers } = new Request("http://x", { method: "POST", body: asForm(typed) });
    const multipart = await new Response(body).text();
    const forms = [
      [{}, new URLSearchParams(typed).toString()],
      [{ "Content-Type": headers.get("Content-Type") ?? "" }, multipart],
    ] as const;
    for (const [type, sent] of forms) {
      const answer = await post("/angebot/a/meine-daten?brand=o2", { ...session.headers, ...type }, sent);
      expect(answer.status).toBe(429);
      expect(answer.headers.get("content-security-policy")).toContain(
        "; form-action 'self' https://pay.example;",
      );
      const page = parseHtml(await answer.text());
      const form = first(page, "form");
      expect(form?.attributes).toEqual({ method: "post", action: "/angebot/a/meine-daten?brand=o2" });
      expect(form && formValues(form)).toEqual([["submissionId", expect.any(String)], ...typed]);
      expect(textOf(first(page, "button"))).toBe("Erneut versuchen");
    }
    const long = `name=${"x".repeat(9000)}`;
    const often = "&consents=a".repeat(20);
    const cut = await post("/angebot/a/meine-daten", session.headers, long + often);
    const shown = first(parseHtml(await cut.text()), "form");
    expect(shown && formValues(shown)).toEqual([
      ["submissionId", expect.any(String)],
      ["name", "x".repeat(4001)],
      ...Array(10).fill(["consents", "a"]),
    ]);
    const large = await post("/angebot/a/meine-daten", session.headers, `name=${"x".repeat(100_000)}`);
    expect(await large.text()).not.toContain("<form");
  });

  test.each(["", "Content-Type: application/x-www-form-urlencoded\r\n"])(
    "a refused post without an end is answered after 30 MB, and its connection closed (%j)",
    async (type) => {
      const { port, post } = await limitedHost({ visitor: 1 });
      await post("/x", { Cookie: "sid=one" });
      const head = `POST /x HTTP/1.1\r\nHost: x\r\nCookie: sid=one\r\n${type}Transfer-Encoding: chunked\r\n\r\n`;
      const megabyte = `100000\r\n${"a".repeat(0x100000)}\r\n`;
      const answer = await rawHttp(port, head, ...Array(30).fill(megabyte), "1\r\na\r\n");
      expect(answer).toMatch(/^HTTP\/1.1 429 .*\r\nConnection: close\r\n/s);
    },
  );

  test.each([
    ["/selfcarekuendigung?data=x", "/kuendigung"],
    ["/en/selfcarekuendigung.data?data=x", "/en/kuendigung"],
  ])("%s leads to the form that needs no link instead of a refusal", async (path, form) => {
    const { call } = await limitedHost({ visitor: 1 });
    expect((await call(path)).status).toBe(200);
    const instead = await call(path);
    expect([instead.status, instead.headers.get("location")]).toEqual([302, form]);
  });

  test.each(["/ANGEBOT/a", "/%61ngebot/a", "/x/../angebot/a", "//../angebot/a", "/EN/Idv/a"])(
    "%s is the look-up that it is for the router",
    async (path) => {
      const { port } = await limitedHost({ visitor: 1 });
      const look = `GET ${path} HTTP/1.1\r\nHost: x\r\n`;
      const answers = await rawHttp(port, `${look}\r\n${look}Connection: close\r\n\r\n`);
      expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 429"]);
    },
  );

  test("declarations and their receipts are never refused, with or without a session", async () => {
    const { call, post } = await limitedHost({ visitor: 1, failedLookups: 1 });
    await call("/angebot/unknown", session);
    const statuses: number[] = [];
    for (const headers of [{}, session.headers, {}, session.headers]) {
      for (const page of "/widerruf /kuendigung /selfcarekuendigung?data=x /email-ablehnung?token=x".split(
        " ",
      ))
        statuses.push((await post(page, headers)).status);
      for (const page of ["/kuendigung/bestaetigung?ref=x", "/widerruf/bestaetigung/pdf?ref=x"])
        statuses.push((await call(page, { headers })).status);
    }
    expect(statuses).toEqual(Array(24).fill(200));
  });

  test("without a session posts have no common limit, and each page has its own count, since many open their links from one address", async () => {
    const { call, post } = await limitedHost({ visitor: 1 });
    expect([(await post("/sprache")).status, (await post("/sprache")).status]).toEqual([200, 200]);
    const look = async (path: string) => (await call(path)).status;
    // A token in the query is a look-up too.
    for (const path of ["/angebot/", "/entry/novum?id="])
      expect([await look(`${path}a`), await look(`${path}b`), await look(`${path}a`)]).toEqual([
        200, 200, 429,
      ]);
  });

  test.each(["/angebot/unknown", "/entry/novum?id=unknown"])(
    "once a network guesses %s, what is not found is answered later, and everything else as before",
    async (path) => {
      const { call, portal, post } = await limitedHost({ failedLookups: 2 });
      portal.holdsToken = (url, { cookie }) =>
        url.pathname.endsWith("mine") && cookie === "traceId=x; sid=one";
      for (const _ of [1, 2]) expect((await call(path)).status).toBeLessThan(429);
      const held = new AbortController();
      const guesses = Array.from({ length: 100 }, () => call(path, { signal: held.signal }).catch(() => {}));
      const known = () => call("/angebot/known");
      // Until all places are taken.
      await expect.poll(async () => (await known()).status).toBe(429);
      const refused = await known();
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await call("/angebot/mine", session)).status).toBe(200);
      expect((await call("/kuendigung/bestaetigung?ref=x")).status).toBe(200);
      expect((await post("/widerruf")).status).toBe(200);
      const other = await call("/angebot/known", { headers: { "X-Forwarded-For": "203.0.113.9" } });
      expect(other.status).toBe(200);
      expect(await Promise.race([...guesses, "held"])).toBe("held");
      held.abort();
    },
  );

  test("a gateway's port after the address makes no other network of it", async () => {
    const { call } = await limitedHost({ failedLookups: 2 });
    const hangUp = new AbortController();
    const held: Promise<unknown>[] = [];
    for (const [one, other] of [
      ["203.0.113.7:4001", "203.0.113.7:4002"],
      ["[2001:db8:9::1]:4001", "2001:db8:9::2"],
    ] as const) {
      const from = (address: string) =>
        call("/angebot/unknown", { signal: hangUp.signal, headers: { "X-Forwarded-For": address } });
      for (const _ of [1, 2]) expect((await from(one)).status).toBe(404);
      held.push(from(other).catch(() => "held"));
    }
    // Answered by another network, after those two.
    expect((await call("/angebot/unknown", { headers: { "X-Forwarded-For": "192.0.2.1" } })).status).toBe(
      404,
    );
    hangUp.abort();
    expect(await Promise.all(held)).toEqual(["held", "held"]);
  });

  test.each([
    ["/einwilligungen?token=unknown", 404, true],
    ["/email-ablehnung?token=unknown", 404, true],
    ["/einwilligungen?token=known", 303, false],
    ["/neuer-link", 303, true],
    ["/barriere-melden", 303, true],
    ["/kuendigung", 303, false],
  ])(
    "a post to %s that ends with %i counts, is held then, and is never refused: %s",
    async (path, status, counts) => {
      let made = 0;
      const { call } = await limitedPages({ visitor: 0, failedLookups: 3, sessions: 0 }, 60_000, () => {
        made++;
        return status;
      });
      const hangUp = new AbortController();
      const post = () =>
        call(path, { method: "POST", body: "a=1", redirect: "manual", signal: hangUp.signal });
      for (const _ of [1, 2, 3]) expect((await post()).status).toBe(status);
      const rest = Array.from({ length: 150 }, () =>
        post().then(
          (answer) => answer.status,
          () => "ended",
        ),
      );
      await expect.poll(() => made).toBe(153);
      if (counts) hangUp.abort();
      expect(new Set(await Promise.all(rest))).toEqual(new Set([counts ? "ended" : status]));
    },
  );

  test("what strangers write counts by its bytes", async () => {
    const { call } = await limitedPages({ visitor: 0, failedLookups: 16, sessions: 0 }, 60_000, () => 200);
    const hangUp = new AbortController();
    const post = (body: string) =>
      call("/barriere-melden", { method: "POST", body, signal: hangUp.signal }).then(({ status }) => status);
    expect(await post("a".repeat(59_000))).toBe(200);
    expect(await post("a"), "15 so far").toBe(200);
    const held = post("a").catch(() => "ended");
    await expect.poll(() => Promise.race([held, "held"])).toBe("held");
    hangUp.abort();
    expect(await held).toBe("ended");
  });

  test.each([
    ["/einwilligungen?token=", 429, null],
    ["/selfcarekuendigung?data=", 302, "/kuendigung"],
  ])("with all places of a guessing network taken, %s is %i", async (path, status, location) => {
    const { call } = await limitedPages({ visitor: 0, failedLookups: 1, sessions: 0 }, 60_000, () => 404);
    const hangUp = new AbortController();
    const look = (token: string, signal?: AbortSignal) =>
      call(path + token, { redirect: "manual", ...(signal && { signal }) });
    await look("first");
    for (let guess = 0; guess < 100; guess++) look(`guess-${guess}`, hangUp.signal).catch(() => {});
    await expect
      .poll(async () => {
        const answer = await look("mine", AbortSignal.timeout(1000)).catch(() => undefined);
        return answer && [answer.status, answer.headers.get("location")];
      })
      .toEqual([status, location]);
    hangUp.abort();
  });

  test("a recipient has one mail an hour, unless it was not sent after all", async () => {
    const { mails } = limitRates({
      limits: { visitor: 0, failedLookups: 0, sessions: 0 },
      logger: pino({ level: "silent" }),
      redis: async () => undefined,
      holdsToken: async () => false,
      mailsWindowMs: 60_000,
    });
    expect([await mails.take("ada"), await mails.take("ada"), await mails.take("bo")]).toEqual([
      true,
      false,
      true,
    ]);
    await mails.giveBack("bo");
    expect([await mails.take("bo"), await mails.take("bo")]).toEqual([true, false]);
  });

  test("the addresses of one IPv6 /48 are one network", async () => {
    const { call } = await limitedHost({ failedLookups: 2 });
    const hangUp = new AbortController();
    const from = (address: string) =>
      call("/angebot/unknown", { signal: hangUp.signal, headers: { "X-Forwarded-For": address } });
    for (const network of [1, 2]) expect((await from(`2001:db8:7:${network}::1`)).status).toBe(404);
    const held = from("2001:db8:7:ffff::1").catch(() => "held");
    expect((await from("2001:db8:8::1")).status).toBe(404);
    hangUp.abort();
    expect(await held).toBe("held");
  });

  test("a thousand customers behind one address are all answered while one of them guesses", async () => {
    const counts = { found: 0, guessed: 0 };
    const limits = { visitor: 120, failedLookups: 60, sessions: 0 };
    const holdMs = 1000;
    const { call } = await limitedPages(limits, holdMs, (path) => {
      const isFound = !path.includes("guess");
      counts[isFound ? "found" : "guessed"]++;
      return isFound ? 200 : 404;
    });
    const atOnce = 50;
    let isOver = false;
    const started = performance.now();
    const attacker = Promise.all(
      Array.from({ length: atOnce }, async (_, index) => {
        for (let guess = 0; !isOver; guess++)
          await call(`/angebot/guess-${index}-${guess}`, { headers: { Cookie: `sid=${index}-${guess}` } });
      }),
    );
    const paths = Array.from({ length: 200 }, (_, index) => [
      `/angebot/demo-${index}`,
      `/idv/demo-${index}`,
      `/kuendigung/bestaetigung?ref=${index}`,
      `/widerruf/bestaetigung/pdf?ref=${index}`,
      `/selfcarekuendigung?data=${index}`,
    ]).flat();
    const refused: string[] = [];
    const customer = async () => {
      for (let path = paths.pop(); path; path = paths.pop()) {
        const { status } = await call(path);
        if (status !== 200) refused.push(`${status} ${path}`);
      }
    };
    await Promise.all(Array.from({ length: 20 }, customer));
    isOver = true;
    await attacker;
    const holds = Math.ceil((performance.now() - started) / holdMs);
    expect([refused, counts.found]).toEqual([[], 1000]);
    expect(counts.guessed).toBeGreaterThanOrEqual(60);
    expect(counts.guessed).toBeLessThanOrEqual(60 + atOnce * (holds + 1));
  });

  test("answers are held in bounded memory; those beyond come at once, and take their places as long", async () => {
    const ended = { held: 0, answered: 0 };
    const { admit, holdBack } = slowDownGuesses({
      limit: 1,
      windowMs: 60_000,
      holdMs: 60_000,
      failures: clientCounts(60_000),
      networkOf: (request) => request.get("X-Network") ?? "",
      writeOf: () => undefined,
      isKnown: async () => false,
      refuse: (_request, response) => void response.sendStatus(429),
      onHold: () => void ended.held++,
    });
    const app = express();
    app.use(admit, async (_request, response) => {
      await holdBack(response, new Response(null, { status: 404 }));
      response.sendStatus(404);
    });
    const server = createHttpServer({ keepAliveMs: 60_000 }, app);
    await listen(server, 0, "127.0.0.1");
    onTestFinished(() => closeGently(server, 1));
    const { port } = server.address() as AddressInfo;
    const guess = async (network: number) =>
      (await fetch(`http://127.0.0.1:${port}`, { headers: { "X-Network": String(network) } })).status;
    const networks = [0, 1, 2];
    for (const network of networks) expect(await guess(network)).toBe(404);
    for (const network of networks)
      for (let at = 0; at < 100; at++)
        guess(network).then(
          () => ended.answered++,
          () => {},
        );
    await expect.poll(() => ended).toEqual({ held: 200, answered: 100 });
    for (const network of networks) expect(await guess(network)).toBe(429);
  });

  test("is shared by all portals of one Redis, without storing the clients' addresses", async () => {
    const { send, server } = await redisForTest();
    const keys = new Set<string>();
    const hosts = [await limitedHost({ visitor: 2 }), await limitedHost({ visitor: 2 })];
    for (const { portal } of hosts)
      portal.sharedRedis = (details) => {
        if (details.key) keys.add(details.key);
        return send(details);
      };
    const [first, second] = hosts.map(
      ({ call }) =>
        async () =>
          (await call("/angebot/a")).status,
    );
    expect([await first?.(), await second?.(), await first?.(), await second?.()]).toEqual([
      200, 200, 429, 429,
    ]);
    expect([...keys].join()).toMatch(/^limit:link:[\w-]{43}$/);
    await server.stop();
  });

  test("counts in this process while Redis is away, logs that once, and shares again afterwards", async () => {
    const { call, lines, portal } = await limitedHost({ visitor: 1 });
    portal.sharedRedis = () => Promise.reject(new Error("Redis is away"));
    const look = async () => (await call("/angebot/a")).status;
    expect([await look(), await look()]).toEqual([200, 429]);
    expect(lines.filter(({ msg }) => String(msg).includes("this process counts alone"))).toHaveLength(1);
    const { send, server } = await redisForTest();
    portal.sharedRedis = send;
    expect([await look(), await look()]).toEqual([200, 429]);
    await server.stop();
  });

  test("keeps a bounded number of clients, each until its window ends", () => {
    let now = 0;
    const { increment } = clientCounts(1000, 2, () => now);
    const hits = (key: string) => increment(key).totalHits;
    expect([hits("a"), hits("b"), hits("a")]).toEqual([1, 1, 2]);
    expect([hits("c"), hits("b")], "the one that was seen least lately goes").toEqual([1, 1]);
    now = 1000;
    expect(hits("a")).toBe(1);
  });

  test("keeps little of each client, however long its cookie, path and address are", async () => {
    const { call } = await limitedHost({ visitor: 1, failedLookups: 1 });
    const set = vi.spyOn(LRUCache.prototype, "set");
    onTestFinished(() => set.mockRestore());
    const long = "x".repeat(4000);
    const headers = { "X-Forwarded-For": long };
    await call(`/angebot/unknown-${long}`, { headers });
    await call("/angebot/a", { headers: { ...headers, Cookie: `sid=${long}` } });
    const lengths = set.mock.calls.map(([key]) => String(key).length);
    expect(lengths.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...lengths)).toBeLessThan(100);
  });
});
