import type { Received } from "#app/declarations/declaration.server.ts";
import type { Portal } from "./portals.ts";
import { type NetworkFate, SimulatedProvider } from "./provider.ts";
import type { SimulatedStore, StoreFate } from "./store.ts";
import type { World } from "./world.ts";

const minute = 60_000;
const hour = 60 * minute;
const brand = "blau";

type Kind = "termination" | "withdrawal" | "objection";

interface Page {
  submissionId: string;
  edition?: string;
}

/** Somebody who declares one thing, however often they press. */
interface Customer {
  kind: Kind;
  contract: string;
  /** The pages that it may be sent from: `""` for a bare post, which has neither id nor stamp. */
  pages: Page[];
  presses: Press[];
}
interface Press {
  customer: Customer;
  portal: Portal;
  /** What the customer was told, with the declaration's id; undefined until then, and for ever after a crash. */
  told?: { said: "received" | "forwarded" | "refused" | "notReceived" | "unclear"; id?: string };
  isOver: boolean;
}

const networks: NetworkFate[][] = [
  ["fine"],
  ["fine", "answer lost", "cut"],
  ["gateway", "fine"],
  ["gateway"],
  ["refused"],
  ["late", "fine"],
  ["answer lost"],
  ["arrives late", "fine", "error"],
  ["error after it", "error", "gateway", "answer lost", "fine", "late", "refused", "cut", "arrives late"],
];
const stores: StoreFate[][] = [
  ["fine"],
  ["fine"],
  ["away"],
  ["away", "fine"],
  ["late", "fine"],
  ["answer lost", "fine"],
  ["answer lost", "late", "away", "fine"],
];

