import type { Acceptance } from "#app/backend/contract/order.ts";
import {
  type Answer,
  type Clock,
  clockOf,
  type EndOfOffer,
  isEnded,
  newOrder,
  nextOfOrder,
  type OrderEvent,
  type OrderLife,
  type Says,
} from "#app/outcome/order-life.ts";
import { isSent, mayReset, type Told, toldOf } from "#app/outcome/order-told.ts";

/**
 * The world around an order's life: two browsers with two tabs each, a store, and a provider. The rules are the product's
 * own, `nextOfOrder` and `toldOf`; what is here is what happens to them.
 */
export interface Assumptions {
  /** The provider answers a key that it knows as it did the first time. */
  remembersKeys: boolean;
  /** The provider takes no second order while the first is in force. */
  refusesSecond: boolean;
  /** By how many writes a read may be behind, until two minutes have passed. */
  readsBehind: number;
  /** What may go wrong in one story, in all. */
  faults: number;
  /** How often customers press, in all. */
  presses: number;
  /** How many tabs each browser has. */
  tabs: number[];
}

interface Order {
  id: string;
  key: string;
  by: number;
  isPaid: boolean;
  state: "inForce" | "reset" | "cancelled";
}
interface Call {
  key: string;
  shown: string;
  presses: number;
  by: number;
  since: number;
  /** Nobody waits for its answer. */
  isLost?: boolean;
}
interface Tab {
  /** What its page tells, with the number that its button would end. */
  page?: string;
  ends?: string;
  /** A press or a look that is stored, and not sent yet. */
  toSend?: Call;
  /** It has acted; its answer is on its way. */
  answer?: { call: Call; answer: Answer };
}
interface Browser {
  life?: OrderLife;
  /** What its store held before: what a replica behind it may still say. */
  before?: OrderLife;
  /** Its store has lost what it held. */
  isLost?: true;
  /** A write whose end nobody knows, and which may arrive. */
  late?: OrderLife;
  tabs: Tab[];
}
interface World {
  browsers: Browser[];
  orders: Order[];
  /** What reads may still show, the newest last. */
  shown: Order[][];
  answers: Record<string, string>;
  /** On their way to the provider. */
  calls: Call[];
  time: number;
  faults: number;
  presses: number;
  keys: number;
  /** By the keys of which presses have sent. */
  sent: string[];
}

// What is sent is the same in every story.
const body = {} as Acceptance;

const newWorld = ({ faults, presses, tabs }: Assumptions): World => ({
  browsers: tabs.map((count) => ({ tabs: Array.from({ length: count }, () => ({})) })),
  orders: [],
  shown: [[]],
  answers: {},
  calls: [],
  time: 0,
  faults,
  presses,
  keys: 0,
  sent: [],
});

const inForce = (orders: Order[]): Order | undefined => orders.find(({ state }) => state === "inForce");

function saysOf(orders: Order[]): Says {
  const order = inForce(orders);
  if (order) return { says: "order", order: { orderId: order.id }, payment: order.isPaid ? "paid" : "open" };
  const isCancelled = orders.at(-1)?.state === "cancelled";
  const code: EndOfOffer = "OfferCancelled";
  return isCancelled ? { says: "over", code } : { says: "open" };
}

/** A step of time is a minute, of which half makes a call overdue. */
const clockAt = (life: OrderLife | undefined, time: number): Clock => clockOf(life, time * 60_000, 30_000);
/** A read of the provider: as it is, and for a fault each as it was, hidden, closed, or without a word. */
/** What a browser may read, with the faults that are left. */
function* reads(world: World, by: number, behind: number): Generator<Read> {
  const { life } = world.browsers[by] as Browser;
  for (const read of allReads(world, behind)) {
    const { says, costs } = read;
    if (world.faults < costs) continue;
    const isBehind = says.says === "order" && isEnded(life, says.order);
    yield { ...read, says: isBehind ? { says: "nothing" } : says };
  }
}

