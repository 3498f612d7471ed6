import type { Outside, Portal } from "./portals.ts";
import type { World } from "./world.ts";

const hour = 60 * 60_000;

/** One run of what may happen: two portals begin it, each by a clock of its own, and the others follow those that crash. */
export function startRun(world: World, [first, second, ...spares]: Portal[], outside: Outside) {
  const live = [first, second] as Portal[];
  const findings: string[] = [];
  globalThis.simulated = outside;
  for (const portal of [...live, ...spares]) {
    portal.isDead = false;
    portal.forget();
    portal.clockOff = Math.round((world.random() - 0.5) * world.pick([0, 2 * hour, 20 * hour]));
    world.note(`${portal.name}'s clock is ${Math.round(portal.clockOff / 1000)} s ahead`);
  }
  return {
    live,
    findings,
    finding(text: string): void {
      findings.push(text);
      world.note(`FINDING: ${text}`);
    },
    crash(portal: Portal): void {
      const [next] = spares.splice(0, 1);
      if (!next) return;
      world.note(`${portal.name} crashes`);
      portal.isDead = true;
      live[live.indexOf(portal)] = next;
    },
    /** Delivers whatever is on its way. */
    async quiet(): Promise<void> {
      while (!world.isQuiet) await world.deliverOne();
    },
  };
}
