import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { isActing } from "#app/backend/contract/call.ts";
import { type CallName, calls } from "#app/backend/contract/calls.ts";
import { mostSends } from "#app/outcome/acts.ts";
import { actionsOf, type Browser, fieldsOf, type Page } from "../support/browser.ts";
import {
  type Acts,
  type Asks,
  type Cached,
  type Declares,
  type Expectation,
  expectations,
  isOpenAfter,
  type Reads,
  shownAfter,
  shownBy,
  shownWithout,
} from "../support/expectations.ts";
import { bodyFaults, commonFaults, type Fault, faults, moments, vagueEnds } from "../support/fault-proxy.ts";
import { faultyPortalForTests, inTurn, tracedCustomer } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { all, first } from "../support/html.ts";
import { testPatienceMs } from "../support/patience.ts";
import {
  callTo,
  type Form,
  formOn,
  otherScenes,
  reach,
  type Scene,
  scenes,
  sendForm,
} from "../support/scenes.ts";

// Every call × fault, and of one with an effect × whether it had that: what the customer sees, and how often it acted. What an
// answer proves is decided in one place for all calls (tests/unit/client, evidence), so most meet some faults of each kind.
const { portal, backend } = await faultyPortalForTests({});
let { pid } = portal;

interface Row<E> {
  name: string;
  /** Rows take turns: so many lost connections in a row to one area would open its breaker. */
  at: number;
  names: CallName[];
  call: RegExp;
  scene: Scene;
  row: E;
}
const everyScene: Record<string, Scene & { of?: CallName[] }> = { ...scenes, ...otherScenes };
const rows = Object.entries(expectations).map(([name, row], at): Row<Expectation> => {
  const scene = everyScene[name] as Scene & { of?: CallName[] };
  const names = scene.of ?? [name as CallName];
  return { name, at, names, call: callTo(...names), scene, row };
});
const ofKind = <K extends Expectation["kind"]>(...kinds: K[]) =>
  rows.filter((one): one is Row<Expectation & { kind: K }> => kinds.includes(one.row.kind as K));

test("only a call that acts is expected to", () => {
  const acting = Object.entries(calls).filter(([, call]) => isActing(call));
  const expected = new Set(ofKind("acts", "declares", "harmless").map(({ names }) => names[0]));
  expect([...expected].sort()).toEqual(acting.map(([name]) => name).sort());
});

/** An error page has an action: calling, trying again, or sending the filled-in form again. */
function expectWayOut(page: Page) {
  const { name, state, status, text } = page;
  if (!name || status < 400) return;
  const actions = actionsOf(page);
  expect([...actions, formOn(page)].filter(Boolean), "a way on").not.toEqual([]);
  if (name === "offer-error")
    expect([text.includes("Fehlernummer"), actions.length > 0]).toEqual([true, true]);
  if (name === "idv-error") expect(actions).toContain(state === "Downtime" ? "checkAgain" : "retry");
}

const readings = ofKind("reads", "harmless").flatMap(({ at, ...one }) =>
  commonFaults
    .filter((_, turn) => (one.row.except ? turn % 2 === 1 : turn % 4 === at % 4))
    .map((fault) => ({ ...one, fault })),
);

test.concurrent.each(readings)("$name: $fault", async ({ scene, row, call, fault }) => {
  const { later, keeps } = row as Reads;
  const { customer, traceId } = tracedCustomer(portal);
  const token = fresh(scene.scenario);
  const step = await inTurn(() => reach(scene, customer, token));
  const rule = backend.strike({ call, fault, of: traceId });
  const expected = shownWithout(row as Reads, fault);
  // On a busy machine enough other rows may get no response at once for their area to be closed for some seconds.
  const look = async () => {
    const shown = await step();
    return (shownBy(shown) === expected || shown.state !== "Downtime") && shown;
  };
  const page = await vi.waitUntil(look, { timeout: testPatienceMs, interval: 1000 });
  expect(rule.met(), "the fault has met the call").toBeGreaterThan(0);
  if (keeps) expect(await keeps(customer, token), "what was typed").toBe(true);
  rule.end();
  expect(shownBy(page)).toBe(expected);
  expectWayOut(page);
  // Also an answer of the area: its breaker counts those lost since the last one, by rows that run at the same time, too.
  const shown = shownBy(await step());
  if (later) expect(shown).toBe(later);
});

