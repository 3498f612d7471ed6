import type { Acceptance } from "#app/backend/contract/order.ts";
import { keysOf } from "#app/domain/keys-of.ts";
import type { PaymentState } from "#app/domain/payment-states.ts";
import {
  type Answer,
  type Clock,
  clockOf,
  isEnded,
  type Next,
  newOrder,
  nextOfOrder,
  type OrderEvent,
  type OrderLife,
  type Says,
} from "#app/outcome/order-life.ts";
import {
  isComplete,
  isSent,
  mayPress,
  mayReset,
  orderedHere,
  orderedIn,
  resetIsDone,
  type Told,
  toldOf,
} from "#app/outcome/order-told.ts";
import { explored, memo, memoOfTwo } from "./explored.ts";

/**
 * The world around an order's life: browsers with their tabs, their store, and a provider. What is decided, the product
 * decides: `nextOfOrder`, `toldOf`, `mayPress`, `mayReset`, `resetIsDone`, `isComplete`. What is here is what happens to it,
 * and whatever may happen may happen always: only presses are counted.
 */
export interface Assumptions {
  /** The provider answers a key that it knows as it did the first time. */
  remembersKeys: boolean;
  /** It takes no second order while the first is in force. */
  refusesSecond: boolean;
  /** Calls have ended, and reads are no longer behind, two minutes after an order was sent. */
  catchesUp: boolean;
  /** What it says in its own words is true as of some time within that. */
  wordsAreTrue: boolean;
  /** No order's call is still on its way when a reset acts. */
  resetsWait: boolean;
  /** The read before a reset, and after a call that has ended, is not behind. */
  readsLatest: boolean;
  /** A session is not lost, and does not fall back to what it was. */
  sessionsLast: boolean;
}
export interface Bounds {
  /** How many requests of each browser are in progress at once. */
  tabs: [number] | [number, number];
  /** How often customers press to order, in all. */
  presses: number;
  /** How many writes a read may be behind. */
  readsBehind: number;
  /** What goes wrong beside reads: with an order's call, its storing, a reset, and by the provider itself. */
  faults: number;
}
export const usual: Assumptions = {
  remembersKeys: true,
  refusesSecond: true,
  catchesUp: true,
  wordsAreTrue: true,
  readsLatest: true,
  resetsWait: true,
  sessionsLast: true,
};

export const promises = {
  a: "never two orders in force without a reset in between",
  b: "no page denies an order that is there or may come, none tells of one that is not",
  c: "no reset reaches an order that its page did not name",
  d: "paid and unpaid are never mistaken",
  e: "once faults end, each look or one press leads to a definite word",
  f: "what was typed is there until the order is complete",
  g: "a look sends nothing for the first time",
  h: "a page leads to the payment of the order that it names",
} as const;
export type Promised = keyof typeof promises;

/** Of an offer at its provider: open, cancelled with its order, or an order's number with its payment. */
type Offer = string;
const open = "open";
const cancelled = "cancelled";
const offerOf = (orderId: string, payment: PaymentState): Offer => `${orderId} ${payment}`;
const orderAt = memo((offer: Offer) => {
  if (offer === open || offer === cancelled) return undefined;
  const [orderId = "", payment] = offer.split(" ");
  return {
    orderId,
    payment: payment as PaymentState,
    by: orderId[2] === "a" ? 0 : 1,
    shown: shownIn(orderId),
  };
});
/** The order that a key or a number is of: `B-a0-1'` is one of `a0`, which is of the first browser. */
const shownIn = memo((name: string): string => /[ab]\d+/.exec(name)?.[0] ?? "");

interface Call {
  key: string;
  shown: string;
  presses: number;
  by: number;
  /** In minutes since it was sent. */
  age: number;
}
/** A request that sends, or to which its answer is on its way. */
interface Act {
  call: Call;
  answer?: Answer;
}
const isSending = ({ answer }: Act): boolean => answer === undefined;
interface Browser {
  /** What its session knows, and did before; and a write whose end nobody knows. */
  life: LifeId;
  before: LifeId;
  late: LifeId;
  isLost: boolean;
  hasTyped: boolean;
  /** The order that a reset of unknown end has named. */
  reset: string;
  acts: Act[];
}
interface World {
  browsers: Browser[];
  offer: Offer;
  /** What reads may still show. */
  behind: Offer[];
  /** The numbers by the keys that the provider remembers. */
  answers: [key: string, orderId: string][];
  /** On their way to the provider, though nobody waits for their answers. */
  calls: Call[];
  /** Which presses have sent. */
  sent: string[];
  presses: number;
  faults: number;
}