/** Two portals that share a store, with customers who press: one run of what may happen to declarations. */
export async function simulateDeclarations(
  world: World,
  store: SimulatedStore,
  [first, second, ...spares]: Portal[],
): Promise<string[]> {
  /** What the provider got while the store had nothing of it. */
  const unrecorded = new Set<string>();
  const provider = new SimulatedProvider(world, (id) => store.stateOf(id) ?? unrecorded.add(id));
  const live = [first, second] as Portal[];
  const findings: string[] = [];
  const finding = (text: string) => {
    findings.push(text);
    world.note(`FINDING: ${text}`);
  };
  globalThis.simulated = {
    ask: provider.ask.bind(provider) as never,
    queue: () => (world.current as Portal).queue,
  };
  for (const portal of [...live, ...spares]) {
    portal.isDead = false;
    portal.clockOff = Math.round((world.random() - 0.5) * world.pick([0, 2 * hour, 20 * hour]));
  }

  const customers: Customer[] = Array.from({ length: 1 + Math.floor(world.random() * 3) }, (_, index) => {
    const kind = world.pick(["termination", "termination", "withdrawal", "objection"] as const);
    const contract = `${1000 + index}`;
    if (world.chance(0.2)) provider.unknownContracts.add(contract);
    const own: Page = { submissionId: `form ${index}` };
    const page: Page = { submissionId: "", edition: `stamp ${Math.floor(world.random() * 9)}` };
    const bare: Page = { submissionId: "" };
    const pages = [kind === "objection" ? own : world.pick([own, page, bare])];
    return { kind, contract, pages, presses: [] };
  });
  const all = () => customers.flatMap(({ presses }) => presses);
  // Only the store recognizes another page, or a bare post: without it, or after an hour, it is another declaration.
  const storeWorks = world.chance(0.5);
  if (storeWorks)
    for (const { pages } of customers)
      if (pages[0]?.edition) pages.push({ submissionId: "", edition: "later" });
  const isTimeShort = customers.some(
    ({ pages: [first, another] }) => another || !(first?.submissionId || first?.edition),
  );
  let passed = 0;

  /** What the provider knows the customer's declaration by: an objection by its token. */
  const actedFor = (customer: Customer, id: string) =>
    provider.acted.get(customer.kind === "objection" ? customer.contract : id) ?? 0;
  const idsOf = new Map<Customer, Set<string>>();

  function check(press: Press, result: Received) {
    const { customer } = press;
    if (!result.ok) {
      press.told = { said: result.isRefused || !result.mayArrive ? "notReceived" : "unclear" };
      const denied = customer.presses.every((one) => one === press || one.told?.said === "notReceived");
      const ids = idsOf.get(customer) ?? new Set();
      if (press.told.said === "notReceived" && denied)
        for (const id of ids) {
          if (actedFor(customer, id)) finding(`told that ${id} has not arrived, but the provider acted`);
          if (store.stateOf(id)) finding(`told that ${id} has not arrived, but it is stored`);
        }
      return;
    }
    const { declaration, state } = result.kept;
    const { id } = declaration;
    press.told = { said: state === "forwarded" || state === "refused" ? state : "received", id };
    if (state === "forwarded" && !actedFor(customer, id))
      finding(`told that ${id} was passed on: it was not`);
    if (state === "refused") checkRefused(customer, id);
    if (!store.stateOf(id) && !actedFor(customer, id)) finding(`told that ${id} was received: nobody has it`);
  }

  function checkRefused(customer: Customer, id: string) {
    // Known to nobody: sent by another portal without the store, and the provider cannot be asked.
    if (unrecorded.has(id) && provider.unasked.has(id)) return;
    if (actedFor(customer, id)) finding(`${id} counts as refused, but the provider acted`);
    const known = customer.kind === "objection" ? customer.contract : id;
    if (!provider.refused.has(known)) finding(`${id} counts as refused, but the provider never refused it`);
  }

  async function press(customer: Customer, portal: Portal) {
    const { kind, contract, presses } = customer;
    const page = world.pick(customer.pages);
    const it: Press = { customer, portal, isOver: false };
    presses.push(it);
    const body = (id: string) => {
      idsOf.set(customer, (idsOf.get(customer) ?? new Set()).add(id));
      return kind === "objection" ? { token: contract } : { contractNumber: contract };
    };
    const draft = {
      ...{ kind, brand, language: "de" as const, traceId: `trace-${presses.length}`, body: body as never },
      ...{ submissionId: page.submissionId, edition: page.edition, content: { contract, seed: world.name } },
      facts: {},
    } as const;
    await world.settle(() => {
      world.note(`press: ${kind} ${contract}, ${page.submissionId || page.edition || "bare"}`);
      portal.declarations
        .receive(draft)
        .then((result) => {
          if (!portal.isDead) check(it, result);
          if (!portal.isDead) world.note(`told: ${it.told?.said} ${it.told?.id ?? ""}`);
        })
        .catch((error: Error) => portal.isDead || finding(`a press ended with ${error.stack}`))
        .finally(() => {
          it.isOver = true;
        });
    }, portal);
  }

  const working = new Set<Portal>();
  async function work(portal: Portal) {
    if (working.has(portal)) return;
    working.add(portal);
    const round = async () => {
      await portal.queue.sweep();
      await portal.declarations.forwardDue(portal.queue, () => !portal.isDead);
    };
    // Its failures are those of the store; it comes back.
    await world.settle(
      () =>
        void round()
          .catch(() => {})
          .finally(() => working.delete(portal)),
      portal,
    );
  }

  function crash(portal: Portal) {
    const [next] = spares.splice(0, 1);
    if (!next) return;
    world.note(`${portal.name} crashes`);
    portal.isDead = true;
    live[live.indexOf(portal)] = next;
  }

  const pass = async (ms: number) => {
    if (isTimeShort && passed + ms > 50 * minute) return;
    passed += ms;
    await world.pass(ms);
  };

  const steps = 30 + Math.floor(world.random() * 90);
  for (let step = 0; step < steps; step++) {
    const chance = world.random();
    if (chance < 0.62 && !world.isQuiet) await world.deliverOne();
    else if (chance < 0.75) await press(world.pick(customers), world.pick(live));
    else if (chance < 0.83) await work(world.pick(live));
    else if (chance < 0.87) provider.fates = world.pick(networks);
    else if (chance < 0.91) store.fates = storeWorks ? ["fine"] : world.pick(stores);
    else if (chance < 0.93) crash(world.pick(live));
    else await pass(world.pick([1000, 5000, minute, hour, 3 * hour]));
  }

  // All is well again: whatever waits is passed on.
  world.note("all is well again");
  provider.fates = ["fine"];
  store.fates = ["fine"];
  const quiet = async () => {
    while (!world.isQuiet) await world.deliverOne();
  };
  await quiet();
  // What the provider refuses, or has and does not say, may wait for ever: it is on the operator's list.
  const waiting = () =>
    customers.some((customer) =>
      [...(idsOf.get(customer) ?? [])].some(
        (id) =>
          store.stateOf(id) === "waiting" &&
          !actedFor(customer, id) &&
          !provider.unknownContracts.has(customer.contract),
      ),
    );
  for (let round = 0; round < 40 && (round < 2 || waiting()); round++) {
    await world.pass(5 * minute);
    await quiet();
    for (const portal of live) await work(portal);
    await quiet();
  }
  if (waiting()) finding("something waits for ever");
  if (all().some(({ isOver }) => !isOver)) finding("a press never ends");

  for (const customer of customers) {
    const ids = [...(idsOf.get(customer) ?? [])];
    const acted = ids.filter((id) => actedFor(customer, id));
    if (customer.kind !== "objection" && acted.length > 1) finding(`declared twice: ${acted.join(", ")}`);
    for (const id of ids) {
      const state = store.stateOf(id);
      if (state === "forwarded" && !actedFor(customer, id)) finding(`${id} counts as passed on, but is not`);
      if (state === "refused") checkRefused(customer, id);
    }
    const { presses } = customer;
    if (presses.length > 0 && presses.every(({ told }) => told?.said === "notReceived")) {
      const arrived = ids.filter((id) => actedFor(customer, id) || store.stateOf(id));
      if (arrived.length > 0) finding(`told that it has not arrived, then ${arrived.join(", ")} did`);
    }
    for (const { told } of presses)
      if (told?.id) {
        const state = store.stateOf(told.id);
        const isListed = state !== undefined && state !== "forwarded";
        if (!actedFor(customer, told.id) && !isListed) finding(`${told.id} was received, and is lost`);
        await find(customer, told.id);
      }
  }
  for (const [id, times] of provider.acted) if (times !== 1) finding(`${id} acted ${times} times`);
  return findings;

  /** Its receipt, as the portal finds it again. */
  async function find({ kind }: Customer, id: string) {
    const [portal] = live as [Portal];
    let found = false;
    await world.settle(() => {
      portal.declarations.findDeclaration(kind, brand, id).then(({ kept }) => {
        found = kept !== undefined;
      });
    }, portal);
    await quiet();
    if (!found && !provider.acted.has(id) && kind !== "objection") finding(`no receipt of ${id} is found`);
  }
}
