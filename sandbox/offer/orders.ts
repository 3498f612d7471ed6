import { randomBytes, randomUUID } from "node:crypto";
import type { Acceptance, PaymentMethod } from "../../app/backend/contract/offer.ts";
import type { OfferUseCase } from "../../app/domain/use-cases.ts";
import { attemptMigrations } from "../aimed-fault.ts";
import type { Database, Migration } from "../database.ts";
import type { Language } from "../language.ts";
import { codedRefusal } from "../problem.ts";

/**
 * The state machine of an offer:
 * open → accepted (payment none | pending → waiting → paid, pending → aborted | failed | expired) → consumed once paid;
 * reset leads from pending, aborted, failed, expired and from stuck back to open, never from waiting or consumed.
 */
export const offerMigrations: Migration[] = [
  {
    name: "offer-1",
    sql: `
    CREATE TABLE offer_states (token TEXT PRIMARY KEY, cleared INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE offer_attempts (token TEXT NOT NULL, call TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (token, call));
    CREATE TABLE stock (pool TEXT PRIMARY KEY, remaining INTEGER NOT NULL);
    CREATE TABLE orders (
      id TEXT PRIMARY KEY, token TEXT NOT NULL, at TEXT NOT NULL, use_case TEXT NOT NULL, language TEXT NOT NULL,
      customer TEXT NOT NULL, payment TEXT, payment_id TEXT NOT NULL UNIQUE, payment_state TEXT NOT NULL,
      looks INTEGER NOT NULL DEFAULT 0, return_url TEXT NOT NULL, cancelled INTEGER NOT NULL DEFAULT 0);
    CREATE UNIQUE INDEX one_live_order_per_offer ON orders (token) WHERE cancelled = 0`,
  },
  { name: "offer-2", sql: "DROP TABLE offer_attempts" },
  ...attemptMigrations,
];

export type PaymentState = "none" | "pending" | "waiting" | "paid" | "aborted" | "failed" | "expired";

export interface OrderCustomer {
  firstName: string;
  lastName: string;
  email: string;
  address?: Acceptance["customer"] extends infer C
    ? C extends { address: { value: infer A } }
      ? A
      : never
    : never;
}

export interface OrderPayment {
  method: PaymentMethod;
  /** Masked: the sandbox stores no more than it shows. */
  maskedIban?: string;
  mandateReference?: string;
}

export interface Order {
  id: string;
  token: string;
  at: string;
  useCase: OfferUseCase;
  language: Language;
  customer: OrderCustomer;
  payment?: OrderPayment;
  paymentId: string;
  paymentState: PaymentState;
  looks: number;
  returnUrl: string;
  cancelled: boolean;
}

interface Row {
  id: string;
  token: string;
  at: string;
  use_case: string;
  language: string;
  customer: string;
  payment: string | null;
  payment_id: string;
  payment_state: string;
  looks: number;
  return_url: string;
  cancelled: number;
}

const orderOf = (row: Row | undefined): Order | undefined =>
  row && {
    id: row.id,
    token: row.token,
    at: row.at,
    useCase: row.use_case as OfferUseCase,
    language: row.language as Language,
    customer: JSON.parse(row.customer) as OrderCustomer,
    ...(row.payment && { payment: JSON.parse(row.payment) as OrderPayment }),
    paymentId: row.payment_id,
    paymentState: row.payment_state as PaymentState,
    looks: row.looks,
    returnUrl: row.return_url,
    cancelled: row.cancelled === 1,
  };

/** The offer's order, if it was accepted. */
export const liveOrder = (database: Database, token: string) =>
  orderOf(database.one<Row>("SELECT * FROM orders WHERE token = ? AND cancelled = 0", token));

export const orderOfPayment = (database: Database, paymentId: string) =>
  orderOf(database.one<Row>("SELECT * FROM orders WHERE payment_id = ?", paymentId));