/** A state of what a session knows, by number: with times relative to the present. 0 is none. */
type LifeId = number;
const minute = 60_000;
const now = 10 * minute;
const overdueMs = minute / 2;
const lives: (OrderLife | undefined)[] = [undefined];
const ids = new Map<string, LifeId>();
function idOf(life: OrderLife): LifeId {
  // How long its page waits is all that hangs on it.
  const kept = "startedAt" in life ? { ...life, startedAt: life.sentAt } : life;
  const name = JSON.stringify(kept);
  const known = ids.get(name);
  if (known !== undefined) return known;
  ids.set(name, lives.length);
  return lives.push(kept) - 1;
}
const lifeOf = (id: LifeId) => lives[id];
const clockAt = memo((id: LifeId): Clock => clockOf(lifeOf(id), now, overdueMs));
/** After two minutes, longer makes no difference. */
const earlier = (at: number) => Math.max(at - minute, now - 2 * minute);
const aged = memo((id: LifeId): LifeId => {
  const life = lifeOf(id);
  switch (life?.is) {
    case "pressed":
    case "sent":
    case "paying":
      return idOf({ ...life, sentAt: earlier(life.sentAt) });
    case "ordered":
      return idOf({ ...life, at: earlier(life.at) });
    case "resetting":
      return idOf({ ...life, order: { ...life.order, at: earlier(life.order.at) } });
    default:
      return id;
  }
});
/** The same in the other browser. */
const swapped = (text: string) => text.replace(/[ab](?=\d)/g, (by) => (by === "a" ? "b" : "a"));
const mirrored = memo(
  (id: LifeId): LifeId => (id === 0 ? 0 : idOf(JSON.parse(swapped(JSON.stringify(lifeOf(id)))))),
);
const shownBy = memo((id: LifeId): string[] => [
  ...new Set(JSON.stringify(lifeOf(id) ?? "").match(/[ab]\d+/g)),
]);

type Happened = Omit<Next, "life"> & { id: LifeId; life: OrderLife };
const nextsOf = memo((_: LifeId) => new Map<string, Happened>());
/** @param says the same for the same of a look */
function happens(id: LifeId, event: OrderEvent, says?: string): Happened {
  const isLook = event.event === "looked" && says !== undefined;
  const name = isLook ? `${event.fresh}${event.isRunning}${says}` : JSON.stringify(event);
  const nexts = nextsOf(id);
  const known = nexts.get(name);
  if (known) return known;
  const { life, does } = nextOfOrder(lifeOf(id) as OrderLife, event);
  const next = { id: idOf(life), life: lives[idOf(life)] as OrderLife, does };
  nexts.set(name, next);
  return next;
}

interface Read {
  says: Says;
  /** What it costs nobody to write again and again. */
  key: string;
  story: string;
  /** As it is at the provider. */
  isCurrent: boolean;
}
const saysOf = memo((offer: Offer): Says => {
  const order = orderAt(offer);
  if (order) return { says: "order", order: { orderId: order.orderId }, payment: order.payment };
  return offer === open ? { says: "open" } : { says: "over", code: "OfferCancelled" };
});
function read(says: Says, story: string, isCurrent = true): Read {
  return { says, story, isCurrent, key: JSON.stringify(says) };
}
/** What a browser that knows this may read of an offer, with what it was before. */
const readsOf = memoOfTwo((id: LifeId, offers: string): Read[] => {
  const life = lifeOf(id);
  const [offer = open, ...behind] = offers.split(",");
  const order = orderAt(offer);
  const code = order?.payment === "open" ? "OfferAbandonedPayment" : "OfferConsumed";
  const all = [
    read(saysOf(offer), ""),
    ...(order ? [read({ says: "taken", code, of: "offer" }, ", its summary cannot be read")] : []),
    ...behind.map((old) => read(saysOf(old), ", and reads behind", false)),
    read({ says: "nothing" }, ", and nothing can be read"),
    read({ says: "closed" }, ", and the provider is closed"),
    read({ says: "absent" }, ", and a gateway finds nothing"),
  ];
  return all.map((one) =>
    one.says.says === "order" && isEnded(life, one.says.order)
      ? read({ says: "nothing" }, one.story, one.isCurrent)
      : one,
  );
});
const denied = read({ says: "open" }, ", and the provider denies the order");
const toldTo = memoOfTwo(
  (id: LifeId, says: string): Told => toldOf(lifeOf(id), JSON.parse(says), clockAt(id)),
);
/** Whether the page of such an order leads to the payment of another one. */
function paysAnother(id: LifeId, told: Told): boolean {
  const life = lifeOf(id);
  if (!life || (told.tells !== "unpaid" && told.tells !== "follows" && told.tells !== "unreadable"))
    return false;
  const pay = orderedHere(life, told.orderId)?.pay;
  return pay?.at === "page" && pay.url !== told.orderId;
}
const mayPressAt = memoOfTwo((id: LifeId, says: string): boolean =>
  mayPress(lifeOf(id), JSON.parse(says), clockAt(id)),
);

type WorldStep = { story: string; world: World; breaks?: Promised | undefined };
const who = (by: number) => `browser ${by + 1}`;
const put = (world: World, by: number, browser: Browser): World =>
  browser === world.browsers[by] ? world : { ...world, browsers: world.browsers.with(by, browser) };
