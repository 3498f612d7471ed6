import { type Answer, json, Network, nothing, type Question } from "./network.ts";
import type { World } from "./world.ts";

export type Payment = "none" | "open" | "paid" | "waiting" | "failed" | "expired";

/** What is true of a customer's link at the provider. */
export interface Truth {
  orderId?: string | undefined;
  payment: Payment;
  /** Orders since the last reset. */
  orders: number;
  resets: number;
  method?: string | undefined;
  email: string;
  version: number;
  /** Coupons that were sent by e-mail. */
  mails: number;
  /** A preview that is not at its start. */
  isStuck: boolean;
  /** Calls of a link that have been sent, have neither ended nor arrived, and may still act. */
  underWay: number;
}

/** What differs between providers: how they answer what they have under the same key. */
interface Style {
  repeat: "same" | "listed" | "odd";
  /** Says no more than yes to what acts. */
  isBare: boolean;
  /** Answers a reset that it has done with an error. */
  deniesResets: boolean;
  /** Its offers ask for a number to bring along. */
  asksNumber: boolean;
  /** By so many milliseconds, some of its reads lag behind. */
  lagMs: number;
}
const bareAnswers: Answer[] = [
  nothing,
  json(200, {}),
  json(202, { accepted: true }),
  { status: 200, type: "text/plain", text: "OK" },
];
/** Of two steps of an offer at once. */
const refusedInPart = json(422, {
  errors: [
    { field: "customer.email", code: "INVALID", message: "Unbekannt." },
    { field: "payment.iban", code: "INVALID", message: "Unbekannt." },
  ],
});

const refusalOf: Record<Payment, string> = {
  none: "OFFER_CONSUMED",
  paid: "OFFER_CONSUMED",
  open: "OFFER_ABANDONED_PAYMENT",
  expired: "OFFER_ABANDONED_PAYMENT",
  waiting: "OFFER_PAYMENT_WAITFORCAPTURE",
  failed: "PAYMENT_FAILED",
};
const prices = [{ type: "monthly", amount: 9.99 }];
const tariff = { id: "t", name: "Tarif", prices, minimumTermMonths: 1, noticePeriodMonths: 1 };
const offers = [{ id: "item", tariff }];
const documents = [{ itemId: "item", type: "CONTRACT_SUMMARY" }];
const pdf: Answer = { status: 200, type: "application/pdf", text: "%PDF-1.4\n%%EOF\n" };
const methods = ["video", "eid", "branch"].map((id) => ({ id, kind: id, name: id, provider: "Muster" }));
const coupon = {
  kind: "branch",
  provider: "Muster",
  referenceNumber: "123456789012",
  code: "123456789012",
  firstName: "Ada",
  lastName: "Beispiel",
  documents: ["PERSONALAUSWEIS"],
  email: "a***@example.org",
};
const day = 24 * 60 * 60_000;

/** The provider of what needs a session: offers, customers' data, identity verifications. It acts once for each key. */
export class SimulatedServices extends Network {
  readonly style: Style;
  readonly cards = new Set<string>();
  /** Refuses what acts, except choices and changes, in its own words. */
  refuses = false;
  /** How often it acted for each key. */
  readonly acted = new Map<string, number>();
  readonly #actedAt = new Map<string, number>();
  /** Links of orders that were sent under another key although they are ordered. */
  readonly sentAgain = new Set<string>();
  /** Keys of orders, by whether the number that comes along is part of them. */
  readonly numbered = new Map<string, { link: string; isNumbered: boolean }>();
  readonly #answers = new Map<string, Answer>();
  /** How to end what is on its way, by key. */
  readonly #underWay = new Map<string, Set<() => void>>();
  readonly #truths = new Map<string, { since: number; at: number; truth: Truth }[]>();
  readonly #refusals: readonly Answer[];

  /** @param isPlain of plain words: bare answers, refusals in part, reads that lag */
  constructor(world: World, isPlain = false) {
    super(world);
    this.style = {
      repeat: world.pick(["same", "listed", "odd"] as const),
      isBare: isPlain && world.chance(0.6),
      deniesResets: isPlain && world.chance(0.4),
      asksNumber: isPlain && world.chance(0.5),
      lagMs: 0,
    };
    // Whoever refuses what it has is at least asked (see `isCertain`), and not by a read that lags.
    if (isPlain && this.style.repeat === "same" && world.chance(0.6)) this.style.lagMs = 1000;
    const refusal = json(409, { code: "RESERVATION_RETRY_LATER" });
    this.#refusals = isPlain ? [refusal, refusedInPart] : [refusal];
  }

  /** What is true now. */
  truthOf(link: string): Truth {
    const first: Truth = {
      payment: "none",
      orders: 0,
      resets: 0,
      email: "old@example.org",
      version: 1,
      underWay: 0,
      mails: 0,
      isStuck: link.startsWith("preview"),
    };
    return this.#truths.get(link)?.at(-1)?.truth ?? first;
  }

