import { describe, expect, test } from "vitest";
import {
  comingParcel,
  currentSteps,
  headOf,
  isPartWithdrawn,
  isStopped,
  lineOfNumber,
  type PlacedOrder,
  stepsAfterOrder,
  withdrawalTime,
} from "#app/domain/after-order.ts";
import { headInWords } from "#app/domain/after-order-words.ts";

const line = { tariff: "Mobil M", line: "mobile" } as const;
const phone = { device: "Nordlicht 12", ...line } as const;
const wired = { tariff: "Zuhause L", line: "dsl" } as const;
const order = (more: Partial<PlacedOrder>): PlacedOrder => ({
  payment: "notDue",
  items: [line],
  isPrepaid: false,
  isSent: false,
  isEsimShownAgain: false,
  isPortingCorrectable: false,
  viewer: { isCustomer: true, canLogIn: false },
  ...more,
});

/** Its steps in one line: done with a tick, later in brackets; with the day that the provider names, and a text's variant. */
const told = (more: Partial<PlacedOrder>) =>
  stepsAfterOrder(order(more))
    .map(({ name, state, when, variant }) => {
      const said = `${name}${when ? `@${when.from}` : ""}${variant ? `:${variant}` : ""}`;
      return { done: `✓${said}`, now: said, later: `(${said})` }[state];
    })
    .join(" ");

