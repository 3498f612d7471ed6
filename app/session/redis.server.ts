import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import { breaker, CircuitOpen } from "#app/platform/breaker.server.ts";
import { redisAddress } from "#app/platform/setting-kinds.ts";
import { within } from "#app/platform/within.server.ts";

/** No page waits longer for one command. */
const commandTimeoutMs = 1000;
const failuresInARow = 3;
const askAgainMs = 1000;

/** Loaded only if sessions are in Redis: it would be a fifth of every portal's startup time. */
// eslint-disable-next-line house/no-cast -- `require` has no types
const redisLibrary = () => createRequire(import.meta.url)("redis") as typeof import("redis");

/**
 * What proxies (Envoy, twemproxy) and old servers speak, too: answers have one shape from each of them, and the library
 * introduces itself to nobody.
 */
const protocol = { RESP: 2, disableClientInfo: true } as const;

type Argument = string | Buffer;

/** Redis in any setup. Every command ends in bounded time, and at once while Redis is known to be down. */
export interface Redis {
  /** Sends a command to the node that has this key; strings are returned as buffers if `reply` is `bytes`. */
  send(key: string, command: Argument[], reply?: "text" | "bytes"): Promise<unknown>;
  close(): Promise<void>;
}

type Send = (key: string, command: Argument[], typeMapping: object) => Promise<unknown>;

function clientOf(address: string, report: (error: unknown) => void) {
  const { createClient, createCluster, createSentinel } = redisLibrary();
  const { scheme, kind, username, password, hosts = "", path } = redisAddress.exec(address)?.groups ?? {};
  const socket = {
    connectTimeout: commandTimeoutMs,
    // Reconnects when even pings are not answered.
    socketTimeout: 5000,
    reconnectStrategy: (tries: number) => Math.min(50 * 2 ** tries, 2000),
    ...(scheme === "rediss" && { tls: true as const }),
  };
  // Without a ping in between, an idle connection to a sentinel would count as dead as well.
  const connection = { socket, pingInterval: 2000 };
  const options = {
    ...connection,
    ...protocol,
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    // A queue that grows while Redis is down would only delay the error page.
    commandsQueueMaxLength: 10_000,
  };
  const nodes = hosts.split(",").map((host) => {
    const { hostname, port } = new URL(`redis://${host}`);
    return { host: hostname, port: Number(port) || (kind === "sentinel" ? 26_379 : 6379) };
  });
  const watch = <C extends { on(event: "error", listener: (error: unknown) => void): unknown }>(
    client: C,
  ): C => {
    client.on("error", report);
    return client;
  };
  if (kind === "cluster") {
    const rootNodes = nodes.map((node) => ({ socket: { ...socket, ...node } }));
    const client = watch(createCluster({ rootNodes, defaults: options, ...protocol }));
    const send: Send = (key, command, typeMapping) =>
      client.sendCommand(key, false, command, { typeMapping });
    const open = async () => {
      await client.connect();
      // The library never asks again who has a slot that had no node while the cluster was made.
      if (client.slots.findIndex((shard) => !shard) < 0) return;
      client.destroy();
      throw new Error("The cluster has slots that no node serves");
    };
    return { client, open, send };
  }
  if (kind === "sentinel") {
    const make = () =>
      watch(
        createSentinel({
          name: path || "mymaster",
          sentinelRootNodes: nodes,
          nodeClientOptions: options,
          sentinelClientOptions: { ...connection, ...protocol },
          ...protocol,
          // No `scanInterval`: all commands wait for a scan, and it for a sentinel that hangs, if that is the first. Sentinels
          // say themselves what changes, and a command that finds its master gone asks for the new one.
          passthroughClientErrorEvents: true,
        }),
      );
    let client = make();
    const open = () =>
      client.connect().catch((error: unknown) => {
        // It asks a sentinel that has failed no more, as long as it knows another, even if that one is away.
        client = make();
        throw error;
      });
    const send: Send = (_key, command, typeMapping) => client.sendCommand(false, command, { typeMapping });
    return {
      get client() {
        return client;
      },
      open,
      send,
    };
  }
  const [node] = nodes;
  const client = watch(
    createClient({ ...options, socket: { ...socket, ...node }, ...(path && { database: Number(path) }) }),
  );
  const send: Send = (_key, command, typeMapping) => client.sendCommand(command, { typeMapping });
  return { client, open: () => client.connect(), send };
}

/** Redis refuses a connection by a reply to no command, on which the client throws a TypeError. */
const reasonOf = (error: Error) =>
  error instanceof TypeError
    ? "it refuses the connection (protected mode, or more than its maxclients)"
    : error.message;

/**
 * Connects automatically, and reconnects when the connection was lost.
 * @param report is called with each reason once per outage
 */
export function openRedis(address: string, report: (reason: string) => void): Redis {
  const { ErrorReply, RESP_TYPES } = redisLibrary();
  /** Why it does not answer, by what is known since it last did. */
  const reasons = new Set<string>();
  const reportOnce = (error: unknown) => {
    // The library's client of sentinels emits some errors as text as well.
    if (!(error instanceof Error)) return;
    const reason = reasonOf(error);
    if (!reasons.has(reason)) report(reason);
    reasons.add(reason);
  };
  const connection = clientOf(address, reportOnce);
  let closed = false;
  // The library tries a single server for ever, but a cluster once and sentinels for a quarter of a minute.
  const connect = async () => {
    while (!closed && !connection.client.isOpen) {
      await connection.open().catch(reportOnce);
      await setTimeout(askAgainMs, undefined, { ref: false });
    }
  };
  // Not awaited: a portal that starts before Redis reports this at /health/ready and serves what needs no session.
  void connect();
  // An error reply from Redis is not an outage.
  const isOutage = (error: unknown) => !(error instanceof ErrorReply);
  const unlessAway = breaker({ failuresInARow, askAgainMs, isOutage });
  const bytes = { [RESP_TYPES.BLOB_STRING]: Buffer };

  return {
    async send(key, command, reply = "text") {
      const answer = await unlessAway(() =>
        within(commandTimeoutMs, connection.send(key, command, reply === "bytes" ? bytes : {})),
      ).catch((error) => {
        // The connection's own error, such as a wrong password, explains more than a command's timeout.
        const unanswered = reasons.size > 0 && isOutage(error);
        if (!unanswered && !(error instanceof CircuitOpen)) throw error;
        throw new CircuitOpen(`Redis is away: ${[...reasons].join("; ") || "it does not answer"}`);
      });
      reasons.clear();
      return answer;
    },
    async close() {
      closed = true;
      if (connection.client.isOpen) await connection.client.destroy();
    },
  };
}