interface Read {
  says: Says;
  costs: number;
  name: string;
  isCurrent: boolean;
}
function* allReads(world: World, behind: number): Generator<Read> {
  yield { says: saysOf(world.orders), costs: 0, name: "", isCurrent: true };
  const order = inForce(world.orders);
  if (order) {
    const code = order.isPaid ? "OfferConsumed" : "OfferAbandonedPayment";
    yield {
      says: { says: "taken", code, of: "offer" },
      costs: 1,
      name: ", its summary cannot be read",
      isCurrent: true,
    };
  }
  for (const old of world.shown.slice(0, -1).slice(-behind || world.shown.length))
    yield { says: saysOf(old), costs: 1, name: ", and reads behind", isCurrent: false };
  yield { says: { says: "nothing" }, costs: 1, name: ", and nothing can be read", isCurrent: true };
  yield { says: { says: "closed" }, costs: 1, name: ", and the provider is closed", isCurrent: true };
}

interface Step {
  story: string;
  world: World;
  /** A promise that is broken by it. */
  broken?: string;
}

function* stepsOf(world: World, assumed: Assumptions): Generator<Step> {
  for (const [by, browser] of world.browsers.entries()) {
    for (const [tab, { toSend, answer, page, ends }] of browser.tabs.entries()) {
      const who = `browser ${by + 1}, tab ${tab + 1}`;
      if (toSend) yield* sendings(world, by, tab, who, assumed);
      else if (answer) yield* answers(world, by, tab, who);
      else {
        yield* looks(world, by, tab, who, assumed);
        if (page === "goOn" || page === "pressAgain" || page === "refused")
          yield* presses(world, by, tab, who, assumed);
        if (page === "goOn") yield* saves(world, by, tab, who);
        if (ends) yield* resets(world, by, tab, who, ends);
        if (page === "unpaid") yield* pays(world, by, tab, who);
      }
    }
    yield* stores(world, by);
  }
  yield* arrivals(world, assumed);
  yield* time(world);
}

const copy = (world: World): World => JSON.parse(JSON.stringify(world)) as World;

function event(browser: Browser, happened: OrderEvent): ReturnType<typeof nextOfOrder> | undefined {
  return browser.life && nextOfOrder(browser.life, happened);
}

function keep(browser: Browser, life: OrderLife): void {
  if (JSON.stringify(browser.life) === JSON.stringify(life)) return;
  if (browser.life) browser.before = browser.life;
  browser.life = life;
}

/** What a page tells, set against what is true. */
function shows(
  world: World,
  [by, tab]: [number, number],
  told: PageTold,
  says: Says,
  isCurrent: boolean,
  life = world.browsers[by]?.life,
): string | undefined {
  const browser = world.browsers[by] as Browser;
  browser.tabs[tab] = {
    ...(hasButton.has(told.tells) && { page: told.tells }),
    ...(told.tells === "unpaid" && { ends: told.ends.orderId }),
  };
  const order = inForce(world.orders);
  const isOurs =
    order?.by === by &&
    !browser.isLost &&
    life !== undefined &&
    (life.is !== "editing" || life.shown === order.key.split("-")[0]);
  const mayCome = world.calls.some((call) => call.by === by);
  const claims = tellsOfOrder.has(told.tells);
  if (claims && !order && isCurrent && !mayCome) {
    const knows = life !== undefined && (isSent(life) || life.is === "over");
    // An order that was there is told for two minutes, as what contradicts it may be behind.
    const isLong = clockAt(life, world.time) === "long";
    if (!knows) return "an order is told of, and nothing was ordered";
    if (says.says === "over" || (says.says === "open" && isLong))
      return "an order is told of that the provider has ended";
  }
  if (order && isCurrent) {
    // What the provider says of this press, it does not say of another one's that this session does not know of.
    const isOfOther = told.tells === "refused" && (order.by !== by || browser.isLost);
    if ((told.tells === "goOn" || denies.has(told.tells)) && !isOfOther)
      return "an order is denied that is there";
    if (told.tells === "placed" && told.payment === "paid" && !order.isPaid) return "unpaid is told as paid";
    if (told.tells === "unpaid" && order.isPaid) return "paid is told as unpaid";
  }
  if (order && isOurs && (told.tells === "goOn" || denies.has(told.tells)) && life?.is !== "over")
    return "an own order is denied, as reads are behind";
  if (mayCome && (told.tells === "pressAgain" || told.tells === "refused"))
    return "an order is denied that may still come";
  return undefined;
}
const tellsOfOrder = new Set<string>([
  ...["placed", "unpaid", "paying", "paymentUnknown", "paymentState", "follows", "unreadable", "exists"],
]);
const hasButton = new Set<string>(["goOn", "refused", "pressAgain", "unpaid"]);
const denies = new Set<string>(["refused", "pressAgain", "over", "ended"]);

