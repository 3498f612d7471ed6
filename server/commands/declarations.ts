import { builtPortal, command } from "#server/operation/command.ts";

// `npm run declarations`: what waits for the provider, for operators. It uses the portal's build and settings.
const usage = `npm run declarations                        lists what waits, was refused, or is to be passed on by hand
npm run declarations -- resend ID|all       tries one, or all that wait, again now; Ctrl-C stops it
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

const several = { all: "waiting", refused: "refused" } as const;
const isSeveral = (which: string): which is keyof typeof several => Object.hasOwn(several, which);

/** Tells an operator how far it is after so many. */
const progressEvery = 5000;

async function resendSeveral(declarations: Declarations, which: keyof typeof several, since?: Date) {
  const state = several[which];
  let isStopped = false;
  const stop = () => {
    isStopped = true;
  };
  process.once("SIGINT", stop);
  const { [state]: all } = await declarations.backlog();
  let done = 0;
  let told = 0;
  for await (const count of declarations.resendAll(state, since)) {
    done = count;
    if (isStopped) return `${done} will be tried again now. Broken off: the same command goes on.`;
    if (done - told < progressEvery) continue;
    told = done;
    console.error(since ? `${done} so far` : `${done} of ${all}`);
  }
  process.off("SIGINT", stop);
  return done > 0 ? `${done} will be tried again now.` : undefined;
}

/** Each prints, or returns what to print; undefined if there was nothing to do. */
const tasks: Record<string, Task> = {
  async list(declarations) {
    console.log("id\tkind\tbrand\tstate\treceived\tattempts\tnext try\torder\tdeleted");
    for await (const one of declarations.list()) {
      const { id, kind, brand, state, receivedAt, attempts, nextTry, order, deleted } = one;
      const times = [nextTry?.toISOString() ?? "-", order ?? "-", deleted?.toISOString() ?? "-"];
      console.log([id, kind, brand, state, receivedAt.toISOString(), attempts, ...times].join("\t"));
    }
    return "";
  },
  async resend(declarations, id = "", ...options) {
    const since = sinceOf(options);
    if (isSeveral(id)) return resendSeveral(declarations, id, since);
    return (await declarations.resend(id)) ? "1 will be tried again now." : undefined;
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

await command(usage, async () => {
  const { declarations, close } = await builtPortal();
  const [task = "list", ...args] = process.argv.slice(2);
  const run = Object.hasOwn(tasks, task) ? tasks[task] : undefined;
  const result = await run?.(declarations, ...args).finally(close);
  if (result === undefined) throw new Error(`Nothing was done.\n${usage}`);
  if (result !== "") console.log(result);
});