export function placeOrder(
  database: Database,
  order: Omit<Order, "id" | "paymentId" | "looks" | "cancelled">,
): Order {
  const placed: Order = {
    ...order,
    id: `B-${randomBytes(5).toString("hex").toUpperCase()}`,
    paymentId: randomUUID(),
    looks: 0,
    cancelled: false,
  };
  database.run(
    `INSERT INTO orders (id, token, at, use_case, language, customer, payment, payment_id, payment_state, return_url)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    placed.id,
    placed.token,
    placed.at,
    placed.useCase,
    placed.language,
    JSON.stringify(placed.customer),
    placed.payment ? JSON.stringify(placed.payment) : null,
    placed.paymentId,
    placed.paymentState,
    placed.returnUrl,
  );
  return placed;
}

/**
 * Advances a payment.
 * @returns whether this call did so: of two concurrent calls, only one succeeds
 */
export const movePayment = (
  database: Database,
  order: Order,
  from: PaymentState,
  to: PaymentState,
): boolean =>
  database.run(
    "UPDATE orders SET payment_state = ? WHERE id = ? AND payment_state = ? AND cancelled = 0",
    to,
    order.id,
    from,
  ) === 1;

/** Counts polls of a waiting payment and returns their number. */
export function countPoll(database: Database, order: Order): number {
  database.run("UPDATE orders SET looks = looks + 1 WHERE id = ?", order.id);
  return order.looks + 1;
}

export const cancelOrder = (database: Database, order: Order) =>
  database.run("UPDATE orders SET cancelled = 1 WHERE id = ?", order.id);

/** The code of specification §8 (or ours) for an offer blocked by this order. */
export function codeOfOrder(order: Order): string {
  switch (order.paymentState) {
    case "none":
    case "paid":
      return "OFFER_CONSUMED";
    case "waiting":
      return "OFFER_PAYMENT_WAITFORCAPTURE";
    case "pending":
    case "expired":
      return "OFFER_ABANDONED_PAYMENT";
    case "aborted":
      return "PAYMENT_ABORTED";
    case "failed":
      return "PAYMENT_FAILED";
  }
}

/** Whether a reset has fixed the initial state of its scenario. */
export const isReset = (database: Database, token: string) =>
  database.one<{ cleared: number }>("SELECT cleared FROM offer_states WHERE token = ?", token)?.cleared === 1;

export const markReset = (database: Database, token: string) =>
  database.run(
    "INSERT INTO offer_states (token, cleared) VALUES (?, 1) ON CONFLICT (token) DO UPDATE SET cleared = 1",
    token,
  );

/** Deletes an offer's orders and attempts and returns its stock. */
export function forgetOffer(database: Database, token: string, pool: string | undefined): void {
  const order = liveOrder(database, token);
  if (order) returnStock(database, pool);
  for (const table of ["offer_states", "attempts", "orders"])
    database.run(`DELETE FROM ${table} WHERE token = ?`, token);
}

const initialStock = 1;
const remainingStock = (database: Database, pool: string) =>
  database.one<{ remaining: number }>("SELECT remaining FROM stock WHERE pool = ?", pool)?.remaining ??
  initialStock;

/** @throws Refusal NO_HARDWARE_STOCK when the pool is empty. An offer without a pool has no limit. */
export function requireStock(database: Database, pool: string | undefined, now: Date): void {
  if (pool && remainingStock(database, pool) < 1) throw codedRefusal("NO_HARDWARE_STOCK", now);
}

export function takeStock(database: Database, pool: string | undefined): void {
  if (pool) setStock(database, pool, remainingStock(database, pool) - 1);
}

export function returnStock(database: Database, pool: string | undefined): void {
  if (pool) setStock(database, pool, remainingStock(database, pool) + 1);
}

const setStock = (database: Database, pool: string, remaining: number) =>
  database.run(
    "INSERT INTO stock (pool, remaining) VALUES (?, ?) ON CONFLICT (pool) DO UPDATE SET remaining = excluded.remaining",
    pool,
    remaining,
  );
