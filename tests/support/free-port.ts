import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below those that systems give to outgoing connections: one of these could have a port by a portal's restart. */
const least = 20_000;
const most = 32_000;
let last = randomInt(least, most);

/** Undefined where another process listens there. */
async function listenOn(port: number, host?: string) {
  const server = createServer().listen(port, host);
  return once(server, "listening").then(
    () => server,
    () => undefined,
  );
}

/** A port that no process of tests on this machine is given as long as this one runs, as its socket on a second port says. */
export async function freePort(): Promise<number> {
  last = last + 1 < most ? last + 1 : least;
  const port = last;
  const reservation = await listenOn(port - (most - least), "127.0.0.1");
  if (!reservation) return freePort();
  reservation.unref();
  // On every address, IPv6 too.
  const server = await listenOn(port);
  if (!server) return freePort();
  server.close();
  await once(server, "close");
  return port;
}
