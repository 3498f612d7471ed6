import { Browser, inCircles, type View } from "./browser.ts";
import { networks } from "./network.ts";
import type { Portal } from "./portals.ts";
import { startRun } from "./run.ts";
import { SimulatedServices } from "./services.ts";
import { SimulatedSessions } from "./sessions.ts";
import { stores } from "./store.ts";
import type { World } from "./world.ts";

const minute = 60_000;

type Kind = "offer" | "customer" | "idv" | "preview" | "coupon";
interface Customer {
  kind: Kind;
  link: string;
  /** The page where they begin. */
  start: string;
  browser: Browser;
  /** What they have posted. */
  sent: Record<string, string>[];
  /** The world's step when each submission id was posted last, if nothing else was under way. */
  pressed: Map<string, number>;
}
interface Form {
  submissionId: string;
  values?: Record<string, string>;
  problem?: { headline: string; state?: string };
}

const startOf: Record<Kind, string> = {
  offer: "/angebot/",
  customer: "/kundendaten/",
  idv: "/idv/",
  preview: "/angebot/preview/",
  coupon: "/idv/",
};
/** The page that shows the outcome. */
const endOf: Partial<Record<Kind, string>> = { offer: "/danke", coupon: "/post-ident" };
const pagesOf: Partial<Record<Kind, string[]>> = {
  offer: ["/zusammenfassung", "/danke", "/danke", "/fehler", ""],
  coupon: ["/post-ident", "/post-ident", ""],
};
const methodsOf: Partial<Record<Kind, string[]>> = { coupon: ["branch", "branch", "video"] };
const person = {
  firstName: "Ada",
  lastName: "Beispiel",
  street: "Weg",
  houseNumber: "1",
  postalCode: "10115",
  "birthDate.day": "29",
  "birthDate.month": "2",
  "birthDate.year": "1988",
  city: "Berlin",
  email: "ada@example.org",
  phone: "0152 28817386",
};
const paidStates = ["none", "paid"];
/** States that say that nothing is ordered. */
const notOrdered = new Set([
  "DocumentsNotLoaded",
  "ReservationRetryLater",
  "ReservationRetryModal",
  "ReservationRetryDowntime",
]);
const unconfirmed = new Set(["TechnicalProblem", "Downtime"]);
const dataOf = <T>({ page }: View, name: string) =>
  page.errors ? undefined : (page.loaderData[name] as T | undefined);
const orderForm = (view: View) => dataOf<{ form: Form }>(view, "summary")?.form;

/** Two portals that share sessions, with customers who order, choose and change: one run of what may happen. */
export const simulateJourneys = (world: World, portals: Portal[]) =>
  simulate(world, portals, ["offer", "offer", "customer", "idv"]);

/** The same with resets of previews and coupons by mail: apart, so that the schedules of a seed stay what they were. */
export const simulateMails = (world: World, portals: Portal[]) =>
  simulate(world, portals, ["preview", "coupon", "coupon"]);