const at = (world: World, by: number): Browser => world.browsers[by] as Browser;
/** A late write is of what was stored by then: once that has changed, it fails. */
const keep = (browser: Browser, life: LifeId): Browser =>
  life === browser.life ? browser : { ...browser, life, before: browser.life, late: 0 };
/** What begins anew is the same. */
const isAsBegun = ({ life: id, hasTyped }: Browser): boolean => {
  const life = lifeOf(id);
  return life?.is === "editing" && life.refusals === 0 && hasTyped;
};
const costs = (world: World): World => ({ ...world, faults: world.faults - 1 });
const moved = (world: World, offer: Offer, readsBehind: number): World => ({
  ...world,
  offer,
  behind: [...new Set([...world.behind, world.offer])].slice(-readsBehind),
});

/** What the pages of a world tell, and what is true. */
const tellsOfOrder = new Set<Told["tells"]>([
  ...(["placed", "unpaid", "paying", "paymentUnknown", "paymentState"] as const),
  ...(["follows", "unreadable", "exists"] as const),
]);
const denies = new Set<string>(["goOn", "refused", "pressAgain", "over", "ended"]);
type PageTold = Told | { tells: "refused" };

/** @param isTaken whether an order that is on its way would be taken */
function mistakeOn(
  world: World,
  [by, id]: [by: number, id: LifeId],
  told: PageTold,
  seen: Read,
  isTaken: (call: Call) => boolean,
): Promised | undefined {
  const browser = at(world, by);
  const life = lifeOf(id);
  const order = orderAt(world.offer);
  const mayCome = [...world.calls, ...browser.acts.filter(isSending).map(({ call }) => call)].some(
    (call) => call.by === by && (call.shown === life?.shown || !browser.isLost) && isTaken(call),
  );
  if (!order && seen.isCurrent && !mayCome && tellsOfOrder.has(told.tells as Told["tells"])) {
    const knows = life !== undefined && (isSent(life) || life.is === "over");
    // An order that was there is told for two minutes, as what contradicts it may be behind.
    const isDenied = seen.says.says === "over" || (seen.says.says === "open" && clockAt(id) === "long");
    if (!knows || isDenied) return "b";
  }
  if (!denies.has(told.tells)) {
    const isOf = "orderId" in told && told.orderId === order?.orderId;
    if (order && seen.isCurrent && told.tells === "placed" && isOf && order.payment !== "paid") return "d";
    if (order && seen.isCurrent && told.tells === "unpaid" && isOf && order.payment === "paid") return "d";
    return undefined;
  }
  if (mayCome && !browser.isLost && told.tells !== "over" && told.tells !== "ended") return "b";
  // The page is about the order that it names, not about the one in force.
  if (told.tells === "over" && told.orderId !== order?.orderId) return undefined;
  const isOwn = order?.by === by && !browser.isLost;
  // What the provider says of a press, it does not say of another one's order.
  if (order && seen.isCurrent && (isOwn || told.tells !== "refused")) return "b";
  return isOwn && life && life.is !== "over" && (isSent(life) || life.shown === order.shown)
    ? "b"
    : undefined;
}

const freshNames = new WeakMap<World, string[]>();
/** A name that nothing in the world has. */
function fresh(world: World, by: number): string {
  const names = freshNames.get(world) ?? [];
  freshNames.set(world, names);
  names[by] ??= unusedName(world, by);
  return names[by];
}
function unusedName(world: World, by: number): string {
  const used = new Set([
    ...world.browsers.flatMap(({ life, before, late, acts }) => [
      ...[life, before, late].flatMap((id) => shownBy(id)),
      ...acts.map(({ call }) => call.shown),
    ]),
    ...world.calls.map(({ shown }) => shown),
    ...[world.offer, ...world.behind].map(shownIn),
    ...world.answers.map(([key]) => shownIn(key)),
  ]);
  for (let number = 0; ; number++) {
    const name = `${"ab"[by]}${number}`;
    if (!used.has(name)) return name;
  }
}

/** The provider gets an order. */
function takes(
  world: World,
  { key }: Call,
  assumed: Assumptions,
  { readsBehind }: Bounds,
  payment: PaymentState = "open",
): { world: World; answer: Answer; breaks?: Promised | undefined } {
  const did = (orderId: string): Answer =>
    payment === "waiting"
      ? { how: "ofOrder", code: "OfferPaymentWaitForCapture" }
      : { how: "did", orderId, pay: { at: "none" } };
  const known = assumed.remembersKeys ? world.answers.find(([one]) => one === key) : undefined;
  if (known) return { world, answer: did(known[1]) };
  const order = orderAt(world.offer);
  if (order && assumed.refusesSecond)
    return {
      world,
      answer: { how: "ofOrder", code: order.payment === "open" ? "OfferAbandonedPayment" : "OfferConsumed" },
    };
  if (world.offer === cancelled)
    return { world, answer: { how: "refused", steps: {}, words: [], isFixable: false } };
  const used = JSON.stringify([world.answers, world.browsers.map(({ life }) => lifeOf(life)), world.behind]);
  const isUsed = used.includes(`"B-${key}"`) || used.includes(`"B-${key} `);
  const orderId = isUsed ? `B-${key}'` : `B-${key}`;
  const ordered = moved(world, offerOf(orderId, payment), readsBehind);
  return {
    world: { ...ordered, answers: [...world.answers, [key, orderId]] },
    answer: did(orderId),
    breaks: order ? "a" : undefined,
  };
}