  /** Whether it was true at any time from then on. */
  wasTrue(link: string, from: number, is: (truth: Truth) => boolean): boolean {
    const all = this.#truths.get(link) ?? [];
    const lagging = this.world.timeOf(from) - this.style.lagMs;
    const known = all.filter((_, index) => {
      const next = all[index + 1];
      return !next || next.since > from || (this.style.lagMs > 0 && next.at > lagging);
    });
    return known.length > 0 ? known.some(({ truth }) => is(truth)) : is(this.truthOf(link));
  }

  /** Whether it had acted for a key by then. */
  hadActed = (key: string | undefined, by: number): boolean =>
    (this.#actedAt.get(key ?? "") ?? Number.POSITIVE_INFINITY) < by;

  change(link: string, change: Partial<Truth>): void {
    const { step: since, now: at } = this.world;
    const all = this.#truths.get(link) ?? [{ since: 0, at: 0, truth: this.truthOf(link) }];
    this.#truths.set(link, [...all, { since, at, truth: { ...this.truthOf(link), ...change } }]);
  }

  /** What a call is answered by: a read may lag behind. */
  #seenBy(method: string, link: string): Truth {
    const { lagMs } = this.style;
    const all = this.#truths.get(link);
    if (!all || method !== "GET" || lagMs === 0 || this.world.chance(0.5)) return this.truthOf(link);
    return all.findLast(({ at }) => at <= this.world.now - lagMs)?.truth ?? this.truthOf(link);
  }

  /**
   * A provider that refuses what it has under the same key, although the contract wants the same answer, can at least be
   * asked: otherwise nobody can tell its refusals apart.
   */
  protected override isCertain({ method }: Question): boolean {
    return method === "GET" && this.style.repeat !== "same";
  }