type PageTold = Told | { tells: "refused" };

function* looks(world: World, by: number, tab: number, who: string, assumed: Assumptions): Generator<Step> {
  for (const { says, costs, name, isCurrent } of reads(world, by, assumed.readsBehind)) {
    const next = copy(world);
    next.faults -= costs;
    const browser = next.browsers[by] as Browser;
    const clock = clockAt(browser.life, next.time);
    const looked = event(browser, {
      event: "looked",
      says,
      clock,
      now: next.time * 60_000,
      fresh: `k${next.keys}`,
    });
    if (looked) {
      if (looked.life.shown === `k${next.keys}`) next.keys += 1;
      keep(browser, looked.life);
      if (looked.does === "storeAndSend" && "key" in looked.life) {
        const { key, shown, presses } = looked.life as OrderLife & { key: string; presses: number };
        if (!next.sent.includes(key)) {
          yield {
            story: `${who} looks${name}`,
            world: next,
            broken: "a look sends an order for the first time",
          };
          continue;
        }
        (browser.tabs[tab] as Tab).toSend = { key, shown, presses, by, since: next.time };
        yield { story: `${who} looks${name}: it is sent again`, world: next };
        continue;
      }
    }
    const told = toldOf(browser.life, says, clockAt(browser.life, next.time));
    if (told.tells === "goOn" && !browser.life) browser.life = newOrder(`k${next.keys++}`);
    const broken = shows(next, [by, tab], told, says, isCurrent);
    yield { story: `${who} looks${name}, and reads ${told.tells}`, world: next, ...(broken && { broken }) };
  }
}

function* presses(world: World, by: number, tab: number, who: string, assumed: Assumptions): Generator<Step> {
  if (world.presses === 0) return;
  for (const { says, costs, name } of reads(world, by, assumed.readsBehind)) {
    for (const store of ["written", "failed", "unknown"] as const) {
      const isFault = store === "written" ? 0 : 1;
      if (world.faults < costs + isFault) continue;
      const next = copy(world);
      next.faults -= costs + isFault;
      next.presses -= 1;
      const browser = next.browsers[by] as Browser;
      if (!browser.life) continue;
      const clock = clockAt(browser.life, next.time);
      const pressed = nextOfOrder(browser.life, {
        event: "pressed",
        body,
        now: next.time * 60_000,
        says,
        clock,
      });
      if (pressed.does !== "storeAndSend") {
        if (isFault) continue;
        // It is led to its confirmation.
        browser.tabs[tab] = {};
        yield { story: `${who} presses${name}: nothing is sent`, world: next };
        continue;
      }
      const after = nextOfOrder(pressed.life, { event: "stored", end: store });
      if (store === "written") keep(browser, pressed.life);
      if (store === "unknown") browser.late = pressed.life;
      if (after.does === "send") {
        const { key, shown, presses: times } = pressed.life as OrderLife & { key: string; presses: number };
        (browser.tabs[tab] as Tab).toSend = { key, shown, presses: times, by, since: next.time };
        if (store !== "written") {
          yield { story: `${who} presses`, world: next, broken: "an order is sent that is not stored" };
          continue;
        }
      } else browser.tabs[tab] = { page: "waiting" };
      yield { story: `${who} presses${name}; its write is ${store}`, world: next };
    }
  }
}

function* saves(world: World, by: number, tab: number, who: string): Generator<Step> {
  const next = copy(world);
  const browser = next.browsers[by] as Browser;
  if (browser.life?.is !== "refused" && !browser.life?.refusals) return;
  const saved = event(browser, { event: "saved", step: "payment", shown: `k${next.keys++}` });
  if (saved) keep(browser, saved.life);
  browser.tabs[tab] = { page: "goOn" };
  yield { story: `${who} saves a step`, world: next };
}

