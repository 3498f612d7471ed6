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
}

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
  readonly #answers = new Map<string, Answer>();
  /** How to end what is on its way, by key. */
  readonly #underWay = new Map<string, Set<() => void>>();
  readonly #truths = new Map<string, { since: number; truth: Truth }[]>();

  constructor(world: World) {
    super(world);
    this.style = { repeat: world.pick(["same", "listed", "odd"] as const) };
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
    const known = all.filter((_, index) => {
      const next = all[index + 1];
      return !next || next.since > from;
    });
    return known.length > 0 ? known.some(({ truth }) => is(truth)) : is(this.truthOf(link));
  }

  /** Whether it had acted for a key by then. */
  hadActed = (key: string | undefined, by: number): boolean =>
    (this.#actedAt.get(key ?? "") ?? Number.POSITIVE_INFINITY) < by;

  change(link: string, change: Partial<Truth>): void {
    const { step: since } = this.world;
    const all = this.#truths.get(link) ?? [{ since: 0, truth: this.truthOf(link) }];
    this.#truths.set(link, [...all, { since, truth: { ...this.truthOf(link), ...change } }]);
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
    if (area === "offer") return this.#offer(method, second ?? "", link, key);
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
    const answer = act();
    if (answer.status >= 400) return answer;
    this.#answers.set(key, answer);
    this.acted.set(key, (this.acted.get(key) ?? 0) + 1);
    // What else is on its way under this key does nothing any more.
    for (const end of this.#underWay.get(key) ?? []) end();
    this.#actedAt.set(key, this.world.step);
    this.world.deeds.push(`the provider acted for ${link}`);
    this.world.note(`the provider acts for ${link}`);
    return answer;
  }

  #offer(method: string, call: string, link: string, key: string): Answer {
    const truth = this.truthOf(link);
    const code = truth.orderId ? refusalOf[truth.payment] : undefined;
    const isCard = this.cards.has(link);
    if (method === "PATCH")
      return this.#once(link, key, json(409, { code: "OFFER_INCOMPATIBLE_STATE" }), () => {
        this.change(link, { orderId: undefined, payment: "none", orders: 0, resets: truth.resets + 1 });
        return nothing;
      });
    if (call === "verify" && truth.isStuck) return json(409, { code: "OFFER_INCOMPATIBLE_STATE" });
    if (call === "verify") {
      const verification = { personalData: "complete", identificationData: "notNeeded" };
      return code
        ? json(409, { code })
        : json(200, { ...verification, payment: isCard ? "complete" : "notNeeded" });
    }
    if (call === "accept" && truth.orderId && !this.#answers.has(key)) this.sentAgain.add(link);
    if (call === "accept")
      return this.#once(link, key, json(409, { code: code ?? "OFFER_CONSUMED" }), () => {
        if (this.refuses) return json(409, { code: "RESERVATION_RETRY_LATER" });
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
    const truth = this.truthOf(link);
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
    const truth = this.truthOf(link);
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