describe("what happens after an order", () => {
  test.each<[what: string, known: Partial<PlacedOrder>, steps: string]>([
    ["nothing is known but that it is placed", { items: [] }, "✓ordered"],
    ["no kind of line is known", { items: [{ tariff: "T", line: "unknown" }] }, "✓ordered (start)"],
    ["a device", { items: [phone] }, "✓ordered device simOpen (activate)"],
    [
      "a device with a card, dated",
      { items: [{ ...phone, sim: "card" }], delivery: { from: "2030-01-17" } },
      "✓ordered device@2030-01-17 simBeside (activate)",
    ],
    [
      "an eSIM that is ready before its device",
      { items: [{ ...phone, sim: "esim" }], esim: "ready" },
      "✓ordered device esim:beforeDevice (activateEsim)",
    ],
    [
      "a dated device while the identity is open",
      { items: [{ ...phone, sim: "card" }], delivery: { from: "2030-01-17" }, identity: "open" },
      "✓ordered identity (device@2030-01-17:waits) (simBeside) (activate)",
    ],
    [
      "a card that is in use, whatever is said of its parcel",
      { items: [{ ...line, sim: "card" }], isSent: true, happened: ["activation"] },
      "✓ordered ✓arrived ✓activated",
    ],
    [
      "a device on its way",
      { items: [{ ...phone, sim: "card" }], isSent: true },
      "✓ordered ✓sent simBeside (activate)",
    ],
    [
      "what the provider says has happened",
      {
        items: [{ ...phone, sim: "card" }],
        isSent: true,
        delivery: { from: "2030-01-17" },
        activation: "2030-01-21",
        porting: { date: "2030-01-22" },
        happened: ["delivery", "activation", "porting", "something newer"],
      },
      "✓ordered ✓arrived ✓activated@2030-01-21 ✓ported@2030-01-22",
    ],
    [
      "a delivery that has happened, a SIM that is not in use yet",
      { items: [{ ...phone, sim: "card" }], isSent: true, happened: ["delivery"] },
      "✓ordered ✓arrived simBeside activate",
    ],
    [
      "a line that has begun",
      {
        items: [wired],
        appointment: "2030-01-21",
        activation: "2030-01-21",
        happened: ["appointment", "activation"],
      },
      "✓ordered ✓technicianCame@2030-01-21 ✓lineStart@2030-01-21",
    ],
    [
      "another tariff that has begun",
      { family: "tm", activation: "2030-02-01", happened: ["activation"] },
      "✓ordered ✓migrated@2030-02-01",
    ],
    [
      "a date that is long past, and of which nobody says that it has happened",
      { family: "tm", activation: "2001-02-01" },
      "✓ordered (migration@2001-02-01)",
    ],
    ["a card alone", { items: [{ ...line, sim: "card" }] }, "✓ordered simCard (activate)"],
    [
      "a card alone on its way",
      { items: [{ ...line, sim: "card" }], isSent: true },
      "✓ordered ✓sent (activate)",
    ],
    [
      "an eSIM, with a day",
      { items: [{ ...line, sim: "esim" }], activation: "2030-02-01" },
      "✓ordered (esim) (activateEsim@2030-02-01)",
    ],
    ["a fixed line", { items: [wired] }, "✓ordered technician"],
    [
      "a fixed line with an appointment",
      { items: [wired], appointment: "2030-01-21", activation: "2030-01-21" },
      "✓ordered (appointment@2030-01-21) (lineStart@2030-01-21)",
    ],
    ["a line over the mobile network", { items: [{ tariff: "T", line: "fms" }] }, "✓ordered (plugIn)"],
    ["an extension with a device", { items: [phone], family: "vvl" }, "✓ordered device (extension)"],
    ["another tariff", { family: "tm", activation: "2030-02-01" }, "✓ordered (migration@2030-02-01)"],
    ["another owner", { family: "coc" }, "✓ordered (takeover)"],
    ["a number that comes along", { items: [wired], porting: {} }, "✓ordered technician (porting:unknown)"],
    ["paid by direct debit", { items: [wired], method: "direct_debit" }, "✓ordered technician (debit)"],
    ["paid by invoice", { items: [wired], method: "invoice" }, "✓ordered technician (invoice)"],
    [
      "paid from credit",
      { isPrepaid: true, method: "paypal", payment: "paid" },
      "✓ordered ✓paid simOpen (activate) (credit)",
    ],
    ["collected credit", { isPrepaid: true, method: "direct_debit" }, "✓ordered simOpen (activate) (debit)"],
    ["a payment that is open", { items: [], payment: "open", method: "paypal" }, "✓ordered pay"],
    ["a payment that has failed", { items: [], payment: "failed" }, "✓ordered pay"],
    ["a payment that waits", { items: [], payment: "waiting" }, "✓ordered payWaits"],
    ["a payment that nobody knows", { items: [], payment: undefined }, "✓ordered"],
    ["an open identity", { items: [], identity: "open" }, "✓ordered identity"],
    ["an identity under check", { items: [], identity: "checked" }, "✓ordered identityChecked"],
    ["an identity that is not confirmed", { items: [], identity: "stopped" }, "✓ordered identityStopped"],
    ["a confirmed identity", { items: [], identity: "done" }, "✓ordered ✓identityDone"],
    ["an eSIM in the post, by mail", { items: [{ ...line, sim: "esim" }] }, "✓ordered (esim) (activateEsim)"],
    [
      "an eSIM that is ready",
      { items: [{ ...line, sim: "esim" }], esim: "ready" },
      "✓ordered esim:ready (activateEsim)",
    ],
    [
      "an eSIM that is ready, of an offer that left it open",
      { items: [line], esim: "ready" },
      "✓ordered esim:ready (activateEsim)",
    ],
    [
      "an eSIM that is ready, in another browser",
      { items: [line], esim: "ready", viewer: { isCustomer: false, canLogIn: false } },
      "✓ordered esim:call (activateEsim)",
    ],
    [
      "an eSIM that is ready, in another browser, for customers who can log in",
      { items: [line], esim: "ready", viewer: { isCustomer: false, canLogIn: true } },
      "✓ordered esim:login (activateEsim)",
    ],
    ["an eSIM that was shown", { items: [line], esim: "read" }, "✓ordered ✓esimShown activateEsim"],
    [
      "an eSIM that was shown in this browser",
      {
        items: [line],
        esim: "read",
        isEsimShownAgain: true,
        viewer: { isCustomer: true, canLogIn: false, hasReadEsim: true },
      },
      "✓ordered ✓esimShown:again activateEsim",
    ],
    [
      "an eSIM that was shown in this browser, and is no longer shown again",
      {
        items: [line],
        esim: "read",
        viewer: { isCustomer: true, canLogIn: false, hasReadEsim: true },
      },
      "✓ordered ✓esimShown activateEsim",
    ],
    [
      "an eSIM that was shown in another browser",
      { items: [line], esim: "read", isEsimShownAgain: true },
      "✓ordered ✓esimShown activateEsim",
    ],
    [
      "an eSIM that was shown, and can be replaced here",
      {
        items: [line],
        esim: "read",
        viewer: { isCustomer: true, canLogIn: false, canReplaceEsim: true },
      },
      "✓ordered ✓esimShown:replaceable activateEsim",
    ],
    [
      "an eSIM behind an open identity",
      { items: [{ ...line, sim: "esim" }], identity: "open" },
      "✓ordered identity (esim:later) (activateEsim)",
    ],
    [
      "a mobile number, at once",
      { items: [phone], porting: { cancels: "customer", when: "now" } },
      "✓ordered device simOpen (activate) portingRelease (porting)",
    ],
    [
      "a mobile number, at the contract's end",
      { items: [line], porting: { cancels: "customer", when: "contractEnd" } },
      "✓ordered simOpen (activate) portingCancel (porting)",
    ],
    [
      "a mobile number with a day",
      { items: [line], porting: { cancels: "customer", when: "now", date: "2030-01-22" } },
      "✓ordered simOpen (activate) (porting@2030-01-22)",
    ],
    [
      "a landline's number",
      { items: [wired], porting: { cancels: "we", when: "contractEnd" } },
      "✓ordered technician (porting:landline)",
    ],
    [
      "a number that is refused, and its customer settles it here",
      { items: [line], porting: { refused: "name" }, isPortingCorrectable: true },
      "✓ordered portingRefused:here.name simOpen (activate) (porting:afterRelease)",
    ],
    [
      "a number that is refused for no known reason",
      { items: [line], porting: { refused: "unknown" }, isPortingCorrectable: true },
      "✓ordered portingRefused:unknown simOpen (activate) (porting:afterRelease)",
    ],
    [
      "a number that is refused",
      { items: [line], identity: "open", porting: { cancels: "customer", refused: "name" } },
      "✓ordered identity portingRefused:name (simOpen) (activate) (porting:afterRelease)",
    ],
    [
      "an order that is withdrawn from",
      { items: [phone], porting: {}, method: "direct_debit", withdrawals: [{ on: "2030-01-15" }] },
      "✓ordered ✓withdrawn@2030-01-15 (returnDevice@2030-01-29:later) refund",
    ],
    [
      "an order that is withdrawn from after its delivery",
      { items: [phone], happened: ["delivery"], identity: "open", withdrawals: [{ on: "2030-01-15" }] },
      "✓ordered ✓withdrawn@2030-01-15 returnDevice@2030-01-29 refund",
    ],
    [
      "a device that has come back",
      {
        items: [{ ...line, device: "Nordlicht" }],
        isSent: true,
        withdrawals: [{ on: "2030-01-15", returnedOn: "2030-01-20" }],
      },
      "✓ordered ✓withdrawn@2030-01-15 ✓deviceBack@2030-01-20 refund:deviceIsBack",
    ],
    [
      "what was paid is paid back",
      {
        items: [{ ...line, device: "Nordlicht" }],
        isSent: true,
        withdrawals: [{ on: "2030-01-15", returnedOn: "2030-01-20", refundedOn: "2030-01-22" }],
      },
      "✓ordered ✓withdrawn@2030-01-15 ✓deviceBack@2030-01-20 ✓refunded@2030-01-22",
    ],
    [
      "one of two withdrawals is paid back",
      {
        items: [line],
        withdrawals: [{ on: "2030-01-15", refundedOn: "2030-01-17" }, { on: "2030-01-16" }],
      },
      "✓ordered ✓withdrawn@2030-01-16 refund",
    ],
    [
      "a device that is withdrawn from",
      {
        items: [{ ...phone, sim: "card" }],
        method: "invoice",
        withdrawals: [{ on: "2030-01-15", parts: ["Nordlicht 12"] }],
      },
      "✓ordered ✓withdrawn@2030-01-15 (returnDevice@2030-01-29:later) refund simCard (activate) (invoice)",
    ],
    [
      "a tariff that is withdrawn from",
      { items: [phone], porting: {}, withdrawals: [{ on: "2030-01-15", parts: ["Mobil M"] }] },
      "✓ordered ✓withdrawn@2030-01-15 refund device",
    ],
    [
      "all parts, one by one",
      {
        items: [phone],
        withdrawals: [
          { on: "2030-01-15", parts: ["Mobil M"] },
          { on: "2030-01-17", parts: ["Nordlicht 12"] },
        ],
      },
      "✓ordered ✓withdrawn@2030-01-17 (returnDevice@2030-01-31:later) refund",
    ],
    [
      "an order that is cancelled",
      { items: [phone], payment: "paid", isCancelled: true },
      "✓ordered ✓cancelled refund",
    ],
    [
      "an order that is cancelled at the identity's provider",
      { items: [phone], identity: "cancelled" },
      "✓ordered ✓cancelled",
    ],
  ])("%s", (_, known, steps) => expect(told(known)).toBe(steps));
});