function* pays(world: World, by: number, tab: number, who: string): Generator<Step> {
  const next = copy(world);
  const order = inForce(next.orders);
  if (!order || order.isPaid || order.by !== by) return;
  order.isPaid = true;
  next.shown = [...next.shown, copyOf(next.orders)].slice(-3);
  (next.browsers[by] as Browser).tabs[tab] = {};
  yield { story: `${who} pays`, world: next };
}

function* resets(world: World, by: number, tab: number, who: string, named: string): Generator<Step> {
  for (const { says, costs, name } of reads(world, by, 0)) {
    for (const how of ["done", "lost", "refused"] as const) {
      const isFault = how === "done" ? 0 : 1;
      if (world.faults < costs + isFault) continue;
      const next = copy(world);
      next.faults -= costs + isFault;
      const browser = next.browsers[by] as Browser;
      if (!mayReset(browser.life, says, named)) {
        if (isFault) continue;
        browser.tabs[tab] = {};
        yield { story: `${who} presses to end ${named}${name}: nothing is sent`, world: next };
        continue;
      }
      const placed = { orderId: named };
      const order = inForce(next.orders);
      let broken: string | undefined;
      const reset = `r${next.keys}`;
      const asked = event(browser, { event: "resetAsked", by: reset, paymentAction: "clearError", placed });
      if (asked) keep(browser, asked.life);
      if (how !== "refused" && order) {
        if (order.id !== named) broken = `a reset that names ${named} ends ${order.id}`;
        order.state = "reset";
        next.shown = [...next.shown, copyOf(next.orders)].slice(-3);
      }
      if (how === "done") {
        const done = event(browser, {
          event: "resetDone",
          by: reset,
          order: placed,
          shown: `k${next.keys++}`,
        });
        if (done) keep(browser, done.life);
        browser.tabs[tab] = { page: "goOn" };
      } else browser.tabs[tab] = {};
      yield {
        story: `${who} presses to end ${named}${name}: ${how}`,
        world: next,
        ...(broken && { broken }),
      };
    }
  }
}

const copyOf = (orders: Order[]) => orders.map((order) => ({ ...order }));

/** The provider gets an order. */
function takes(world: World, { key, by }: Call, { remembersKeys, refusesSecond }: Assumptions): Answer {
  const known = world.answers[key];
  if (remembersKeys && known) return { how: "did", orderId: known, pay: { at: "none" } };
  const order = inForce(world.orders);
  if (order && refusesSecond)
    return { how: "ofOrder", code: order.isPaid ? "OfferConsumed" : "OfferAbandonedPayment" };
  if (!order && world.orders.at(-1)?.state === "cancelled")
    return { how: "refused", steps: {}, words: [], isFixable: false };
  const id = `B-${world.orders.length + 1}`;
  world.orders.push({ id, key, by, isPaid: false, state: "inForce" });
  world.shown = [...world.shown, copyOf(world.orders)].slice(-3);
  world.answers[key] = id;
  return { how: "did", orderId: id, pay: { at: "none" } };
}

const broken = (world: World) =>
  world.orders.filter(({ state }) => state === "inForce").length > 1 ? "two orders are in force" : undefined;