async function simulate(world: World, portals: Portal[], kinds: readonly Kind[]): Promise<string[]> {
  const services = new SimulatedServices(world);
  const sessions = new SimulatedSessions(world);
  const { live, findings, finding, crash, quiet } = startRun(world, portals, {
    ask: services.ask.bind(services) as never,
    queue: () => ({}) as never,
    sessions,
  });

  const customers = Array.from({ length: 1 + Math.floor(world.random() * 2) }, (_, index): Customer => {
    const kind = world.pick(kinds);
    const link = `${kind}-${index}`;
    if (kind === "offer" && world.chance(0.5)) services.cards.add(link);
    const browser = new Browser(
      world,
      () => world.pick(live),
      (view) => judge(customer, view),
    );
    const customer: Customer = {
      kind,
      link,
      start: startOf[kind] + link,
      browser,
      sent: [],
      pressed: new Map(),
    };
    return customer;
  });

  function judge(customer: Customer, view: View): void {
    const { link, kind } = customer;
    const { state, since, deeds, url } = view;
    if (view.status === inCircles) finding(`${link} is redirected in circles`);
    world.note(`sees ${state ?? view.status} at ${url.pathname}`);
    const was = (is: Parameters<typeof services.wasTrue>[2]) => services.wasTrue(link, since, is);
    const acted = deeds.length > 0;
    // Only a post that was not processed says so.
    const isPost = view.posts.some(({ kind }) => kind === "retry");
    if (state === "SessionsAway" && isPost && acted)
      finding(`told that nothing was sent, but ${deeds.join(", ")}`);
    if (kind === "offer") judgeOrder(customer, view, was);
    else if (kind === "customer") judgeChange(customer, view, was);
    else if (kind === "preview") judgePreview(customer, view, was);
    else judgeChoice(customer, view, was);
    if (kind === "coupon") judgeMail(customer, view, was);
  }

  type Was = (is: Parameters<typeof services.wasTrue>[2]) => boolean;

  function judgeOrder({ link, browser, sent }: Customer, view: View, was: Was): void {
    const { state, url } = view;
    // Visits that begin at once each begin a session: an order of another one than the browser has kept is not known here.
    const isElsewhere = sent.some(({ submissionId }) => browser.hasLost(submissionId));
    // Once its page has given it up, the button sends the same order, whatever becomes of the first attempt.
    const isGivenUp = browser.seen.some(({ orderAgain }) => orderAgain);
    if (
      orderForm(view) &&
      !isGivenUp &&
      !isElsewhere &&
      !was((truth) => truth.orders === 0 && truth.underWay === 0)
    )
      finding(`the order button of ${link} is there, but it is ordered, or may be`);
    const done = dataOf<{ orderId: string }>(view, "confirmation");
    if (done && !was(({ orderId, payment }) => orderId === done.orderId && paidStates.includes(payment)))
      finding(`${link} reads as ordered: ${done.orderId}`);
    if (url.host === "pay.example" && !was(({ orders }) => orders > 0))
      finding(`${link} is to be paid, but not ordered`);
    if (state === "PaymentOpen" && !was(({ payment }) => payment !== "none" && payment !== "paid"))
      finding(`${link} reads as not paid`);
    if (state === "OfferPaymentWaitForCapture" && !was(({ payment }) => payment === "waiting"))
      finding(`${link} reads as waiting for its payment`);
    if (state === "PaymentFailed" && !was(({ payment }) => payment === "failed"))
      finding(`the payment of ${link} reads as failed`);
    if (state === "OfferConsumed" && !was(({ orders }) => orders > 0))
      finding(`${link} reads as ordered before`);
    if (state && notOrdered.has(state) && !was(({ orders }) => orders === 0))
      finding(`told that nothing is ordered (${state}), but ${link} is`);
    const { submissionId } = view.asked.fields;
    if (
      state === "OfferConsumed" &&
      submissionId &&
      [...services.acted.keys()].some((key) => key.startsWith(submissionId))
    )
      finding(`the order of ${link} reads as somebody else's`);
    if (state === "OfferResetFailed" && submissionId && services.acted.has(submissionId))
      finding(`told that ${link} was not reset, but it was`);
    const notice = (["offer", "payment"] as const).map(
      (name) => dataOf<{ notice?: { kind: string } }>(view, name)?.notice?.kind,
    );
    if (notice.includes("success") && !was(({ resets }) => resets > 0)) finding(`${link} reads as reset`);
  }

  function judgeChange({ link, sent }: Customer, view: View, was: Was): void {
    const receipt = view.url.searchParams.get("receipt");
    const shown = dataOf<{ form?: Form; receipt?: object }>(view, "customer-data");
    // With the same id, other content may have been sent.
    const saved = sent.flatMap(({ submissionId, email }) =>
      submissionId === receipt && email ? [email] : [],
    );
    if (shown?.receipt && !services.wasTrue(link, 0, ({ email }) => saved.includes(email)))
      finding(`${link} reads as saved: ${saved.join(", ")}`);
    const replied = view.page.actionData?.["customer-data"] as { form?: Form; conflict?: object } | undefined;
    const problem = replied?.form?.problem ?? shown?.form?.problem;
    // "We cannot confirm right now that it is saved" denies nothing.
    const isDenied = replied?.conflict ?? (problem && !unconfirmed.has(problem.state ?? ""));
    const email = (replied ?? shown)?.form?.values?.email;
    if (isDenied && email && !was((truth) => truth.email !== email))
      finding(`told that ${link} was not saved, but ${email} is`);
  }

  function judgeChoice({ link, sent }: Customer, view: View, was: Was): void {
    const { host, pathname } = view.url;
    const chosen = pathname.split("/").at(-1);
    if (host === "ident.example" && !services.wasTrue(link, 0, ({ method }) => method === chosen))
      finding(`${link} goes on with ${chosen}, which was not chosen`);
    const notice = dataOf<{ notice?: string }>(view, "idv-selection")?.notice;
    // It may be about any of them.
    const tried = sent.flatMap(({ method }) => method ?? []);
    if (notice === "notChosen" && !was(({ method }) => tried.some((one) => one !== method)))
      finding(`told that ${link} could not choose, but it did`);
  }

  function judgePreview({ link, sent, browser }: Customer, view: View, was: Was): void {
    if (dataOf<{ reset: boolean }>(view, "offer-preview")?.reset && !was(({ isStuck }) => !isStuck))
      finding(`${link} reads as reset`);
    // This session cannot tell what only another one knows.
    const all = sent.map(({ submissionId: id }) => services.hadActed(id, view.since) && !browser.hasLost(id));
    const isDone = view.deeds.length > 0 || (all.length > 0 && all.every(Boolean));
    if (view.state === "OfferResetFailed" && isDone) finding(`told that ${link} was not reset, but it was`);
  }

  function judgeMail({ link, pressed }: Customer, view: View, was: Was): void {
    const shown = dataOf<{ notice?: string; mailForm: Form }>(view, "idv-post-ident");
    if (shown?.notice === "mailed" && !was(({ mails }) => mails > 0)) finding(`${link} reads as mailed`);
    // The form has the id of what was not mailed, so that it is mailed once.
    const id = shown?.mailForm.submissionId ?? "";
    // Of a provider that refuses a repeated key, only the count of mails shows whether it acted; a concurrent press may
    // read it too early to see that.
    const isLate =
      services.style.repeat !== "same" && (hasLostSessions || !services.hadActed(id, pressed.get(id) ?? 0));
    const isMailed = services.hadActed(id, view.since);
    if (shown?.notice === "notMailed" && isMailed && !isLate)
      finding(`told that ${link} was not mailed, but it was`);
  }

  /** What a page offers to post. */
  function postsOn({ kind }: Customer, view: View): View["posts"] {
    const { pathname } = view.url;
    const path = pathname;
    const order = orderForm(view);
    const posts = [...view.posts];
    if (order) posts.push({ kind: "order", path, fields: { submissionId: order.submissionId } });
    const personal = dataOf<{ form: Form }>(view, "personal-data");
    if (personal)
      posts.push({ kind: "enter", path, fields: { ...person, submissionId: personal.form.submissionId } });
    if (kind === "customer") {
      const replied = view.page.actionData?.["customer-data"] as { form?: Form } | undefined;
      const form = replied?.form ?? dataOf<{ form?: Form }>(view, "customer-data")?.form;
      const { submissionId = "", values = {} } = form ?? {};
      const known = Object.fromEntries(
        Object.entries(values).filter(([, value]) => typeof value === "string"),
      );
      const email = known.email || `${Math.floor(world.random() * 1e6)}@example.org`;
      if (form) posts.push({ kind: "save", path, fields: { ...known, submissionId, email } });
    }
    const selection = dataOf<{ form: Form }>(view, "idv-selection");
    if (selection)
      posts.push({
        kind: "choose",
        path,
        fields: {
          submissionId: selection.form.submissionId,
          method: world.pick(methodsOf[kind] ?? ["video", "eid"]),
        },
      });
    const preview = dataOf<{ form: Form }>(view, "offer-preview");
    if (preview) posts.push({ kind: "reset", path, fields: { submissionId: preview.form.submissionId } });
    const coupon = dataOf<{ email?: string; mailForm: Form; mailsSent?: number }>(view, "idv-post-ident");
    if (coupon?.email) {
      const { mailForm, mailsSent = "" } = coupon;
      posts.push({
        kind: "mail",
        path,
        fields: { submissionId: mailForm.submissionId, mailsSent: `${mailsSent}` },
      });
    }
    return posts;
  }

  let hasLostSessions = false;
  const isLost = () => world.chance(0.1);

  async function press(customer: Customer): Promise<void> {
    const { browser, sent } = customer;
    // Now and then one that was shown before: Back.
    const view = world.chance(0.8) ? browser.seen.at(-1) : world.pick(browser.seen);
    const posts = view ? postsOn(customer, view) : [];
    if (!view || posts.length === 0) return look(customer);
    const { path, fields, kind } = world.pick(posts);
    world.note(`press: ${kind} ${customer.link} ${path}`);
    sent.push(fields);
    const isAlone = browser.underWay === 0;
    customer.pressed.set(fields.submissionId ?? "", isAlone ? world.step : 0);
    await browser.go("POST", path, fields, isLost());
    if (!world.chance(0.3)) return;
    customer.pressed.set(fields.submissionId ?? "", 0);
    await browser.go("POST", path, fields, isLost());
  }

  async function look(customer: Customer): Promise<void> {
    const { kind, link, browser, start } = customer;
    const last = browser.seen.at(-1);
    // A reload sends the same again.
    if (last && world.chance(0.4))
      return browser.go(last.asked.method, last.asked.path, last.asked.fields, isLost());
    const pages = pagesOf[kind] ?? [""];
    const page =
      last && link ? world.pick(pages) : kind === "offer" ? world.pick(["", "/zusammenfassung"]) : "";
    await browser.go("GET", start + page, {}, isLost());
  }

  /** At the payment provider's page. */
  function pay(): void {
    const open = customers.filter(({ link }) => services.truthOf(link).payment === "open");
    if (open.length === 0) return;
    const { link } = world.pick(open);
    const payment = world.pick(["paid", "paid", "waiting", "failed", "expired"] as const);
    world.note(`the payment of ${link} is ${payment}`);
    services.change(link, { payment });
  }

  const steps = 80 + Math.floor(world.random() * 150);
  for (let step = 0; step < steps; step++) {
    const chance = world.random();
    if (chance < 0.8 && !world.isQuiet) await world.deliverOne();
    else if (chance < 0.87) await press(world.pick(customers));
    else if (chance < 0.91) await look(world.pick(customers));
    else if (chance < 0.935) services.fates = world.chance(0.5) ? ["fine"] : world.pick(networks);
    else if (chance < 0.95) {
      sessions.fates = world.chance(0.7) ? ["fine"] : world.pick(stores);
      hasLostSessions ||= sessions.fates.some((fate) => fate !== "fine");
    } else if (chance < 0.955) services.refuses = world.chance(0.3);
    else if (chance < 0.97) pay();
    else if (chance < 0.975) crash(world.pick(live));
    else await world.pass(world.pick([1000, 5000, 20_000, minute]));
  }

  world.note("all is well again");
  services.fates = ["fine"];
  services.refuses = false;
  sessions.fates = ["fine"];
  await quiet();
  await world.pass(2 * minute);
  await quiet();
  for (const { link } of customers)
    if (services.truthOf(link).payment === "waiting") services.change(link, { payment: "paid" });
  for (const customer of customers) await settle(customer);
  for (const link of services.sentAgain) finding(`${link} was ordered, and is sent again under another key`);
  for (const [key, times] of services.acted) if (times !== 1) finding(`${key} acted ${times} times`);
  for (const { link, browser } of customers) {
    if (services.truthOf(link).orders > 1) finding(`${link} is ordered twice`);
    if (browser.underWay > 0) finding(`a request of ${link} never ends`);
  }
  return findings;

  /** The customer presses the button of an order that nothing else sends any more. */
  async function pressAgain(path: string, browser: Browser): Promise<void> {
    await browser.go("GET", path);
    await quiet();
    const view = browser.seen.at(-1);
    const order = view && orderForm(view);
    if (order) await browser.go("POST", path, { submissionId: order.submissionId });
    await quiet();
  }

  /** The customer looks again until the outcome is shown. */
  async function settle({ kind, link, browser, start }: Customer): Promise<void> {
    let last: View | undefined;
    for (let round = 0; round < 4; round++) {
      // By the clock of one portal it may be time to say how it ended, by another's not yet.
      await world.pass(5 * minute);
      await browser.go("GET", start + (endOf[kind] ?? ""));
      await quiet();
      // It may have paused to ask again.
      for (let reads = 0; reads < 3; reads++) {
        await world.pass(2000);
        await quiet();
      }
      last = browser.seen.at(-1);
      if (last?.orderAgain) await pressAgain(last.orderAgain, browser);
    }
    const waits = last?.state === "Waiting" || last?.state === "StillUnknown";
    if (waits) finding(`${link} is never known`);
    if (last && last.status >= 500) finding(`${link} fails (${last.state}) although all is well again`);
  }
}