describe("where an order has got to", () => {
  const current = (more: Partial<PlacedOrder>) =>
    currentSteps(stepsAfterOrder(order(more))).map((step) => (isStopped(step) ? `!${step.name}` : step.name));

  test.each<[what: string, known: Partial<PlacedOrder>, ...steps: string[]]>([
    ["what the rest waits for", { items: [phone], identity: "open" }, "identity"],
    ["an identity that is not confirmed", { items: [phone], identity: "stopped" }, "!identityStopped"],
    [
      "a refused number, and what does not wait for it",
      { items: [{ ...phone, sim: "esim" }], esim: "ready", porting: { refused: "name" } },
      "!portingRefused",
      "device",
      "esim",
    ],
    [
      "what the customer can do while a parcel comes",
      { items: [{ ...phone, sim: "card" }], porting: { cancels: "customer", when: "contractEnd" } },
      "device",
      "simBeside",
      "portingCancel",
    ],
    ["what comes first, where nothing happens now", { family: "tm", method: "direct_debit" }, "migration"],
    ["nothing, where all is done", { family: "tm", activation: "2030-02-01", happened: ["activation"] }],
  ])("%s", (_, known, ...steps) => expect(current(known)).toEqual(steps));
});

describe("what is said first", () => {
  const said = (more: Partial<PlacedOrder>) => {
    const { head, left } = headOf(stepsAfterOrder(order(more)));
    return `${head}: ${left.is === "step" ? `${left.name} ${left.state}` : left.is}`;
  };

  test.each<[what: string, known: Partial<PlacedOrder>, head: string]>([
    ["nothing is the customer's", { items: [wired], method: "direct_debit" }, "ordered: nothing"],
    ["a SIM is to be inserted", { items: [phone] }, "ordered: activate later"],
    ["credit is to be topped up", { items: [], isPrepaid: true }, "ordered: credit later"],
    ["an invoice will come", { items: [wired], method: "invoice" }, "ordered: invoice later"],
    ["the door is to be opened", { items: [wired], appointment: "2030-01-21" }, "ordered: appointment later"],
    ["the identity is open", { items: [phone], identity: "open" }, "identity: inHead"],
    ["the identity is checked", { items: [phone], identity: "checked" }, "identityChecked: activate later"],
    [
      "the identity is checked, and nothing else",
      { items: [], identity: "checked" },
      "identityChecked: nothing",
    ],
    ["the identity is not confirmed", { items: [], identity: "stopped" }, "identityStopped: inHead"],
    ["an eSIM is ready", { items: [line], esim: "ready" }, "esim: inHead"],
    [
      "an eSIM is ready, its device is not there",
      { items: [{ ...phone, sim: "esim" }], esim: "ready" },
      "esim: inHead",
    ],
    ["an eSIM was shown", { items: [line], esim: "read" }, "ordered: nothingOnceSetUp"],
    [
      "an eSIM was shown and is in use",
      { items: [line], esim: "read", happened: ["activation"] },
      "ordered: nothing",
    ],
    ["it is on its way", { items: [phone], isSent: true }, "sent: activate later"],
    [
      "it has arrived",
      { items: [phone], isSent: true, happened: ["delivery", "activation"] },
      "arrived: nothing",
    ],
    [
      "it has arrived, and a number is refused",
      { items: [phone], happened: ["delivery"], porting: { refused: "name" } },
      "portingRefused: inHead",
    ],
    ["a number is refused", { items: [line], porting: { refused: "name" } }, "portingRefused: inHead"],
    [
      "a number is refused, and an eSIM is ready",
      { items: [line], esim: "ready", porting: { refused: "name" } },
      "portingRefused: inHead",
    ],
    [
      "an old contract is to be cancelled",
      { items: [line], porting: { cancels: "customer", when: "contractEnd" } },
      "ordered: portingCancel now",
    ],
    ["all is withdrawn", { items: [line], withdrawals: [{ on: "2030-01-15" }] }, "withdrawn: nothing"],
    [
      "all is withdrawn, and a device goes back",
      { items: [phone], withdrawals: [{ on: "2030-01-15" }] },
      "withdrawn: returnDevice later",
    ],
    [
      "a part is withdrawn",
      { items: [phone], withdrawals: [{ on: "2030-01-15", parts: ["Nordlicht 12"] }] },
      "withdrawnPart: returnDevice later",
    ],
    ["it is cancelled", { items: [phone], identity: "open", isCancelled: true }, "cancelled: nothing"],
    [
      "it is cancelled as it was withdrawn from",
      { items: [line], identity: "cancelled", withdrawals: [{ on: "2030-01-15" }] },
      "withdrawn: nothing",
    ],
  ])("%s", (_, known, head) => expect(said(known)).toBe(head));
});