function* sendings(
  world: World,
  by: number,
  tab: number,
  who: string,
  assumed: Assumptions,
): Generator<Step> {
  const base = copy(world);
  const browser = base.browsers[by] as Browser;
  const { toSend: call } = browser.tabs[tab] as { toSend: Call };
  if (!base.sent.includes(call.key)) base.sent.push(call.key);
  browser.tabs[tab] = {};
  const at = (answer: Answer, from: World) => {
    const next = copy(from);
    (next.browsers[by] as Browser).tabs[tab] = { answer: { call, answer } };
    return next;
  };
  const acted = copy(base);
  const answer = takes(acted, call, assumed);
  const twice = broken(acted);
  yield {
    story: `${who}'s order is sent, and answered: ${answer.how}`,
    world: at(answer, acted),
    ...(twice && { broken: twice }),
  };
  if (base.faults === 0) return;
  const faulty = copy(base);
  faulty.faults -= 1;
  acted.faults -= 1;
  yield { story: `${who}'s order arrives, its answer is lost`, world: at({ how: "lost" }, acted) };
  yield { story: `${who}'s order arrives, its answer has no word`, world: at({ how: "bare" }, acted) };
  yield { story: `${who}'s portal ends once it is sent`, world: acted };
  const late = copy(faulty);
  late.calls.push({ ...call, since: late.time });
  yield { story: `${who}'s order is on its way, nobody waits any more`, world: at({ how: "lost" }, late) };
  yield { story: `${who}'s order is answered with an error`, world: at({ how: "bare" }, faulty) };
  yield { story: `${who}'s order finds no connection`, world: at({ how: "unsent" }, faulty) };
  yield { story: `${who}'s order is answered: not now`, world: at({ how: "closed" }, faulty) };
  yield { story: `${who}'s portal ends before it is sent`, world: faulty };
  if (!inForce(base.orders) && !base.answers[call.key]) {
    const refused: Answer = { how: "refused", steps: { payment: {} }, words: [], isFixable: true };
    yield { story: `${who}'s order is refused for a field`, world: at(refused, faulty) };
  }
}

function* answers(world: World, by: number, tab: number, who: string): Generator<Step> {
  const { answer: got } = (world.browsers[by] as Browser).tabs[tab] as { answer: NonNullable<Tab["answer"]> };
  const { call, answer } = got;
  for (const isKept of [true, false]) {
    if (!isKept && world.faults === 0) continue;
    const next = copy(world);
    if (!isKept) next.faults -= 1;
    const browser = next.browsers[by] as Browser;
    browser.tabs[tab] = {};
    if (!browser.life) {
      yield { story: `${who} is answered, and has no session`, world: next };
      continue;
    }
    const now = next.time * 60_000;
    const before = browser.life;
    const answered = nextOfOrder(before, { event: "answered", call, answer, now });
    if (answered.does !== "ask") {
      const isRefused = answered.does === "refuse";
      const says = saysOf(next.orders);
      if (isKept) keep(browser, answered.life);
      const told: PageTold = isRefused
        ? { tells: "refused" }
        : toldOf(answered.life, says, clockAt(answered.life, next.time));
      const wrong = shows(next, [by, tab], told, says, true, answered.life);
      yield {
        story: `${who} reads ${told.tells}${isKept ? "" : ", which is not kept"}`,
        world: next,
        ...(wrong && { broken: wrong }),
      };
      continue;
    }
    for (const { says, costs, name, isCurrent } of reads(next, by, 0)) {
      if (next.faults < costs) continue;
      const asked = copy(next);
      asked.faults -= costs;
      const own = asked.browsers[by] as Browser;
      const after = nextOfOrder(answered.life, { event: "asked", call, says, after: answer.how, now });
      if (isKept) keep(own, after.life);
      const isRefused = after.does === "refuse";
      const told: PageTold = isRefused
        ? { tells: "refused" }
        : toldOf(after.life, says, clockAt(after.life, next.time));
      const wrong = shows(asked, [by, tab], told, says, isCurrent, after.life);
      yield {
        story: `${who} asks after ${answer.how}${name}, and reads ${told.tells}${isKept ? "" : ", which is not kept"}`,
        world: asked,
        ...(wrong && { broken: wrong }),
      };
    }
  }
}

/** What a store may do. */
function* stores(world: World, by: number): Generator<Step> {
  const { late, before } = world.browsers[by] as Browser;
  if (late) {
    const next = copy(world);
    const browser = next.browsers[by] as Browser;
    keep(browser, late);
    delete browser.late;
    yield { story: `browser ${by + 1}'s late write arrives`, world: next };
  }
  if (world.faults === 0) return;
  if (before) {
    const next = copy(world);
    next.faults -= 1;
    const browser = next.browsers[by] as Browser;
    browser.life = before;
    delete browser.before;
    browser.isLost = true;
    yield { story: `browser ${by + 1}'s store falls back to the state before`, world: next };
  }
}