describe("what is asked for once and kept", () => {
  // After a restart the portal has none of it; a brand has its own.
  beforeAll(async () => {
    await portal.restart();
    pid = portal.pid;
  });
  const brands = ["blau", "nova", "spice", "aldi", "o2", "ortel", "ayyildiz", "aetka"];
  const few: Fault[] = ["answers no JSON", "answers 500 with a page", "never answers"];
  const cells = ofKind("cached").flatMap((one, at) =>
    [0, 1].map((turn) => ({
      ...one,
      fault: few[(at + turn) % few.length] as Fault,
      brand: brands[(2 * at + turn) % brands.length],
    })),
  );
  test.each(cells)("$name: $fault", async ({ scene, row, call, fault, brand }) => {
    const { customer, traceId } = tracedCustomer(portal);
    await customer.get(`/?brand=${brand}`);
    const step = await reach(scene, customer, fresh());
    const rule = backend.strike({ call, fault, of: traceId });
    const page = await step();
    expect(rule.met(), "the fault has met the call").toBeGreaterThan(0);
    rule.end();
    expect([shownBy(page), page.brand]).toEqual([(row as Cached).shows, brand]);
  });
});

/** In the provider's own words. */
const refuses = /^answers 418/;
/** Of somebody in between, who does not know what became of the call. */
const gateways: Fault[] = [
  "answers 201",
  "answers 204 with a coding",
  "answers 400 without words",
  "answers 404 without words",
  "answers 409 with a page",
  "answers 410 without words",
  "answers 422 without words",
];
/** Any 2xx that is not somebody else's page and gives no reason. */
const successes: Fault[] = [
  "answers nothing",
  "answers 201",
  "answers 204",
  "answers 204 with a coding",
  "answers 205",
  "answers JSON of the wrong shape",
  "answers an empty list",
  "answers an empty PDF",
];
const acting = (Object.keys(faults) as Fault[]).flatMap((fault, turn) =>
  moments.flatMap(([moment, acted]) =>
    ofKind("acts", "declares")
      .filter(({ row: { many }, names }, at) => {
        if (names.length > 1) return vagueEnds.includes(fault) && !acted;
        const isCommon = commonFaults.includes(fault);
        if (!many && !isCommon && !(gateways.includes(fault) && (turn + at) % 4 === 0)) return false;
        // What a provider says in words it is believed: nothing can be made of one that acts and refuses.
        if (refuses.test(fault) && acted) return many;
        // A success that did not happen looks like one that did: no call that acts needs a body.
        if (successes.includes(fault)) return acted;
        return (isCommon && many) || acted === ((turn + at) % 2 === 0);
      })
      .map(({ at: _, ...one }) => ({ ...one, fault, moment, acted })),
  ),
);

const waits = /wird weitergegeben|geben ihn automatisch weiter/;
/** The page says that the post has failed. */
function saysFailed(page: Page, row: Acts | Declares): boolean {
  if (row.isDone(page) || page.state === "Waiting" || (row.kind === "declares" && waits.test(page.text)))
    return false;
  const main = first(page.document, "main");
  return page.status >= 400 || (main !== undefined && all(main, "*", { role: "alert" }).length > 0);
}

/** The page's own next step: a redirect, a refresh, a retry; of an order that nothing sends any more, its summary. */
function wayOn(page: Page): string | undefined {
  const retry = all(page.document, "a", { "data-action": true }).find(({ attributes }) =>
    ["orderAgain", "retry", "checkAgain"].includes(attributes["data-action"] ?? ""),
  );
  return page.location ?? page.headers.get("Refresh")?.split("url=")[1] ?? retry?.attributes.href;
}

/** The customer's next steps: following the page, or sending its form again. */
async function persist(
  customer: Browser,
  landed: Page,
  scene: Form,
  row: Acts,
  token: string,
): Promise<Page> {
  let page = landed;
  for (let step = 0; step < 6 && !row.isDone(page); step++) {
    // A waiting page of an order stays open until the outcome is known.
    for (; page.state === "Waiting"; page = await customer.get(wayOn(page) ?? "")) await wait(500);
    if (row.isDone(page)) break;
    const there = wayOn(page);
    if (there?.startsWith("/")) page = await customer.get(there);
    else if (formOn(page, scene)) page = await sendForm(customer, page, scene, token);
    else if (formOn(page)) page = await customer.submit(page);
    else break;
  }
  return page;
}

