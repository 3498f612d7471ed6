import type { Received } from "#app/declarations/declaration.server.ts";
import type { Receipt } from "#app/domain/receipt.ts";
import { type Page, stateOf } from "./browser.ts";
import { networks } from "./network.ts";
import type { Portal } from "./portals.ts";
import { Proofs } from "./proofs.ts";
import { SimulatedProvider } from "./provider.ts";
import { startRun } from "./run.ts";
import { type SimulatedStore, stores, told } from "./store.ts";
import type { World } from "./world.ts";

const minute = 60_000;
const noSessions = {} as never;
const hour = 60 * minute;
const brand = "blau";

const byWorker = "sent by a worker";

const kinds = ["termination", "termination", "withdrawal", "objection"] as const;
type Kind = (typeof kinds)[number];

interface Form {
  submissionId: string;
  stamp?: string;
}

/** Somebody who declares one thing, however often they press. */
interface Customer {
  kind: Kind;
  contract: string;
  /** The pages' forms that it may be sent from: `""` for a bare post, which has neither id nor stamp. */
  forms: Form[];
  presses: Press[];
}
interface Press {
  customer: Customer;
  portal: Portal;
  /** What the customer read, with the declaration's id; undefined until then, and for ever after a crash. */
  told?: { said: "received" | "forwarded" | "refused" | "notReceived" | "unclear"; id?: string };
  /** What came of it, also after it was over. */
  deeds: string[];
  isOver: boolean;
}

const receiptPages = {
  termination: "/kuendigung/bestaetigung",
  withdrawal: "/widerruf/bestaetigung",
} as const;
const receiptOf = (kind: keyof typeof receiptPages, id: string, portal: Portal) =>
  `${receiptPages[kind]}?${new URLSearchParams({ brand, ref: portal.referenceOf(kind, brand, id) })}`;

const person = { firstName: "Ada", lastName: "Beispiel" };
const bodyOf = (kind: Kind, contract: string, proofAnnounced: boolean) =>
  ({
    objection: { token: contract },
    withdrawal: { ...person, contractReference: contract, email: "" },
    termination: {
      customer: person,
      contractNumber: contract,
      cancellationType: "Regular",
      reason: "None",
      selectTerminationDate: "now",
      confirmation: {},
      language: "de",
      proofAnnounced,
    },
  })[kind];

/** Two portals that share a store, with customers who press: one run of what may happen to declarations. */
export const simulateDeclarations = (world: World, portals: Portal[], store: SimulatedStore) =>
  simulate(world, portals, store, false);

/** The same with proofs: apart, so that the schedules of a seed stay what they were. */
export const simulateProofs = (world: World, portals: Portal[], store: SimulatedStore) =>
  simulate(world, portals, store, true);

