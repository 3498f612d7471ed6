import { createClient } from "redis";
import { startRedis } from "./redis-server.ts";

/** Faults of the session store; `heal` ends them. Only a refusing one loses its data. */
const storeFaults = ["refuses", "hangs", "is slow", "is full"] as const;
export type StoreFault = (typeof storeFaults)[number];

/** A real Redis that can be made to misbehave. */
export async function startFaultStore() {
  let server = await startRedis();
  const { port, url } = server;
  const command = async (...args: string[]) => {
    const client = createClient({ url });
    await client.connect();
    await client.sendCommand(args);
    client.destroy();
  };
  let heal = async () => {};
  const faults: Record<StoreFault, () => Promise<() => Promise<void>>> = {
    async refuses() {
      await server.stop();
      return async () => {
        server = await startRedis(port);
      };
    },
    async hangs() {
      server.pause();
      return async () => void server.resume();
    },
    /** Commands wait, but even behind several pauses less than the portal's limit. */
    async "is slow"() {
      const slowing = setInterval(() => void command("CLIENT", "PAUSE", "100").catch(() => {}), 300);
      return async () => clearInterval(slowing);
    },
    /** It still reads. */
    async "is full"() {
      await command("CONFIG", "SET", "maxmemory", "1");
      return () => command("CONFIG", "SET", "maxmemory", "0");
    },
  };
  return {
    url,
    async strike(fault: StoreFault) {
      heal = await faults[fault]();
    },
    async heal() {
      await heal();
      heal = async () => {};
    },
    async stop() {
      await heal();
      await server.stop();
    },
  };
}
