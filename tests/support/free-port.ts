import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Workers of one run get no port of each other: Vitest and Playwright number them from 1 and 0. */
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % 6;
const each = 2_000;
const least = 20_000 + worker * each;
const most = least + each;
let last = randomInt(least, most);

/**
 * A port below those that systems give to outgoing connections: one of these could have it by a portal's restart. This
 * process gives each once, as those that are given are not taken for seconds.
 */
export async function freePort(): Promise<number> {
  last = last + 1 < most ? last + 1 : least;
  const port = last;
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