  protected override onSent({ method, url, headers }: Question): () => void {
    const link = linkIn(url);
    const key = keyIn(headers);
    if (method === "GET" || this.acted.has(key)) return () => {};
    this.change(link, { underWay: this.truthOf(link).underWay + 1 });
    const end = () => {
      if (this.#underWay.get(key)?.delete(end))
        this.change(link, { underWay: this.truthOf(link).underWay - 1 });
    };
    this.#underWay.set(key, (this.#underWay.get(key) ?? new Set()).add(end));
    return end;
  }

  protected override handle({ method, url, headers, body }: Question): Answer {
    const [, area, second] = url.pathname.split("/").slice(1);
    const link = linkIn(url);
    const key = keyIn(headers);
    const sent = body ? (JSON.parse(body) as Record<string, never>) : {};
    if (url.pathname.endsWith("/preview/reset")) return this.#resetPreview(link, key);
    if (url.pathname.endsWith("/coupon/mail")) return this.#mailCoupon(link, key);
    if (area === "offer") return this.#offer(method, second ?? "", link, key, sent);
    if (area === "idv") return this.#identity(method, url, link, key, sent);
    if (url.pathname.includes("/customer/details/")) return this.#customer(method, link, key, sent);
    return json(404, { code: "NOT_FOUND" });
  }

  /** @param listed how a provider refuses what it has, in words of its contract */
  #once(link: string, key: string, listed: Answer, act: () => Answer): Answer {
    const before = this.#answers.get(key);
    if (before) {
      const { repeat } = this.style;
      return repeat === "same" ? before : repeat === "listed" ? listed : json(409, { code: "DUPLICATE" });
    }
    const full = act();
    if (full.status >= 400 && full.status !== 418) return full;
    const answer = this.style.isBare && full.status < 400 ? this.world.pick(bareAnswers) : full;
    this.#answers.set(key, answer);
    this.acted.set(key, (this.acted.get(key) ?? 0) + 1);
    // What else is on its way under this key does nothing any more.
    for (const end of this.#underWay.get(key) ?? []) end();
    this.#actedAt.set(key, this.world.step);
    this.world.deeds.push(`the provider acted for ${link}`);
    this.world.note(`the provider acts for ${link}`);
    return answer;
  }

  #offer(method: string, call: string, link: string, key: string, sent: object): Answer {
    const truth = this.#seenBy(method, link);
    const code = truth.orderId ? refusalOf[truth.payment] : undefined;
    const isCard = this.cards.has(link);
    if (method === "PATCH")
      return this.#once(link, key, json(409, { code: "OFFER_INCOMPATIBLE_STATE" }), () => {
        this.change(link, { orderId: undefined, payment: "none", orders: 0, resets: truth.resets + 1 });
        return this.style.deniesResets ? json(418, { code: "SOMETHING_NEW" }) : nothing;
      });
    if (call === "verify" && truth.isStuck) return json(409, { code: "OFFER_INCOMPATIBLE_STATE" });
    if (call === "verify") {
      const verification = { personalData: "complete", identificationData: "notNeeded" };
      return code
        ? json(409, { code })
        : json(200, { ...verification, payment: isCard ? "complete" : "notNeeded" });
    }
    if (call === "accept" && this.style.asksNumber && !this.numbered.has(key))
      this.numbered.set(key, { link, isNumbered: "porting" in sent });
    if (call === "accept" && truth.orderId && !this.#answers.has(key)) this.sentAgain.add(link);
    if (call === "accept")
      return this.#once(link, key, json(409, { code: code ?? "OFFER_CONSUMED" }), () => {
        if (this.refuses) return this.world.pick(this.#refusals);
        const orderId = `order-${truth.resets}-${truth.orders}`;
        this.change(link, { orderId, payment: isCard ? "open" : "none", orders: truth.orders + 1 });
        return isCard
          ? json(200, { orderId, step: "paymentProvider", redirectUrl: `http://pay.example/${link}` })
          : json(200, { orderId, step: "thankYou" });
      });
    if (call === "summary") {
      if (!truth.orderId) return json(404, { code: "RESERVATION_FOUND_NO_ORDER" });
      const said =
        truth.payment === "none" || truth.payment === "paid" || truth.payment === "open" ? undefined : code;
      const orderedAt = new Date(this.world.now).toISOString();
      const paid = truth.payment === "none" || truth.payment === "paid";
      const payment = isCard ? { payment: { method: "credit_card" } } : {};
      return json(200, { orderId: truth.orderId, orderedAt, offers, paid, code: said, ...payment });
    }
    if (call === "documents") return pdf;
    return json(200, {
      offerId: link,
      offerUseCase: "offer",
      offers,
      documents,
      paymentMethods: ["credit_card"],
      ...(this.style.asksNumber && { porting: { number: "mobile" } }),
    });
  }

  #resetPreview(link: string, key: string): Answer {
    return this.#once(link, key, json(409, { code: "OFFER_INCOMPATIBLE_STATE" }), () => {
      if (this.refuses) return json(409, { code: "OFFER_BLOCKED" });
      this.change(link, { isStuck: false, resets: this.truthOf(link).resets + 1 });
      return nothing;
    });
  }

  #mailCoupon(link: string, key: string): Answer {
    return this.#once(link, key, json(409, { code: "ALREADY_MAILED" }), () => {
      if (this.refuses) return json(409, { code: "MAILED_TOO_OFTEN" });
      this.change(link, { mails: this.truthOf(link).mails + 1 });
      return nothing;
    });
  }

  #customer(method: string, link: string, key: string, { version, email }: Record<string, never>): Answer {
    const truth = this.#seenBy(method, link);
    const address = { street: "Weg", houseNumber: "1", postalCode: "10115", city: "Berlin" };
    if (method === "GET") return json(200, { version: String(truth.version), address, email: truth.email });
    const outdated = json(409, { code: "CUSTOMER_DATA_CHANGED" });
    return this.#once(link, key, outdated, () => {
      if (version !== String(truth.version)) return outdated;
      const { value } = (email ?? { value: truth.email }) as { value: string };
      this.change(link, { version: truth.version + 1, email: value });
      return json(200, { reference: key, receivedAt: new Date(this.world.now).toISOString() });
    });
  }

  #identity(
    method: string,
    url: URL,
    link: string,
    key: string,
    { method: chosen }: Record<string, never>,
  ): Answer {
    const truth = this.#seenBy(method, link);
    const to = (id: string) => `http://ident.example/${link}/${id}`;
    if (method === "POST")
      return this.#once(link, key, json(409, { code: "METHOD_CHOSEN" }), () => {
        this.change(link, { method: chosen });
        if (chosen === "branch") return json(200, { step: "coupon" });
        return json(200, { step: "provider", redirectUrl: to(chosen ?? "") });
      });
    const hasCoupons = link.startsWith("coupon");
    if (url.pathname.endsWith("/methods")) return json(200, hasCoupons ? methods : methods.slice(0, 2));
    const validUntil = new Date(this.world.now + 30 * day).toISOString();
    // Not every provider counts them.
    const counted = link.endsWith("0") ? { mailsSent: truth.mails } : {};
    const goesOn =
      truth.method === "branch"
        ? { coupon: { ...coupon, validUntil, ...counted } }
        : { continueUrl: to(truth.method ?? "") };
    const status = truth.method
      ? { state: "methodChosen", methodId: truth.method, ...goesOn }
      : { state: "created" };
    return json(200, { ...status, attemptsLeft: 3, changeable: true });
  }
}

const keyIn = (headers: Question["headers"]): string => headers["Idempotency-Key"] ?? "";
const linkIn = (url: URL): string =>
  /\/((?:offer|customer|idv|preview|coupon)-\d+)/.exec(url.pathname)?.[1] ?? "";
