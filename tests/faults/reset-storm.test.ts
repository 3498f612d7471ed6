import { once } from "node:events";
import { connect } from "node:http2";
import { expect, onTestFinished, test } from "vitest";
import { startPortal } from "../support/portal.ts";
import { isMissingProxy, proxiedSettings, startProxy } from "../support/proxies.ts";

/** Opens streams only to reset them, as often as that is taken, in one connection after the other. */
async function storm(port: number, streams: number) {
  let sent = 0;
  let connections = 0;
  while (sent < streams) {
    const session = connect(`https://127.0.0.1:${port}`, {
      rejectUnauthorized: false,
      servername: "o2.example.net",
    });
    connections++;
    session.on("error", () => {});
    await Promise.race([once(session, "connect"), once(session, "close")]).catch(() => {});
    while (sent < streams && !session.destroyed && !session.closed) {
      for (let few = 0; few < 50 && !session.destroyed && !session.closed; few++, sent++) {
        const stream = session.request({ ":path": `/kuendigung?x=${sent}`, cookie: "__Host-sid=none" });
        stream.on("error", () => {});
        stream.close(8);
      }
      // Lets the frames go out, and a refusal come in.
      await new Promise(setImmediate);
    }
    session.destroy();
  }
  return connections;
}

test.skipIf(isMissingProxy("haproxy"))(
  "behind HAProxy, streams that are reset reach a portal 300 times for each connection at most",
  async () => {
    const streams = 2000;
    const portals = await Promise.all((await proxiedSettings()).map((settings) => startPortal(settings)));
    onTestFinished(() => Promise.all(portals.map((portal) => portal.stop())).then(() => {}));
    const proxy = await startProxy("haproxy", portals);
    onTestFinished(() => proxy.stop());
    const taken = () =>
      portals.flatMap(({ log }) => log).filter((line) => line.includes('"/kuendigung"')).length;
    const before = taken();
    const connections = await storm(proxy.port, streams);
    // With a session, no kept page answers.
    const { status } = await proxy.ask("/kuendigung", undefined, { Cookie: "__Host-sid=none" });
    expect(status).toBe(200);
    // A connection that has had so many is closed, and what waits with it is left out.
    expect([taken() - before, connections]).toSatisfy(([made, each]) => made <= 350 * each);
  },
);