// What is sent is the same in every story.
const body = {} as Acceptance;

/** A world's steps, under what is assumed and within bounds. */
function stepsIn(assumed: Assumptions, bounds: Bounds) {
  const { readsBehind } = bounds;
  function reads(world: World, by: number, isLatest = false): Read[] {
    const hasBehind = world.behind.length > 0 && !(isLatest && assumed.readsLatest);
    const offers = hasBehind ? `${world.offer},${world.behind.join()}` : world.offer;
    const all = readsOf(at(world, by).life, offers);
    return orderAt(world.offer) && !assumed.wordsAreTrue ? [...all, denied] : all;
  }
  const mistakeIn = (world: World, whose: [by: number, id: LifeId], told: PageTold, seen: Read) =>
    mistakeOn(world, whose, told, seen, (call) => takes(world, call, assumed, bounds).world !== world);
  /** By a request that has stored what it sends. */
  const sends = (world: World, by: number, id: LifeId): World => {
    const { key, shown, presses } = lifeOf(id) as OrderLife & { key: string; presses: number };
    const browser = keep(at(world, by), id);
    const acts = [...browser.acts, { call: { key, shown, presses, by, age: 0 } }];
    return put({ ...world, sent: [...new Set([...world.sent, key])] }, by, { ...browser, acts });
  };

  function* looks(world: World, by: number): Generator<WorldStep> {
    const browser = at(world, by);
    const life = lifeOf(browser.life);
    if (!life || !isSent(life)) {
      for (const seen of reads(world, by)) yield tells(world, by, browser, seen);
      return;
    }
    const clock = clockAt(browser.life);
    const asked = { event: "looked", clock, now, fresh: fresh(world, by) } as const;
    const mayRun = world.calls.some(({ key }) => "key" in life && life.key === key);
    for (const isRunning of mayRun ? [false, true] : [false])
      for (const seen of reads(world, by)) {
        const looked = { ...asked, says: seen.says, isRunning };
        const { id, does, life: next } = happens(browser.life, looked, seen.key);
        if (does !== "storeAndSend") yield tells(world, by, keep(browser, id), seen);
        else
          yield {
            story: `${who(by)} looks${seen.story}: the order is sent again`,
            world: sends(world, by, id),
            breaks: "key" in next && world.sent.includes(next.key) ? undefined : "g",
          };
      }
  }

  function tells(world: World, by: number, browser: Browser, seen: Read): WorldStep {
    const told = toldTo(browser.life, seen.key);
    const life = lifeOf(browser.life);
    const begins = told.tells === "goOn" && !life;
    const isDone = life !== undefined && isComplete(life, told);
    const next = begins ? { ...browser, life: idOf(newOrder(fresh(world, by))), hasTyped: true } : browser;
    const drops = isDone && next.hasTyped;
    const isCompleted = [world.offer, ...world.behind].some((one) => orderAt(one)?.payment === "paid");
    return {
      story: `${who(by)} looks${seen.story}, and reads: ${told.tells}`,
      world: put(world, by, drops ? { ...next, hasTyped: false } : next),
      breaks:
        mistakeIn(world, [by, browser.life], told, seen) ??
        (drops && !isCompleted ? "f" : undefined) ??
        (paysAnother(browser.life, told) ? "h" : undefined),
    };
  }

  function* presses(world: World, by: number): Generator<WorldStep> {
    const browser = at(world, by);
    if (world.presses === 0 || browser.life === 0 || !browser.hasTyped) return;
    for (const seen of reads(world, by)) {
      const { says, story } = seen;
      if (!mayPressAt(browser.life, seen.key)) continue;
      const clock = clockAt(browser.life);
      const { id, does, life } = happens(browser.life, { event: "pressed", body, now, says, clock });
      if (does !== "storeAndSend") continue;
      const left = { ...world, presses: world.presses - 1 };
      for (const end of ["written", "late", "unknown"] as const) {
        if (end !== "written" && world.faults === 0) continue;
        const from = end === "written" ? left : costs(left);
        const isSending = nextOfOrder(life, { event: "stored", isInTime: end === "written" }).does === "send";
        const stays = end === "unknown" ? { ...browser, late: id } : keep(browser, id);
        yield {
          story: `${who(by)} presses${story}; its write is ${end}`,
          world: isSending ? sends(from, by, id) : put(from, by, stays),
          breaks: isSending && end === "unknown" ? "g" : undefined,
        };
      }
    }
  }

  /** Of a page that is older: whatever was entered, it is another order. */
  function* saves(world: World, by: number): Generator<WorldStep> {
    const browser = at(world, by);
    const life = lifeOf(browser.life);
    if (!life || isSent(life) || isAsBegun(browser)) return;
    for (const step of life.is === "refused" ? keysOf(life.steps) : (["payment"] as const)) {
      const { id } = happens(browser.life, { event: "saved", step, shown: fresh(world, by) });
      const saved = { ...keep(browser, id), hasTyped: true };
      yield { story: `${who(by)} saves its ${step}`, world: put(world, by, saved) };
    }
  }

  /** What the provider says beside that, to a tab that may have asked before another one has ordered. */
  function* learns(world: World, by: number): Generator<WorldStep> {
    const browser = at(world, by);
    if (browser.life === 0) return;
    function* learnt(event: OrderEvent, story: string, from = world): Generator<WorldStep> {
      const { id } = happens(browser.life, event);
      if (id !== browser.life)
        yield { story: `${who(by)} learns ${story}`, world: put(from, by, keep(browser, id)) };
    }
    for (const offer of [world.offer, ...world.behind]) {
      const order = orderAt(offer);
      if (order && order.by === by && order.payment === "open") {
        const { orderId, shown } = order;
        const pay = { at: "page", url: orderId } as const;
        yield* learnt({ event: "payFound", of: { orderId, shown }, pay }, `where ${orderId} is paid`);
      }
      if (offer !== open) continue;
      if (!isAsBegun(browser))
        yield* learnt({ event: "offerChanged", shown: fresh(world, by) }, "that the offer is another one");
      if (world.faults > 0)
        yield* learnt({ event: "lacking", steps: { "personal-data": {} } }, "what is missing", costs(world));
    }
  }

  /** A page that names an order may be as old as the order. */
  function* resets(world: World, by: number): Generator<WorldStep> {
    if (
      assumed.resetsWait &&
      (world.calls.length > 0 || world.browsers.some(({ acts }) => acts.some(isSending)))
    )
      return;
    const browser = at(world, by);
    const life = lifeOf(browser.life);
    const own = life && orderedIn(life)?.orderId;
    const named = [...[world.offer, ...world.behind].map((one) => orderAt(one)?.orderId), own, ""];
    if (browser.reset) yield* resetLooks(world, by);
    else for (const order of new Set(named)) if (order !== undefined) yield* resetPresses(world, by, order);
  }
  function* resetPresses(world: World, by: number, named: string): Generator<WorldStep> {
    for (const seen of reads(world, by, true))
      if (mayReset(lifeOf(at(world, by).life), seen.says, named))
        yield* resetEnds(world, by, named, `${who(by)} presses to end ${named}${seen.story}`);
  }
  function* resetLooks(world: World, by: number): Generator<WorldStep> {
    const browser = at(world, by);
    const named = browser.reset;
    for (const seen of reads(world, by, true)) {
      if (resetIsDone(seen.says, named))
        yield {
          story: `${who(by)} looks after its reset${seen.story}: it is done`,
          world: resetDone(world, by, named),
        };
      else if (mayReset(lifeOf(browser.life), seen.says, named))
        yield* resetEnds(world, by, named, `${who(by)} looks after its reset${seen.story}: it is sent again`);
    }
  }
  function* resetEnds(world: World, by: number, named: string, story: string): Generator<WorldStep> {
    const placed = { orderId: named };
    const asked = happens(at(world, by).life || idOf(newOrder(fresh(world, by))), {
      event: "resetAsked",
      by: `r-${named}`,
      paymentAction: "clearError",
      placed,
    });
    const order = orderAt(world.offer);
    const acted = order ? moved(world, open, readsBehind) : world;
    const breaks = order && order.orderId !== named ? "c" : undefined;
    const mistaken = order?.payment === "paid" ? "d" : undefined;
    yield { story: `${story}: done`, world: resetDone(acted, by, named), breaks: breaks ?? mistaken };
    if (world.faults === 0) return;
    const stays = (from: World) => {
      const browser = at(from, by);
      const life = browser.life === 0 ? 0 : asked.id;
      return put(costs(from), by, { ...keep(browser, life), reset: named });
    };
    yield { story: `${story}: it is done, and its answer is lost`, world: stays(acted) };
    yield { story: `${story}: nobody knows, and it is not done`, world: stays(world) };
  }
  function resetDone(world: World, by: number, named: string): World {
    const browser = { ...at(world, by), reset: "" };
    if (browser.life === 0) return put(world, by, browser);
    const done = { event: "resetDone", by: `r-${named}`, order: { orderId: named } } as const;
    const { id } = happens(browser.life, { ...done, shown: fresh(world, by) });
    return put(world, by, keep(browser, id));
  }

  /** An order's call, and how it ends for the request that has sent it. */
  function* sendings(world: World, by: number, act: Act): Generator<WorldStep> {
    const { call } = act;
    const others = at(world, by).acts.filter((one) => one !== act);
    const ends = (from: World, answer?: Answer): World =>
      put(from, by, { ...at(from, by), acts: answer ? [...others, { call, answer }] : others });
    const { world: acted, answer, breaks } = takes(world, call, assumed, bounds);
    const order = `${who(by)}'s order`;
    yield { story: `${order} is sent, and answered: ${answer.how}`, world: ends(acted, answer), breaks };
    if (breaks || world.faults === 0) return;
    const didAct = costs(acted);
    const didNot = costs(world);
    yield { story: `${order} arrives, its answer is lost`, world: ends(didAct, { how: "lost" }) };
    yield { story: `${order} arrives, its answer has no word`, world: ends(didAct, { how: "bare" }) };
    yield { story: `${order} arrives, and its portal ends`, world: ends(didAct) };
    const late = { ...didNot, calls: [...didNot.calls, call] };
    yield { story: `${order} is on its way, nobody waits any more`, world: ends(late, { how: "lost" }) };
    yield { story: `${order} is answered with an error`, world: ends(didNot, { how: "bare" }) };
    yield { story: `${order} finds no connection`, world: ends(didNot, { how: "unsent" }) };
    yield { story: `${order} is answered: not now`, world: ends(didNot, { how: "closed" }) };
    yield { story: `${order} is never sent, as its portal ends`, world: ends(didNot) };
    if (acted === world || orderAt(world.offer)) return;
    const refused: Answer = { how: "refused", steps: { payment: {} }, words: [], isFixable: true };
    yield { story: `${order} is refused for a field`, world: ends(didNot, refused) };
    const waits = takes(didNot, call, assumed, bounds, "waiting");
    yield { story: `${order} waits for its payment`, world: ends(waits.world, waits.answer) };
  }

  function* answers(world: World, by: number, act: Act): Generator<WorldStep> {
    const { call, answer = { how: "lost" } } = act;
    const ended = at(world, by);
    const browser = { ...ended, acts: ended.acts.filter((one) => one !== act) };
    if (browser.life === 0) {
      yield { story: `${who(by)} is answered, and has no session`, world: put(world, by, browser) };
      return;
    }
    const answered = happens(browser.life, { event: "answered", call, answer, now });
    for (const isKept of world.faults > 0 ? [true, false] : [true]) {
      const from = isKept ? world : costs(world);
      const how = isKept ? "" : ", and it is not kept";
      const ends = (id: LifeId, told: PageTold, seen: Read): WorldStep => ({
        story: `${who(by)} is answered: ${answer.how}${seen.story}, and reads: ${told.tells}${how}`,
        world: put(from, by, isKept ? keep(browser, id) : browser),
        breaks: mistakeIn(put(from, by, browser), [by, id], told, seen),
      });
      for (const seen of reads(world, by, true)) {
        const told = toldTo(answered.id, seen.key);
        if (answered.does === "refuse") {
          yield ends(answered.id, { tells: "refused" }, seen);
          break;
        }
        if (answered.does === "tellOfOrder") {
          // Its own page: what the provider has said with its answer, whatever reads show.
          yield told.tells === "goOn"
            ? ends(answered.id, { tells: "exists", code: "OfferConsumed" }, { ...seen, isCurrent: false })
            : ends(answered.id, told, seen);
        } else if (answered.does === "ask") {
          const event = { event: "asked", call, says: seen.says, after: answer.how, now } as const;
          const { id, does } = happens(answered.id, event);
          yield ends(id, does === "refuse" ? { tells: "refused" } : toldTo(id, seen.key), seen);
        } else yield ends(answered.id, told, seen);
      }
    }
  }

  function* stores(world: World, by: number): Generator<WorldStep> {
    const browser = at(world, by);
    if (browser.late)
      yield {
        story: `${who(by)}'s late write arrives`,
        world: put(world, by, { ...browser, life: browser.late, before: browser.life, late: 0 }),
      };
    if (assumed.sessionsLast || world.faults === 0 || browser.life === 0) return;
    const lost = { ...browser, late: 0, before: 0, reset: "", isLost: true };
    yield { story: `${who(by)}'s session is lost`, world: put(costs(world), by, { ...lost, life: 0 }) };
    if (browser.before)
      yield {
        story: `${who(by)}'s session falls back to what it was before`,
        world: put(costs(world), by, { ...lost, life: browser.before }),
      };
  }

  /** What happens at the provider by itself. */
  function* arrivals(world: World): Generator<WorldStep> {
    for (const call of world.calls) {
      const without = { ...world, calls: world.calls.filter((one) => one !== call) };
      const { world: acted, answer, breaks } = takes(without, call, assumed, bounds);
      yield { story: `an order of ${who(call.by)} arrives late`, world: acted, breaks };
      const browser = at(acted, call.by);
      if (browser.life === 0) continue;
      const hears = (from: World, heard: Answer): WorldStep => {
        const { id, does } = happens(browser.life, { event: "answered", call, answer: heard, now });
        const isRefused = does === "refuse";
        const known = isRefused || does === "tell" || does === "tellOfOrder" ? id : browser.life;
        const seen = read({ says: "nothing" }, "");
        return {
          story: `an order of ${who(call.by)} ends late, and its portal still hears the answer: ${heard.how}`,
          world: put(from, call.by, keep(browser, known)),
          breaks: isRefused ? mistakeIn(from, [call.by, known], { tells: "refused" }, seen) : undefined,
        };
      };
      const step = hears(acted, answer);
      yield { ...step, breaks: breaks ?? step.breaks };
      if (acted !== without && !orderAt(without.offer))
        yield hears(without, { how: "refused", steps: { payment: {} }, words: [], isFixable: true });
    }
    const order = orderAt(world.offer);
    if (!order) return;
    if (order.payment !== "paid")
      yield { story: "it is paid", world: moved(world, offerOf(order.orderId, "paid"), readsBehind) };
    if (order.payment === "waiting")
      yield {
        story: "it is not paid after all",
        world: moved(world, offerOf(order.orderId, "open"), readsBehind),
      };
    if (world.faults > 0)
      yield { story: "the provider cancels the order", world: moved(costs(world), cancelled, readsBehind) };
  }

  /** Two steps are two minutes: calls have ended by then, and reads are no longer behind. */
  function* time(world: World): Generator<WorldStep> {
    if (world.browsers.some(({ acts }) => acts.length > 0)) return;
    if (assumed.catchesUp && world.calls.some(({ age }) => age > 0)) return;
    yield {
      story: "a minute passes",
      world: {
        ...world,
        behind: assumed.catchesUp ? [] : world.behind,
        calls: world.calls.map((call) => ({ ...call, age: 1 })),
        browsers: world.browsers.map((browser) => ({
          ...browser,
          life: aged(browser.life),
          before: aged(browser.before),
          late: aged(browser.late),
          // It is given up.
          reset: "",
        })),
      },
    };
  }

  return function* stepsOf(world: World): Generator<WorldStep> {
    for (const [by, { acts }] of world.browsers.entries()) {
      for (const act of acts) yield* act.answer ? answers(world, by, act) : sendings(world, by, act);
      yield* stores(world, by);
      if (acts.length >= (bounds.tabs[by] ?? 0)) continue;
      yield* looks(world, by);
      yield* presses(world, by);
      yield* saves(world, by);
      yield* learns(world, by);
      yield* resets(world, by);
    }
    yield* arrivals(world);
    yield* time(world);
  };
}