/** Where nobody knows what became of a post: no button does it again, and the page asks by itself. */
function expectWaiting(still: Page, form: Form) {
  expect(formOn(still, form), "no form does it again").toBeUndefined();
  if (form.button) expect(all(still.document, "button", { name: form.button[0] })).toEqual([]);
  expect(still.headers.get("Refresh")).toContain(`; url=${still.path}`);
  expect(still.html.includes("data-files"), "scripts that ask quietly").toBe(true);
}

test.concurrent.each(acting)("$name: $fault $moment", async ({ names, scene, call, row, fault, acted }) => {
  const form = scene as Form;
  const token = fresh(scene.scenario);
  const { customer } = tracedCustomer(portal);
  const declares = row.kind === "declares";
  // On a busy machine a page may miss its deadline before any fault: the customer opens it again.
  const open = async () => {
    const opened = await inTurn(() => form.form(customer, token)).catch(() => undefined);
    return opened && formOn(opened, form) && opened;
  };
  const page = await vi.waitUntil(open, { timeout: testPatienceMs });
  const rule = backend.strike({ call, fault, acts: acted, of: token });
  const fields = form.fields?.(token) ?? {};
  const answer = await sendForm(customer, page, { ...form, fields: () => fields }, token);
  const landed =
    !row.isDone(answer) && answer.location?.startsWith("/") ? await customer.get(answer.location) : answer;
  const met = rule.met();
  const isFinal = row.kind === "acts" && (row.final?.includes(fault) ?? false);
  const needsNoBody = calls[names[0] as CallName].answer === "nothing" && bodyFaults.includes(fault);
  if (row.kind === "acts" && !acted && commonFaults.includes(fault) && !needsNoBody && !isFinal) {
    expect(shownBy(answer)).toBe(shownAfter(row, fault));
    if (isOpenAfter(row, fault)) {
      expect(shownBy(landed)).toBe(row.still);
      expectWaiting(landed, form);
      // Another press sends nothing while the one before is open.
      const before = rule.met();
      if (!row.pressedAgain)
        expect((await sendForm(customer, page, form, token, { submissionId: randomUUID() })).status).toBe(
          303,
        );
      expect(rule.met()).toBe(before);
    }
  }
  expectWayOut(landed);

  if (declares) expect(answer.status, "received").toBe(303);
  const claimed = row.isDone(landed);
  if (declares && !claimed) expect(waits.test(landed.text), "it waits").toBe(true);
  expect(landed.html.includes("zahlungspflichtig bestellen"), "the button again").toBe(false);
  // The provider's own words are believed: nothing can be made of a call that acts and refuses.
  if (acted && !refuses.test(fault)) expect(saysFailed(landed, row), "said to have failed").toBe(false);
  const has = (last: Page) => row.effects({ token, last, origin: backend.origin });
  const effects = await has(landed);
  // A provider that knows no keys takes each call for another one. A declaration is sent until it is there.
  // A proof whose termination cannot be read yet is tried again while it is at hand.
  const isTooEarly = names[0] === "terminationUpload" && fault === "answers 404 without words";
  if (row.kind === "acts" && names.length === 1)
    expect(met, "calls by a press and a look").toBeLessThanOrEqual(
      isTooEarly ? mostSends("terminationUpload") : 2,
    );
  rule.end();
  const end = await (async () => {
    if (isFinal) return landed;
    if (row.kind === "acts") return persist(customer, landed, form, row, token);
    const reload = async () => {
      const again = await customer.get(landed.path);
      return row.isDone(again) && again;
    };
    return vi.waitUntil(reload, { timeout: testPatienceMs, interval: 500 });
  })();

  expect(rule.met(), "the fault has met the call").toBeGreaterThan(0);
  if (claimed) expect(effects, "a success with its effect").toBe(1);
  // The input is there, unless the page has no form.
  const shownForm = formOn(landed, form);
  if (shownForm && landed.name === page.name) {
    const shown = fieldsOf(landed, shownForm);
    for (const [field, value] of Object.entries(fields))
      if (field in shown) expect(shown[field], field).toBe(value);
  }
  if (isFinal) return;
  expect(row.isDone(end), `${end.status} ${end.name} ${end.state}`).toBe(true);
  expect(await has(end), "effects after the second try").toBe(1);
});

