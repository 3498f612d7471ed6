import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** A port below those that systems give to outgoing connections: one of these could have it by a portal's restart. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  // On every address, IPv6 too.
  const server = createServer().listen(port);
  const isFree = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, "close");
  return port;
}
