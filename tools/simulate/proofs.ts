import type { Receipt } from "#app/domain/receipt.ts";
import type { ProofState } from "#app/routes/termination/termination-receipt.server.ts";
import { Browser, type View } from "./browser.ts";
import type { Portal } from "./portals.ts";
import { proofName, type SimulatedProvider } from "./provider.ts";
import type { World } from "./world.ts";

interface Shown {
  id: string;
  told?: Receipt["proof"];
  upload?: string;
  proof?: Pick<ProofState, "lost" | "waits">;
}
const page = "termination-confirmation";
const notTaken = Number.POSITIVE_INFINITY;
const notTold = Number.POSITIVE_INFINITY;
/** Of a page that looks again by itself. */
const maxLooks = 60;
/** In bytes: a customer has two files. */
const sizes = [40, 50];

/** Customers who send proofs to their receipts, what they read about them, and whether that is so. */
export class Proofs {
  readonly #world: World;
  readonly #provider: SimulatedProvider;
  readonly #browser: Browser;
  readonly #finding: (text: string) => void;
  /** Those that have read that their proof has not arrived. */
  readonly #denied: View[] = [];
  /** When proofs were first shown as arrived. */
  readonly #told = new Map<string, number>();
  readonly #storeWorks: boolean;

  constructor(
    world: World,
    provider: SimulatedProvider,
    portal: () => Portal,
    { finding, storeWorks }: { finding: (text: string) => void; storeWorks: boolean },
  ) {
    this.#world = world;
    this.#provider = provider;
    this.#finding = finding;
    this.#storeWorks = storeWorks;
    this.#browser = new Browser(world, portal, (view) => this.#judge(view));
  }

  /** @param receipt its path and query */
  async send(receipt: string): Promise<void> {
    const world = this.#world;
    // Now and then the page that was shown last is loaded again.
    const last = this.#browser.seen.at(-1);
    if (last && world.chance(0.4)) {
      const { asked, url, refresh } = last;
      const next = refresh && refresh.at <= world.now ? refresh.path : url.pathname + url.search;
      if (world.chance(0.5)) return this.#browser.go("GET", next);
      return this.#browser.go(asked.method, asked.path, asked.fields, world.chance(0.1));
    }
    const file = `${world.pick(sizes)}`;
    world.note(`sends a proof of ${file} bytes`);
    await this.#browser.go("POST", receipt, { file }, world.chance(0.1));
    if (world.chance(0.3)) await this.#browser.go("POST", receipt, { file }, world.chance(0.1));
  }

  #judge({ asked, url, page: { errors, loaderData, actionData }, since, ...view }: View): void {
    const shown = errors ? undefined : (loaderData[page] as Shown | undefined);
    if (!shown) return;
    const { id, proof } = shown;
    const taken = this.#provider.proofs.get(id);
    const wasThere = (size: number) => (taken?.get(size) ?? notTaken) < since;
    const isListed = (size: number) => shown.told?.rows.some(({ label }) => label === proofName(size));
    const listed = sizes.filter(isListed);
    const told = (actionData?.[page] as Shown | undefined)?.upload ?? shown.upload;
    const size = Number(asked.fields.file ?? url.searchParams.get("bytes"));
    this.#world.note(`sees ${told ?? "its receipt"}, with proofs of ${listed.join(", ") || "none"}`);
    const isArrived = asked.method === "POST" && !told;
    for (const arrived of [...listed, ...(isArrived ? [size] : [])])
      if (!taken?.has(arrived)) this.#finding(`a proof of ${id} reads as arrived`);
    if (told === "failed") this.#denied.push({ asked, url, page: {} as never, since, ...view });
    // The answer to a post speaks of this sending, whatever an earlier one did; an address with its size asks for the proof.
    const isAsked = url.searchParams.has("upload");
    if (told === "failed" && isAsked && wasThere(size) && !listed.includes(size))
      this.#finding(`told that a proof of ${id} has not arrived`);
    // While the store does not know that the provider has the declaration, nobody knows of its proof either.
    if (proof?.lost && !proof.waits && sizes.some(wasThere))
      this.#finding(`told that ${id} lacks a proof that it has`);
    // Where only the answer to the upload says so, the portals' store has to remember it.
    const { listsProofs, style } = this.#provider;
    if (listsProofs && style.hasAdditions) return;
    for (const before of this.#storeWorks && proof ? sizes : [])
      if ((this.#told.get(`${id} ${before}`) ?? notTold) < since && !listed.includes(before))
        this.#finding(`a proof of ${id} is forgotten`);
    const name = `${id} ${size}`;
    if (isArrived && !this.#told.has(name)) this.#told.set(name, this.#world.step);
  }

  /** Once all is well: what was unknown has an end, and what was denied has not happened since. */
  async end(quiet: () => Promise<void>): Promise<void> {
    const { seen } = this.#browser;
    const last = seen.findLast(({ url }) => url.searchParams.has("upload"));
    let next = last && last.url.pathname + last.url.search;
    for (let look = 0; next && look < maxLooks; look++) {
      await this.#browser.go("GET", next);
      await quiet();
      const { refresh } = seen.at(-1) ?? {};
      await this.#world.pass(Math.max(0, (refresh?.at ?? 0) - this.#world.now));
      next = refresh?.path;
    }
    if (next) this.#finding("a proof is checked for ever");
    for (const { asked, deeds } of this.#denied)
      if (deeds.some((deed) => deed.endsWith(`proof of ${asked.fields.file} bytes`)))
        this.#finding("told that a proof has not arrived, but it has");
    if (this.#browser.underWay > 0) this.#finding("a request with a proof never ends");
  }
}
