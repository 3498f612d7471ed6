import { changeClockBySignal } from "../../tests/support/clock.ts";
import { limitFiles } from "../../tests/support/limit-files.ts";
import type { Portal } from "../../tests/support/portal.ts";
import { startRedis } from "../../tests/support/redis-server.ts";
import { repeat, type Trouble } from "./trouble.ts";

/** What a machine, a proxy or a store of another kind does to portals; the tests have the same for customers. */
export function surroundings(one: Portal, two: Portal): Trouble[] {
  const restartBoth = (changed?: Record<string, string>) =>
    Promise.all([one.restart(changed), two.restart(changed)]);
  return [
    {
      title: "The clock of a portal is set back an hour, and right again",
      async begin() {
        await two.restart(changeClockBySignal());
        const stop = repeat(3000, () => process.kill(Number(two.pid), "SIGUSR2"));
        return async () => {
          stop();
          await two.restart();
        };
      },
      expected: [],
    },
    {
      title: "A portal may open no further files",
      async begin() {
        limitFiles(two, 0);
        return () => limitFiles(two, 10_000);
      },
      // What it has open goes on, metrics too; the other portal gets the rest.
      expected: [],
    },
    {
      title: "A proxy hides the origin of forms (Referrer-Policy: no-referrer)",
      async begin() {
        const form = { "Content-Type": "application/x-www-form-urlencoded" };
        const headers = { ...form, Origin: "null", "Sec-Fetch-Site": "same-origin" };
        const post = () =>
          fetch(`${one.origin}/kuendigung`, { method: "POST", headers, body: "lastName=Muster" });
        return repeat(50, () => void post().catch(() => {}));
      },
      expected: [],
    },
    {
      title: "Sessions are in a Redis that speaks RESP2 alone",
      async begin() {
        const resp2 = await startRedis(undefined, ["--rename-command", "HELLO", ""]);
        await restartBoth({ SESSION_STORE: resp2.url });
        return async () => {
          await restartBoth();
          await resp2.stop();
        };
      },
      expected: [],
    },
  ];
}