/** Once faults end: each browser comes to a definite word by looking, or by one press. */
function endsBadly(assumed: Assumptions, bounds: Bounds) {
  const definite = new Set<Told["tells"]>(["placed", "unpaid", "over", "ended"]);
  const comesToWord = (from: World, by: number, isPressed: boolean): boolean => {
    let world = from;
    for (let looks = 0; looks < 8; looks++) {
      const browser = at(world, by);
      const says = saysOf(world.offer);
      const seen = JSON.stringify(says);
      const life = lifeOf(browser.life);
      const clock = clockAt(browser.life);
      if (life && isSent(life)) {
        const name = fresh(world, by);
        const looked = { event: "looked", says, clock, now, fresh: name, isRunning: false } as const;
        const { id, does, life: next } = happens(browser.life, looked);
        world = put(world, by, { ...browser, life: id });
        if (does === "storeAndSend") world = sentAndAnswered(world, by, next);
      }
      const known = at(world, by).life;
      const told = toldTo(known, JSON.stringify(saysOf(world.offer)));
      const isPaying = told.tells === "paying" && orderAt(world.offer)?.payment === "waiting";
      if (definite.has(told.tells) || isPaying) return true;
      if (told.tells === "goOn" || told.tells === "pressAgain") {
        if (known === 0) return true;
        const last = happens(known, { event: "pressed", body, now, says, clock: clockAt(known) });
        if (isPressed || !mayPressAt(known, seen) || last.does !== "storeAndSend") return false;
        return comesToWord(sentAndAnswered(world, by, last.life), by, true);
      }
      world = put(world, by, { ...at(world, by), life: aged(at(world, by).life) });
    }
    return false;
  };
  function sentAndAnswered(world: World, by: number, life: OrderLife): World {
    const { key, shown, presses } = life as OrderLife & { key: string; presses: number };
    const call = { key, shown, presses, by, age: 0 };
    const taken = takes(world, call, assumed, bounds);
    const { id } = happens(idOf(life), { event: "answered", call, answer: taken.answer, now });
    return put(taken.world, by, { ...at(taken.world, by), life: id });
  }
  const known = new Map<string, boolean>();
  return (from: World): Promised | undefined => {
    let world: World = { ...from, calls: [], behind: [] };
    for (const call of from.calls) world = { ...takes(world, call, assumed, bounds).world, behind: [] };
    for (const [by, { life }] of world.browsers.entries()) {
      const name = `${by} ${life} ${world.offer} ${world.answers.join()}`;
      const ends =
        known.get(name) ??
        comesToWord(put(world, by, { ...at(world, by), life: aged(aged(life)) }), by, false);
      known.set(name, ends);
      if (!ends) return "e";
    }
    return undefined;
  };
}