/** What happens at the provider by itself. */
function* arrivals(world: World, assumed: Assumptions): Generator<Step> {
  for (const [index, call] of world.calls.entries()) {
    const next = copy(world);
    next.calls.splice(index, 1);
    takes(next, call, assumed);
    const twice = broken(next);
    yield {
      story: `an order of browser ${call.by + 1} arrives late`,
      world: next,
      ...(twice && { broken: twice }),
    };
  }
  if (world.faults === 0 || !inForce(world.orders)) return;
  const next = copy(world);
  next.faults -= 1;
  (inForce(next.orders) as Order).state = "cancelled";
  next.shown = [...next.shown, copyOf(next.orders)].slice(-3);
  yield { story: "the provider cancels the order", world: next };
}

/** Two steps are two minutes: calls have ended by then, and reads are no longer behind. */
function* time(world: World): Generator<Step> {
  const isWaited = world.browsers.some(({ tabs }) => tabs.some(({ toSend, answer }) => toSend || answer));
  if (isWaited || world.time === 3 || world.calls.some(({ since }) => world.time + 1 - since >= 2)) return;
  const next = copy(world);
  next.time += 1;
  next.shown = [copyOf(next.orders)];
  yield { story: "a minute passes", world: next };
}

/** Once faults end: each browser, by looking and at most one press, comes to a definite word. */
function* ends(from: World, assumed: Assumptions): Generator<string> {
  for (const by of from.browsers.keys()) {
    const world = copy(from);
    world.faults = 0;
    for (const call of world.calls.splice(0)) takes(world, call, assumed);
    const browser = world.browsers[by] as Browser;
    for (const tab of browser.tabs)
      if (tab.answer || tab.toSend) Object.assign(tab, { answer: undefined, toSend: undefined });
    world.time += 2;
    world.shown = [copyOf(world.orders)];
    const says = saysOf(world.orders);
    const clock = clockAt(browser.life, world.time);
    const looked = event(browser, { event: "looked", says, clock, now: world.time * 60_000, fresh: "fresh" });
    if (looked) browser.life = looked.life;
    const told = toldOf(browser.life, says, clockAt(browser.life, world.time));
    if (!definite.has(told.tells)) yield `browser ${by + 1} still reads ${told.tells}`;
    if ((told.tells === "goOn" || told.tells === "pressAgain") && browser.life) {
      const clockNow = clockAt(browser.life, world.time);
      const pressed = nextOfOrder(browser.life, {
        event: "pressed",
        body,
        now: world.time * 60_000,
        says,
        clock: clockNow,
      });
      if (pressed.does !== "storeAndSend") yield `browser ${by + 1}'s press does nothing after ${told.tells}`;
    }
  }
}
const definite = new Set<string>(["goOn", "placed", "unpaid", "pressAgain", "over", "ended"]);

/** Tabs are alike, and so is what no fault can bring back. */
function nameOf({ browsers, ...world }: World): string {
  const alike = browsers.map(({ before, tabs, ...browser }) => [
    browser,
    world.faults > 0 && before,
    tabs.map((tab) => JSON.stringify(tab)).toSorted(),
  ]);
  return JSON.stringify([alike, world]);
}

interface Seen {
  world: World;
  story: string;
  from?: Seen;
}
const storyOf = ({ story, from }: Seen): string[] => (from ? [...storyOf(from), story] : []);

/** Breadth first: the shortest story that breaks a promise, and how much was seen. */
export function explore(assumed: Assumptions) {
  const first: Seen = { world: newWorld(assumed), story: "" };
  const seen = new Set([nameOf(first.world)]);
  let row = [first];
  let transitions = 0;
  while (row.length > 0) {
    const next: Seen[] = [];
    for (const from of row)
      for (const step of stepsOf(from.world, assumed)) {
        transitions += 1;
        const at = { ...step, from };
        const name = nameOf(step.world);
        const isNew = !seen.has(name);
        if (isNew) seen.add(name);
        const [stuck] = isNew && !step.broken ? ends(step.world, assumed) : [];
        const broken = step.broken ?? stuck;
        if (broken) return { states: seen.size, transitions, broken, story: storyOf(at) };
        if (isNew) next.push(at);
      }
    row = next;
  }
  return { states: seen.size, transitions, broken: undefined, story: [] };
}
