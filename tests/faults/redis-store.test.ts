import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { SendCommandClusterFn } from "rate-limit-redis";
import { createClient } from "redis";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openRedis } from "#app/session/redis.server.ts";
import { createRedisStore } from "#app/session/redis-store.server.ts";
import { sharedCounts } from "#server/admission/shared-counts.ts";
import { freePort } from "../support/free-port.ts";
import { testPatienceMs } from "../support/patience.ts";
import { startRedis, startSentinel } from "../support/redis-server.ts";
import { removeScope, setScope, storedValue } from "../support/session-store.ts";
import { isThere } from "../support/store.ts";

test("while its memory is full, writes and pings fail; reads work, and writes do again once there is room", async () => {
  const server = await startRedis(undefined, ["--maxmemory-policy", "noeviction"]);
  const redis = openRedis(server.url, () => {});
  const store = createRedisStore(redis);
  await isThere(store);
  await store.write("s", [setScope("a", "1")], 60);
  await redis.send("k", ["CONFIG", "SET", "maxmemory", "1"]);
  await expect(store.ping()).rejects.toThrow(/maxmemory/);
  await expect(store.write("s", [setScope("b", "2")], 60)).rejects.toThrow(/maxmemory/);
  expect(await storedValue(store, "s", "a")).toBe("1");
  await redis.send("k", ["CONFIG", "SET", "maxmemory", "0"]);
  await store.ping();
  expect(await store.write("s", [setScope("b", "2")], 60)).toBe(true);
  await store.close();
  await server.stop();
});

test("a store that takes writes and gives nothing back is no store", async () => {
  const server = await startRedis();
  const redis = openRedis(server.url, () => {});
  const store = createRedisStore({
    ...redis,
    send: async (key, command, reply) => (command[0] === "HGETALL" ? [] : redis.send(key, command, reply)),
  });
  await expect.poll(() => store.ping().catch(String)).toContain("does not come back");
  await store.close();
  await server.stop();
});

test("an answer that came while this process stood still counts", async () => {
  const server = await startRedis();
  const redis = openRedis(server.url, () => {});
  const set = () => redis.send("k", ["SET", "k", "1"]);
  await expect.poll(() => set().catch(String)).toBe("OK");
  const answer = set();
  await nextTurn();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
  expect(await answer).toBe("OK");
  await redis.close();
  await server.stop();
});

test("rejects while Redis is away, and reconnects afterwards", async () => {
  const server = await startRedis();
  const reported: string[] = [];
  const store = createRedisStore(openRedis(server.url, (reason) => reported.push(reason)));
  await isThere(store);
  await store.write("s", [setScope("a", "1")], 60);
  await server.stop();
  const meanwhile = await Promise.allSettled([
    store.ping(),
    store.read("s"),
    store.write("s", [setScope("b", "late")], 60),
  ]);
  expect(meanwhile.map(({ status }) => status)).toEqual(Array(3).fill("rejected"));
  expect(reported.length).toBeGreaterThan(0);
  const again = await startRedis(server.port);
  await isThere(store);
  await store.write("s", [setScope("a", "2")], 60);
  expect(await storedValue(store, "s", "a")).toBe("2");
  const before = reported.length;
  await again.stop();
  const afterwards = () => store.ping().catch(() => reported.length);
  await expect.poll(afterwards, { message: "reports the next outage too" }).toBeGreaterThan(before);
  await store.close();
});

test("a hanging Redis delays a few commands, fails the rest at once, and is used again once it answers", async () => {
  const server = await startRedis();
  const store = createRedisStore(openRedis(server.url, () => {}));
  await isThere(store);
  await store.write("s", [setScope("a", "1")], 60);
  server.pause();
  const outcome = () =>
    store.read("s").then(
      () => "there",
      (error: Error) => error.message,
    );
  for (let tries = 0; tries < 3; tries++) expect(await outcome()).not.toBe("there");
  // It is asked once more each second.
  await expect.poll(outcome, { message: "known to be away" }).toMatch(/^Redis is away: /);
  server.resume();
  await expect.poll(outcome).toBe("there");
  expect(await storedValue(store, "s", "a")).toBe("1");
  await store.close();
  await server.stop();
});

test("a Redis that refuses connections is said to do so, once, however often it is tried again", async () => {
  let tries = 0;
  const protectedMode = createServer((socket) => {
    tries += 1;
    socket.on("error", () => {}).end("-DENIED Redis is running in protected mode\r\n");
  });
  await once(protectedMode.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void protectedMode.close());
  const { port } = protectedMode.address() as AddressInfo;
  const reported: string[] = [];
  const store = createRedisStore(openRedis(`redis://127.0.0.1:${port}`, (reason) => reported.push(reason)));
  await expect.poll(() => tries).toBeGreaterThan(3);
  await expect.poll(() => store.ping().catch(String)).toContain("protected mode");
  expect(reported).toContainEqual(expect.stringContaining("protected mode"));
  expect(new Set(reported).size, reported.join("; ")).toBe(reported.length);
  await store.close();
});