/** What is computed once for each of what lasts for many worlds. */
function named<T extends object>(nameOf: (of: T) => string): (of: T) => string {
  const names = new WeakMap<T, string>();
  return (of) => {
    const known = names.get(of);
    if (known !== undefined) return known;
    const name = nameOf(of);
    names.set(of, name);
    return name;
  };
}
const nameOfCall = named(
  ({ key, shown, presses, by, age }: Call) => `${key}/${shown}/${presses}/${"ab"[by]}0/${age}`,
);
const nameOfAct = named(
  ({ call, answer }: Act) => `${nameOfCall(call)} ${answer ? JSON.stringify(answer) : ""}`,
);
const listed = (names: string[]): string => (names.length > 1 ? names.toSorted() : names).join();
const nameOfBrowser = (browser: Browser, life: LifeId, before: LifeId, late: LifeId): string => {
  const { isLost, hasTyped, reset, acts } = browser;
  return `${life}.${before}.${late}.${isLost}.${hasTyped}.${reset}.${listed(acts.map(nameOfAct))}`;
};

const mayBeSent = ({ calls, browsers }: World, by: number): boolean =>
  browsers[by]?.acts.some(isSending) === true || calls.some((call) => call.by === by);

/** What no fault can bring back is left out. */
function cleared(world: World, hasBefore: boolean): void {
  const isLive = (key: string): boolean => {
    const shown = shownIn(key);
    const isOf = (id: LifeId) => id !== 0 && shownBy(id).includes(shown);
    return (
      world.calls.some((call) => call.shown === shown) ||
      world.browsers.some(
        ({ life, before, late, acts }) =>
          isOf(life) ||
          isOf(late) ||
          (hasBefore && isOf(before)) ||
          acts.some(({ call }) => call.shown === shown),
      )
    );
  };
  world.answers = world.answers.filter(([key]) => isLive(key));
  world.sent = world.sent.filter(isLive);
  for (const [by, browser] of world.browsers.entries())
    if (browser.isLost && orderAt(world.offer)?.by !== by && !mayBeSent(world, by))
      world.browsers = world.browsers.with(by, { ...browser, isLost: false });
}