async function simulate(
  world: World,
  portals: Portal[],
  store: SimulatedStore,
  hasProofs: boolean,
): Promise<string[]> {
  /** What the provider did for attempts that no store knows of. */
  const unrecorded = new Set<string>();
  const provider = new SimulatedProvider(world, (id) => {
    if (!world.deeds.includes(told) && !world.deeds.includes(byWorker)) unrecorded.add(id);
  });
  const { live, findings, finding, crash, quiet } = startRun(world, portals, {
    ask: provider.ask.bind(provider) as never,
    queue: () => (world.current as Portal).queue,
    sessions: noSessions,
  });

  const customers: Customer[] = Array.from({ length: 1 + Math.floor(world.random() * 3) }, (_, index) => {
    const kind = hasProofs ? "termination" : world.pick(kinds);
    const contract = `${1000 + index}`;
    if (world.chance(0.2)) provider.unknownContracts.add(contract);
    const own: Form = { submissionId: `form ${index}` };
    const page: Form = { submissionId: "", stamp: `stamp ${Math.floor(world.random() * 9)}` };
    const bare: Form = { submissionId: "" };
    const forms = [kind === "objection" ? own : world.pick([own, page, bare])];
    return { kind, contract, forms, presses: [] };
  });
  const all = () => customers.flatMap(({ presses }) => presses);
  // Only the store recognizes another page, or a bare post: without it, or after an hour, it is another declaration.
  const storeWorks = world.chance(0.5);
  if (storeWorks)
    for (const { forms } of customers) if (forms[0]?.stamp) forms.push({ submissionId: "", stamp: "later" });
  const isTimeShort = customers.some(
    ({ forms: [first, another] }) => another || !(first?.submissionId || first?.stamp),
  );
  let passed = 0;
  if (hasProofs) provider.listsProofs = world.chance(0.7);
  const proofs = new Proofs(world, provider, () => world.pick(live), { finding, storeWorks });

  /** What the provider knows the customer's declaration by: an objection by its token. */
  const actedFor = (customer: Customer, id: string) =>
    provider.acted.get(customer.kind === "objection" ? customer.contract : id) ?? 0;
  const idsOf = new Map<Customer, Set<string>>();
  /** As their receipts have shown it. */
  const receivedAt = new Map<string, string | undefined>();

  function check(press: Press, result: Received) {
    const { customer } = press;
    if (!result.ok) {
      press.told = { said: result.mayArrive ? "unclear" : "notReceived" };
      return;
    }
    const { declaration, state } = result.stored;
    const { id } = declaration;
    press.told = { said: state === "forwarded" || state === "refused" ? state : "received", id };
    if (state === "forwarded" && !actedFor(customer, id))
      finding(`told that ${id} was passed on: it was not`);
    if (state === "refused") checkRefused(customer, id);
    if (!store.stateOf(id) && !actedFor(customer, id)) finding(`told that ${id} was received: nobody has it`);
  }

  /** "It was not accepted when we passed it on; it may be there already": so the provider must have said no. */
  function checkRefused(customer: Customer, id: string) {
    const known = customer.kind === "objection" ? customer.contract : id;
    if (!provider.refused.has(known)) finding(`${id} counts as refused, but the provider never refused it`);
    // Of an attempt that no store knows of, only the provider can tell.
    if (unrecorded.has(known) && provider.unasked.has(known)) return;
    if (unrecorded.has(known) && customer.kind === "objection") return;
    if (actedFor(customer, id)) finding(`${id} counts as refused, but the provider acted`);
  }

  async function press(customer: Customer, portal: Portal) {
    const { kind, contract, presses } = customer;
    const page = world.pick(customer.forms);
    const it: Press = { customer, portal, deeds: [], isOver: false };
    presses.push(it);
    const body = (id: string) => {
      idsOf.set(customer, (idsOf.get(customer) ?? new Set()).add(id));
      return bodyOf(kind, contract, hasProofs);
    };
    const draft = {
      kind,
      brand,
      language: "de" as const,
      traceId: `trace-${presses.length}`,
      body: body as never,
      submissionId: page.submissionId,
      stamp: page.stamp,
      content: { contract, seed: world.name },
      facts: {},
    } as const;
    await world.settle(
      () => {
        world.note(`press: ${kind} ${contract}, ${page.submissionId || page.stamp || "bare"}`);
        portal.declarations
          .receiveDeclaration(draft)
          .then((result) => {
            if (!portal.isDead) check(it, result);
            if (!portal.isDead) world.note(`told: ${it.told?.said} ${it.told?.id ?? ""}`);
          })
          .catch((error: Error) => portal.isDead || finding(`a press ended with ${error.stack}`))
          .finally(() => {
            it.isOver = true;
          });
      },
      portal,
      it.deeds,
    );
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
      [byWorker],
    );
  }

  async function lookAgain() {
    const received = customers.flatMap((customer) =>
      customer.presses.flatMap(({ told: tell }) => (tell?.id ? [{ customer, id: tell.id }] : [])),
    );
    if (received.length === 0) return;
    const { customer, id } = world.pick(received);
    await look(customer, id, world.pick(live));
  }

  async function sendProof() {
    const receipts = customers.flatMap(({ presses }) => presses.flatMap(({ told }) => told?.id ?? []));
    if (receipts.length > 0)
      await proofs.send(receiptOf("termination", world.pick(receipts), world.pick(live)));
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
    else if (chance < 0.75 && hasProofs && world.chance(0.6)) await sendProof();
    else if (chance < 0.75) await press(world.pick(customers), world.pick(live));
    else if (chance < 0.82) await work(world.pick(live));
    else if (chance < 0.84) await lookAgain();
    else if (chance < 0.87) provider.fates = world.pick(networks);
    else if (chance < 0.91) store.fates = storeWorks ? ["fine"] : world.pick(stores);
    else if (chance < 0.93) crash(world.pick(live));
    else await pass(world.pick([1000, 5000, minute, hour, 3 * hour]));
  }

  // All is well again: whatever waits is passed on.
  world.note("all is well again");
  provider.fates = ["fine"];
  store.fates = ["fine"];
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
  if (hasProofs) await proofs.end(quiet);
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
    for (const { told: tell, deeds } of customer.presses)
      if (tell?.said === "notReceived" && deeds.length > 0)
        finding(`told that it was not received this time, but ${deeds.join(", ")}`);
    for (const { told: tell } of customer.presses)
      if (tell?.id) {
        const { id } = tell;
        const state = store.stateOf(id);
        const isListed = state !== undefined && state !== "forwarded";
        if (!actedFor(customer, id) && !isListed) finding(`${id} was received, and is lost`);
        const found = await look(customer, id, live[0] as Portal);
        await quiet();
        if (customer.kind !== "objection" && (state || provider.style.hasAdditions) && found.status !== 200)
          finding(`no receipt of ${id} is found: ${found.status}`);
      }
  }
  for (const [id, times] of provider.acted) if (times !== 1) finding(`${id} acted ${times} times`);
  return findings;

  /** Whether what a receipt shows is so, and is what earlier ones showed. */
  function checkReceipt(kind: keyof typeof receiptPages, id: string, { errors, loaderData, parts }: Page) {
    const shown = errors
      ? undefined
      : (loaderData[`${kind}-confirmation`] as { receipt?: Receipt } | undefined);
    if (!shown) return;
    const receipt = shown.receipt ?? parts.receipt;
    if (!receipt) return finding(`the page of ${id} shows no receipt`);
    const [received] = receipt.received.rows;
    // Without steps, it was passed on at once.
    const [, passedOn = { done: true }] = receipt.steps;
    if (passedOn.done && !provider.acted.has(id)) finding(`the receipt of ${id} says that it was passed on`);
    const [customer] = customers.filter((customer) => idsOf.get(customer)?.has(id));
    const text = JSON.stringify(receipt);
    const others = customers.filter((other) => other !== customer && text.includes(`"${other.contract}"`));
    if (others.length > 0) finding(`the receipt of ${id} shows somebody else's contract`);
    // The provider need not repeat what was declared.
    const isStored = storeWorks && store.stateOf(id) !== undefined;
    if (isStored && customer && !text.includes(`"${customer.contract}"`))
      finding(`the receipt of ${id} does not show what was declared`);
    const before = receivedAt.get(id) ?? received?.value;
    // Without the store, two portals may each have received it.
    if (storeWorks && before !== received?.value)
      finding(`the receipts of ${id} differ: ${before}, ${received?.value}`);
    receivedAt.set(id, received?.value);
  }

  /** Its receipt, by the link that the customer was given. */
  async function look({ kind }: Customer, id: string, portal: Portal) {
    const found: { status?: number } = {};
    if (kind === "objection") return found;
    await world.settle(() => {
      world.note(`looks at the receipt of ${id}`);
      portal
        .handle(new Request(`http://portal.example${receiptOf(kind, id, portal)}`))
        .then(async (response) => {
          found.status = response.status;
          const page = (await response.json()) as Page;
          if (!portal.isDead) checkReceipt(kind, id, page);
          const state = stateOf(page);
          world.note(`its receipt: ${state ?? response.status}`);
          if (state === "NotFound" && !portal.isDead) finding(`the receipt of ${id} is not found`);
        })
        .catch((error: Error) => portal.isDead || finding(`a receipt ended with ${error.stack}`));
    }, portal);
    return found;
  }
}