test("an error answer does not count as an outage", async () => {
  const server = await startRedis();
  const redis = openRedis(server.url, () => {});
  await expect.poll(() => redis.send("k", ["PING"]).catch(String)).toBe("PONG");
  for (let tries = 0; tries < 5; tries++)
    await expect(redis.send("k", ["NOSUCHCOMMAND"])).rejects.toThrow(/unknown/);
  await redis.send("k", ["SET", "k", "v"]);
  expect(await redis.send("k", ["GET", "k"])).toBe("v");
  await redis.close();
  await server.stop();
});

test("a store that never reached its server rejects, says why, and can be closed", async () => {
  const store = createRedisStore(openRedis("redis://127.0.0.1:1", () => {}));
  const said = () => store.read("s").catch(({ message }: Error) => message);
  await expect.poll(said).toMatch(/^Redis is away: .*ECONNREFUSED/);
  await store.close();
});

describe("connects", () => {
  const roundTrip = async (address: string, whileConnected = async () => {}) => {
    const store = createRedisStore(openRedis(address, () => {}));
    await isThere(store);
    expect(await store.write("s", [setScope("a", "1"), setScope("b", "2")], 60)).toBe(true);
    expect(await store.write("s", [removeScope("a", "1")], 60)).toBe(true);
    expect([...(await store.read("s")).keys()]).toEqual(["b"]);
    await whileConnected();
    await store.close();
  };

  const startClusterNode = async (port: number) => {
    // Else its nodes' port is 10,000 above its own, where an outgoing connection may be.
    const nodesPort = String(await freePort());
    return startRedis(port, ["--cluster-enabled", "yes", "--cluster-port", nodesPort]);
  };
  const serveSlots = async ({ url }: { url: string }, from: number, to: number) => {
    const client = createClient({ url });
    await client.connect();
    await client.sendCommand(["CLUSTER", "ADDSLOTSRANGE", String(from), String(to)]);
    await client.close();
  };

  test("as an ACL user, in a database of its own", async () => {
    const server = await startRedis(undefined, ["--user", "portal", "on", ">p@ss:word", "~*", "+@all"]);
    await roundTrip(`redis://portal:${encodeURIComponent("p@ss:word")}@127.0.0.1:${server.port}/3`);
    await server.stop();
  });

  test("to a server that speaks RESP2 alone, as Redis 5 and proxies do", async () => {
    const server = await startRedis(undefined, ["--rename-command", "HELLO", ""]);
    await roundTrip(server.url);
    await server.stop();
  });

  test("as the user that docs/deploy.md sets up, who may do nothing else", async () => {
    const server = await startRedis();
    const [, command = ""] = /redis-cli (ACL SETUSER .*)/.exec(readFileSync("docs/deploy.md", "utf8")) ?? [];
    const operator = createClient({ url: server.url });
    await operator.connect();
    await operator.sendCommand(command.replaceAll("'", "").split(" "));
    const address = `redis://portal:password@127.0.0.1:${server.port}/3`;
    await roundTrip(address);

    const redis = openRedis(address, () => {});
    const send: SendCommandClusterFn = ({ key = "", command }) => redis.send(key, command) as Promise<number>;
    await expect.poll(() => redis.send("", ["ACL", "WHOAMI"]).catch(String)).toBe("portal");
    const warn = vi.fn();
    const { increment } = sharedCounts("test", 60_000, async () => send, { warn } as never);
    expect([(await increment("a")).totalHits, (await increment("a")).totalHits]).toEqual([1, 2]);
    expect(warn).not.toHaveBeenCalled();
    expect(await redis.send("", ["INFO"])).toContain("redis_version");
    for (const refused of [["FLUSHALL"], ["KEYS", "*"], ["CONFIG", "GET", "*"], ["HGETALL", "other"]])
      await expect(redis.send("", refused)).rejects.toThrow("NOPERM");
    await redis.close();
    await operator.close();
    await server.stop();
  });

  test("over TLS, with a certificate of the operator's own CA", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tls-"));
    const certificate = join(folder, "certificate.pem");
    const key = join(folder, "key.pem");
    const request =
      "req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost";
    execFileSync("openssl", [...request.split(" "), "-keyout", key, "-out", certificate], {
      stdio: "ignore",
    });
    const port = await freePort();
    const tls = ["--tls-port", String(port), "--tls-cert-file", certificate, "--tls-key-file", key];
    const server = await startRedis(undefined, [...tls, "--tls-auth-clients", "no"]);
    // Node reads trusted certificates only at startup. A slow machine makes no connection within a command's time.
    const script = `import { setTimeout as wait } from "node:timers/promises";
      import { openRedis } from "./app/session/redis.server.ts";
      const redis = openRedis("rediss://localhost:${port}", () => {});
      const ask = () => redis.send("k", ["PING"]).catch(({ message }) => message);
      let said = await ask();
      for (; !/PONG|certificate/.test(said); said = await ask()) await wait(100);
      console.log(said);
      process.exit();`;
    const answer = (env: object) =>
      execFileSync(process.execPath, ["--input-type=module", "-e", script], {
        env: { ...process.env, SANDBOX: "embedded", ...env },
        encoding: "utf8",
        timeout: 2 * testPatienceMs,
      }).trim();
    expect(answer({ NODE_EXTRA_CA_CERTS: certificate })).toBe("PONG");
    expect(answer({})).toMatch(/^Redis is away: .*certificate/);
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  test("as a cluster", async () => {
    const server = await startClusterNode(await freePort());
    await serveSlots(server, 0, 16_383);
    await roundTrip(`redis+cluster://127.0.0.1:${server.port}`);
    await server.stop();
  });

  test("as a cluster that is made after the portal's start", async () => {
    const port = await freePort();
    const reported: string[] = [];
    const store = createRedisStore(
      openRedis(`redis+cluster://127.0.0.1:${port}`, (reason) => reported.push(reason)),
    );
    await expect.poll(() => reported).toContain("All the root nodes are unavailable");
    const server = await startClusterNode(port);
    await expect.poll(() => reported).toContain("The cluster has slots that no node serves");
    await serveSlots(server, 0, 99);
    await expect(store.ping()).rejects.toThrow();
    await serveSlots(server, 100, 16_383);
    await isThere(store);
    await store.close();
    await server.stop();
  });

  test("through sentinels", async () => {
    const server = await startRedis();
    const sentinel = await startSentinel(server.port, "portal");
    const watching = createClient({ url: sentinel.url });
    await watching.connect();
    const clients = async () => String(await watching.sendCommand(["CLIENT", "LIST"])).split("\n");
    await roundTrip(`redis+sentinel://127.0.0.1:1,127.0.0.1:${sentinel.port}/portal`, async () => {
      // A connection on which nothing comes for five seconds is given up, and every command waits meanwhile.
      await expect.poll(clients).toContainEqual(expect.stringMatching(/ psub=[1-9].* cmd=ping/));
    });
    await watching.close();
    await sentinel.stop();
    await server.stop();
  });

  test("through sentinels of which one is away for good, and the other was for a moment", async () => {
    const server = await startRedis();
    /** What leads to a port, and ends each connection that `isCut` names, counted from 1. */
    const leadsTo = async (target: () => number, isCut: (count: number) => boolean) => {
      let count = 0;
      const proxy = createServer((socket) => {
        socket.on("error", () => {});
        if (isCut(++count)) return void socket.resetAndDestroy();
        const upstream = connect(target(), "127.0.0.1").on("error", () => socket.destroy());
        socket.pipe(upstream).pipe(socket);
        socket.on("close", () => upstream.destroy());
      });
      await once(proxy.listen(0, "127.0.0.1"), "listening");
      onTestFinished(() => void proxy.close());
      return { port: (proxy.address() as AddressInfo).port, count: () => count };
    };
    let cuts = 0;
    // The first connection asks where the master is; the next two, to the sentinel and to the master, fail.
    const toMaster = await leadsTo(
      () => server.port,
      () => asked.count() > 0 && cuts++ === 0,
    );
    const sentinel = await startSentinel(toMaster.port, "portal");
    const asked = await leadsTo(
      () => sentinel.port,
      (count) => count === 2,
    );
    const address = `redis+sentinel://127.0.0.1:1,127.0.0.1:${asked.port}/portal`;
    const store = createRedisStore(openRedis(address, () => {}));
    await isThere(store);
    expect(cuts).toBeGreaterThan(0);
    await store.close();
    await sentinel.stop();
    await server.stop();
  });

  test("through sentinels of which the first accepts connections and says nothing", async () => {
    const server = await startRedis();
    const sentinel = await startSentinel(server.port, "portal");
    let asked = 0;
    const hanging = createServer((socket) => {
      asked += 1;
      socket.on("error", () => {});
    }).listen(0, "127.0.0.1");
    await once(hanging, "listening");
    const { port } = hanging.address() as AddressInfo;
    const store = createRedisStore(
      openRedis(`redis+sentinel://127.0.0.1:${port},127.0.0.1:${sentinel.port}/portal`, () => {}),
    );
    await isThere(store);
    const before = asked;
    // The other sentinel says that there is a new replica.
    const replica = await startRedis(undefined, ["--replicaof", "127.0.0.1", String(server.port)]);
    await expect.poll(() => asked).toBeGreaterThan(before);
    await isThere(store);
    await store.close();
    hanging.close();
    await replica.stop();
    await sentinel.stop();
    await server.stop();
  });
});