const swappedOnce = memo(swapped);
const mirrors = new Map<string, string>();
/** The name of a browser's like in the other browser. */
function mirrorOf(browser: Browser, name: string, hasBefore: boolean): string {
  const known = mirrors.get(name);
  if (known !== undefined) return known;
  const before = hasBefore ? mirrored(browser.before) : 0;
  const other = nameOfBrowser(browser, mirrored(browser.life), before, mirrored(browser.late));
  const mirror = swapped(other);
  mirrors.set(name, mirror);
  return mirror;
}

/** Browsers with as many tabs are alike, and so are names. */
function nameOfWorld(assumed: Assumptions, { tabs }: Bounds) {
  const isAlike = tabs[0] === tabs[1];
  return (world: World): string => {
    const hasBefore = !assumed.sessionsLast && world.faults > 0;
    cleared(world, hasBefore);
    const { browsers, offer, behind, presses, faults, answers, sent, calls } = world;
    const rest = `${offer}|${behind.join()}|${presses}|${faults}|${listed(answers.map(String))}|${listed(sent)}|${listed(calls.map(nameOfCall))}`;
    const names = browsers.map((browser) =>
      nameOfBrowser(browser, browser.life, hasBefore ? browser.before : 0, browser.late),
    );
    if (!isAlike) return `${names.join("&")}|${rest}`;
    const others = browsers.map((browser, by) => mirrorOf(browser, names[by] ?? "", hasBefore)).toReversed();
    const one = names.join("&");
    const other = others.join("&");
    if (one < other) return `${one}|${rest}`;
    const swappedRest = swappedOnce(rest);
    return `${other}|${one === other && rest < swappedRest ? rest : swappedRest}`;
  };
}

/** How much was seen, and for each promise that is broken the shortest story. */
export function exploreOrders(assumed: Assumptions, bounds: Bounds, until?: Promised) {
  const browser = { life: 0, before: 0, late: 0, isLost: false, hasTyped: false, reset: "", acts: [] };
  const { presses, faults } = bounds;
  const first: World = {
    browsers: bounds.tabs.map(() => browser),
    offer: open,
    behind: [],
    answers: [],
    calls: [],
    sent: [],
    presses,
    faults,
  };
  return explored(first, stepsIn(assumed, bounds), {
    nameOf: nameOfWorld(assumed, bounds),
    breaksAt: endsBadly(assumed, bounds),
    until,
  });
}