// An order is sent again only once it is overdue (tests/routes/order-calls).
const refusedLate = ofKind("acts").filter(
  ({ row, names }) => names.length === 1 && !row.many && !row.pressedAgain,
);
test.concurrent.each(refusedLate)(
  "$name: refused late, it may be done again",
  async ({ scene, call, row }) => {
    const form = scene as Form;
    const token = fresh(scene.scenario);
    const customer = portal.browser();
    const page = await inTurn(() => form.form(customer, token));
    const lost = backend.strike({ call, fault: "closes the connection", of: token });
    const { location = "" } = await sendForm(customer, page, form, token);
    lost.end();
    const refusal = backend.strike({ call, fault: "answers 418 with an unknown code", of: token });
    const refused = await customer.get(location, { follow: true });
    expect(refusal.met()).toBeGreaterThan(0);
    refusal.end();
    expect(refused.state).not.toBe("Waiting");
    const end = await persist(customer, refused, form, row, token);
    expect(row.isDone(end), `${end.status} ${end.name} ${end.state}`).toBe(true);
    expect(await row.effects({ token, last: end, origin: backend.origin })).toBe(1);
  },
);

test("an eSIM whose answer was lost is shown by the same press, while nobody can say how its order stands", async () => {
  const scene = scenes.readEsim as Form;
  const token = fresh("demo-esim");
  const customer = portal.browser();
  const page = await inTurn(() => scene.form(customer, token));
  const lost = backend.strike({
    call: callTo("readEsim"),
    fault: "closes the connection",
    acts: true,
    of: token,
  });
  const failed = await customer.submit(page);
  expect([shownBy(failed), lost.met()]).toEqual(["503 esim TechnicalProblem", 1]);
  lost.end();
  const away = backend.strike({
    call: callTo("offerSummary"),
    fault: "answers 500 with a page",
    of: token,
  });
  const looked = await customer.get(page.path);
  expect(fieldsOf(looked).submissionId).toBe(fieldsOf(page).submissionId);
  for (const again of [failed, looked, page])
    expect(all((await customer.submit(again)).document, "code"), "its codes").toHaveLength(2);
  away.end();
});

const asking = ofKind("asks").flatMap((one) =>
  commonFaults.filter((_, turn) => turn % 4 === one.at % 4).map((fault) => ({ ...one, fault })),
);
test.concurrent.each(asking)("$name: $fault", async ({ scene, call, row, fault }) => {
  const { after, isDone, effects } = row as Asks;
  const { customer, traceId } = tracedCustomer(portal);
  const token = fresh();
  const step = await inTurn(() => reach(scene, customer, token));
  const lost = backend.strike({ call: callTo(after), fault: "closes the connection", acts: true, of: token });
  // Before the step: the worker asks 50 ms after it.
  const rule = backend.strike({ call, fault, of: traceId });
  const { location = "" } = await step();
  await vi.waitUntil(() => rule.met() > 0, { timeout: testPatienceMs });
  expect(waits.test((await customer.get(location)).text), "it waits").toBe(true);
  lost.end();
  rule.end();
  const last = await vi.waitUntil(
    async () => {
      const page = await customer.get(location);
      return isDone(page) && page;
    },
    { timeout: testPatienceMs, interval: 500 },
  );
  expect(await effects({ token, last, origin: backend.origin })).toBe(1);
});

test("a backend that cannot be reached at all; and the process is the one that it was", async () => {
  await backend.down();
  expect(await portal.browser().get("/angebot/demo~nobody")).toMatchObject({
    status: 503,
    state: "Downtime",
  });
  expect((await portal.browser().get("/")).status).toBe(200);
  await expect.poll(async () => (await fetch(`${portal.origin}/health/dependencies`)).status).toBe(503);
  await backend.up();
  expect(portal.pid).toBe(pid);
});