test("a refused number beside another head is told as such, not as a step of the customer's", () => {
  const known: Partial<PlacedOrder> = { items: [line], identity: "checked", porting: { refused: "name" } };
  const steps = stepsAfterOrder(order(known)).map((step) => ({
    ...step,
    label: step.name,
    detail: undefined,
  }));
  const { title, text } = headInWords(steps, { hotline: "030" }, (key) => key);
  expect(`${title}: ${text}`).toBe("checkedTitle: checkedLead portingTitle.");
});

describe("until when an order can be withdrawn from", () => {
  test.each<[what: string, known: Partial<PlacedOrder>, time: ReturnType<typeof withdrawalTime>]>([
    ["without goods, until the day", { withdrawalUntil: "2030-01-29" }, { is: "until", date: "2030-01-29" }],
    ["goods that have not come", { items: [phone], withdrawalUntil: "2030-01-29" }, { is: "fromReceipt" }],
    [
      "goods that have come",
      { items: [phone], happened: ["delivery"], withdrawalUntil: "2030-01-29" },
      { is: "until", date: "2030-01-29" },
    ],
    ["nobody says", {}, { is: "unknown" }],
    ["all is withdrawn from", { withdrawals: [{ on: "2030-01-15" }] }, undefined],
    [
      "only the tariff is left",
      {
        items: [phone],
        withdrawalUntil: "2030-01-29",
        withdrawals: [{ on: "2030-01-15", parts: ["Nordlicht 12"] }],
      },
      { is: "until", date: "2030-01-29" },
    ],
    ["it is cancelled", { isCancelled: true }, undefined],
  ])("%s", (_, known, time) => expect(withdrawalTime(order(known))).toEqual(time));
});

