import { builtPortal, command } from "#server/operation/command.ts";

// `npm run declarations`: what waits for the provider, for operators. It uses the portal's build and settings.
const usage = `npm run declarations                        lists what waits, was refused, or is to be passed on by hand
npm run declarations -- resend ID|all       tries one, or all that wait, again now
npm run declarations -- resend refused [--since 2026-11-27T18:00Z]   all that were refused, since their receipt
npm run declarations -- done ID             one to be passed on by hand (byHand) has been: export it first
npm run declarations -- export ID --yes     prints one in full, with personal data`;

type Declarations = Awaited<ReturnType<typeof builtPortal>>["declarations"];
type Task = (declarations: Declarations, id?: string, ...options: string[]) => Promise<string | undefined>;

/** @throws RangeError for what is no time */
function sinceOf([option, time = ""]: string[]): Date | undefined {
  if (option === undefined) return undefined;
  const since = new Date(option === "--since" ? time : "");
  if (Number.isNaN(since.getTime()))
    throw new RangeError("--since takes a time, such as 2026-11-27T18:00Z. Nothing was done.");
  return since;
}

/** Each returns what to print; undefined if there was nothing to do. */
const tasks: Record<string, Task> = {
  async list(declarations) {
    const rows = (await declarations.list()).map(
      ({ id, kind, brand, state, receivedAt, attempts, nextTry, order, deleted }) => [
        id,
        kind,
        brand,
        state,
        receivedAt.toISOString(),
        attempts,
        nextTry?.toISOString() ?? "-",
        order ?? "-",
        deleted?.toISOString() ?? "-",
      ],
    );
    const head = ["id", "kind", "brand", "state", "received", "attempts", "next try", "order", "deleted"];
    return [head, ...rows].map((row) => row.join("\t")).join("\n");
  },
  async resend(declarations, id, ...options) {
    const since = sinceOf(options);
    const count = id && (await declarations.resend(id, since));
    return count ? `${count} will be tried again now.` : undefined;
  },
  async done(declarations, id) {
    return id && (await declarations.finish(id))
      ? "Its confirmation now says that it was passed on."
      : undefined;
  },
  async export(declarations, id, consent) {
    const declaration = id && consent === "--yes" && (await declarations.inFull(id));
    return declaration ? JSON.stringify(declaration, null, 2) : undefined;
  },
};

await command(async () => {
  const { declarations, close } = await builtPortal();
  const [task = "list", ...args] = process.argv.slice(2);
  const run = Object.hasOwn(tasks, task) ? tasks[task] : undefined;
  const result = await run?.(declarations, ...args).finally(close);
  if (!result) throw new Error(`Nothing was done.\n${usage}`);
  console.log(result);
});