test("a part is withdrawn from by its whole name, in a list of names or alone", () => {
  const parts = (...names: string[]) => [{ on: "2030-01-15", parts: names }];
  expect(isPartWithdrawn(parts("Nordlicht 12 Pro"), "Nordlicht 12")).toBe(false);
  expect(isPartWithdrawn(parts("Mobil M, Nordlicht 12"), "Nordlicht 12")).toBe(true);
  expect(isPartWithdrawn(parts("Mobil M", "Schutz, klein"), "Schutz, klein")).toBe(true);
  expect(isPartWithdrawn(undefined, "Mobil M")).toBe(false);
});

test("a number that could still come along is told of by the line that is new", () => {
  expect(lineOfNumber(order({ items: [line] }))).toBe("mobile");
  expect(lineOfNumber(order({ items: [wired] }))).toBe("landline");
  expect(lineOfNumber(order({ items: [line, wired] }))).toBe("unknown");
  for (const none of [
    { items: [line], family: "vvl" },
    { items: [line], porting: {} },
    { items: [{ tariff: "T", line: "unknown" }] },
    { items: [line], withdrawals: [{ on: "2030-01-15" }] },
    { items: [line], isCancelled: true },
  ] satisfies Partial<PlacedOrder>[])
    expect(lineOfNumber(order(none))).toBeUndefined();
});

test.each<[what: string, known: Partial<PlacedOrder>, comes: string | undefined]>([
  ["what is on its way", { isSent: true }, "sent"],
  ["what comes next", {}, "device"],
  ["nothing while the customer has to be known first", { identity: "open" }, undefined],
  ["nothing that has arrived", { happened: ["delivery"] }, undefined],
])("the parcel whose day stands on top: %s", (_, known, comes) => {
  expect(comingParcel(stepsAfterOrder(order({ items: [phone], ...known })))?.name).toBe(comes);
});
