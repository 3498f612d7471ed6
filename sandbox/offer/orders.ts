import { randomBytes, randomUUID } from "node:crypto";
import type { Acceptance } from "../../app/backend/contract/order.ts";
import type { PostalAddress } from "../../app/domain/address.ts";
import { addDays, berlinDate, type IsoDate } from "../../app/domain/calendar.ts";
import { minutesShownAgain } from "../../app/domain/esim.ts";
import type { OfferUseCase } from "../../app/domain/use-cases.ts";
import { attemptMigrations } from "../aimed-fault.ts";
import { dayMs } from "../clock/clock.ts";
import type { Database, Migration } from "../database.ts";
import type { Language } from "../language.ts";
import { codedRefusal } from "../problem.ts";
import type { Sandbox } from "../sandbox.ts";

/**
 * The state machine of an offer:
 * open → accepted (payment none | pending → waiting → paid, pending → aborted | failed | expired) → consumed once paid;
 * a pending one expires by itself after three days;
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
  {
    name: "offer-declined-1",
    sql: "CREATE TABLE declined_offers (token TEXT PRIMARY KEY, reason TEXT NOT NULL, at TEXT NOT NULL)",
  },
  { name: "offer-2", sql: "DROP TABLE offer_attempts" },
  { name: "offer-3", sql: "ALTER TABLE orders ADD COLUMN brand TEXT NOT NULL DEFAULT 'O2'" },
  { name: "esim-1", sql: "CREATE TABLE read_esims (order_id TEXT PRIMARY KEY, at TEXT NOT NULL)" },
  { name: "offer-4", sql: "ALTER TABLE orders ADD COLUMN line TEXT NOT NULL DEFAULT '{}'" },
  {
    name: "esim-2",
    sql: "CREATE TABLE replaced_esims (order_id TEXT PRIMARY KEY, count INTEGER NOT NULL)",
  },
  ...attemptMigrations,
];

export type OrderPaymentState = "none" | "pending" | "waiting" | "paid" | "aborted" | "failed" | "expired";

export interface OrderCustomer {
  firstName: string;
  lastName: string;
  email: string;
  address?: PostalAddress;
}

export interface OrderPayment {
  method: string;
  /** What the offer calls it, if the contract does not know it. */
  name?: string;
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
  /** Whose portal it was ordered at. */
  brand: string;
  customer: OrderCustomer;
  payment?: OrderPayment;
  /** The number that comes along, and the SIM that was chosen. */
  line: Pick<Acceptance, "porting" | "sim"> & {
    /** When its customer had the other provider asked again. */
    askedAgainAt?: string;
  };
  paymentId: string;
  paymentState: OrderPaymentState;
  looks: number;
  returnUrl: string;
  cancelled: boolean;
}

interface Row extends Omit<Order, "customer" | "payment" | "line" | "cancelled"> {
  customer: string;
  line: string;
  payment: string | null;
  cancelled: number;
}

interface Goods {
  delivery?: { from: IsoDate; until?: IsoDate | undefined } | undefined;
}
/** With goods, 14 days from their receipt, else from the order (§ 356 (2) BGB). */
export const lastDayOfWithdrawal = ({ at }: Pick<Order, "at">, { delivery }: Goods): IsoDate =>
  addDays(delivery ? (delivery.until ?? delivery.from) : berlinDate(new Date(at)), 14);

/** Days to pay in. */
const daysToPay = 3;
export const endOfPayment = ({ at }: Pick<Order, "at">) => new Date(Date.parse(at) + daysToPay * dayMs);

function orderWhere(sandbox: Sandbox, condition: string, value: string): Order | undefined {
  const row = sandbox.database.one<Row>(
    `SELECT id, token, at, use_case AS useCase, language, brand, customer, payment, line, payment_id AS paymentId,
     payment_state AS paymentState, looks, return_url AS returnUrl, cancelled FROM orders WHERE ${condition}`,
    value,
  );
  if (!row) return undefined;
  const { customer, payment, line, cancelled, ...same } = row;
  const isOver = row.paymentState === "pending" && endOfPayment(row) <= sandbox.now(row.token);
  return {
    ...same,
    ...(isOver && { paymentState: "expired" }),
    customer: JSON.parse(customer) as OrderCustomer,
    ...(payment && { payment: JSON.parse(payment) as OrderPayment }),
    line: JSON.parse(line) as Order["line"],
    cancelled: cancelled === 1,
  };
}

/** The offer's order, if it was accepted. */
export const liveOrder = (sandbox: Sandbox, token: string) =>
  orderWhere(sandbox, "token = ? AND cancelled = 0", token);

export const orderOfPayment = (sandbox: Sandbox, paymentId: string) =>
  orderWhere(sandbox, "payment_id = ?", paymentId);

export const orderOfNumber = (sandbox: Sandbox, id: string) => orderWhere(sandbox, "id = ?", id);

export function storeOrder(
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
  const { id, token, at, language, brand, payment } = placed;
  database.insert("orders", {
    id,
    token,
    at,
    language,
    brand,
    use_case: placed.useCase,
    return_url: placed.returnUrl,
    customer: JSON.stringify(placed.customer),
    payment: payment ? JSON.stringify(payment) : null,
    line: JSON.stringify(placed.line),
    payment_id: placed.paymentId,
    payment_state: placed.paymentState,
  });
  return placed;
}

/**
 * Advances a payment.
 * @returns whether this call did so: of two concurrent calls, only one succeeds
 */
export const movePayment = (
  database: Database,
  order: Order,
  from: OrderPaymentState,
  to: OrderPaymentState,
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

/** From now on, all mails about the order go to this address. */
export const storeEmail = (database: Database, { id, customer }: Order, email: string) =>
  database.run("UPDATE orders SET customer = ? WHERE id = ?", JSON.stringify({ ...customer, email }), id);

/** From now on, its number is asked for with what was corrected. */
export const storeLine = (database: Database, { id }: Order, line: Order["line"]) =>
  database.run("UPDATE orders SET line = ? WHERE id = ?", JSON.stringify(line), id);

export const cancelOrder = (database: Database, order: Order) =>
  database.run("UPDATE orders SET cancelled = 1 WHERE id = ?", order.id);

const codes: Record<OrderPaymentState, string> = {
  none: "OFFER_CONSUMED",
  paid: "OFFER_CONSUMED",
  waiting: "OFFER_PAYMENT_WAITFORCAPTURE",
  pending: "OFFER_ABANDONED_PAYMENT",
  expired: "OFFER_ABANDONED_PAYMENT",
  aborted: "PAYMENT_ABORTED",
  failed: "PAYMENT_FAILED",
};
/** The code of specification §8 (or ours) for an offer blocked by this order. */
export const codeOfOrder = ({ paymentState }: Order): string => codes[paymentState];

/** Whether a reset has fixed the initial state of its scenario. */
export const wasReset = (database: Database, token: string) =>
  database.one<{ cleared: number }>("SELECT cleared FROM offer_states WHERE token = ?", token)?.cleared === 1;

export const markReset = (database: Database, token: string) =>
  database.insert("offer_states", { token, cleared: 1 }, "REPLACE");

/** Deletes an offer's orders and attempts and returns its stock. */
export function forgetOffer(sandbox: Sandbox, token: string, pool: string | undefined): void {
  const { database } = sandbox;
  const order = liveOrder(sandbox, token);
  if (order) {
    returnStock(database, pool);
    for (const table of ["read_esims", "replaced_esims"])
      database.run(`DELETE FROM ${table} WHERE order_id = ?`, order.id);
  }
  for (const table of ["offer_states", "attempts", "orders", "declined_offers"])
    database.run(`DELETE FROM ${table} WHERE token = ?`, token);
}

export const isDeclined = (database: Database, token: string): boolean =>
  database.one("SELECT token FROM declined_offers WHERE token = ?", token) !== undefined;

const initialStock = 1;
const remainingStock = (database: Database, pool: string) =>
  database.one<{ remaining: number }>("SELECT remaining FROM stock WHERE pool = ?", pool)?.remaining ??
  initialStock;

/** @throws Refusal NO_HARDWARE_STOCK when the pool is empty. An offer without a pool has no limit. */
export function requireStock(database: Database, pool: string | undefined): void {
  if (pool && remainingStock(database, pool) < 1) throw codedRefusal("NO_HARDWARE_STOCK");
}

export function takeStock(database: Database, pool: string | undefined): void {
  if (pool) setStock(database, pool, remainingStock(database, pool) - 1);
}

export function returnStock(database: Database, pool: string | undefined): void {
  if (pool) setStock(database, pool, remainingStock(database, pool) + 1);
}

const setStock = (database: Database, pool: string, remaining: number) =>
  database.insert("stock", { pool, remaining }, "REPLACE");

/** Until when an eSIM is shown again to who has read it; undefined if nobody has. */
export function endOfEsim({ database }: Sandbox, { id }: Order): Date | undefined {
  const read = database.one<{ at: string }>("SELECT at FROM read_esims WHERE order_id = ?", id);
  return read && new Date(Date.parse(read.at) + minutesShownAgain * 60_000);
}

/** How often the eSIM of an order was replaced by a new one. */
export const esimReplacements = ({ database }: Sandbox, { id }: Order): number =>
  database.one<{ count: number }>("SELECT count FROM replaced_esims WHERE order_id = ?", id)?.count ?? 0;

/** The one that was handed out works no longer; the next one can be read. */
export function replaceEsim(sandbox: Sandbox, order: Order): void {
  const { database } = sandbox;
  database.run("DELETE FROM read_esims WHERE order_id = ?", order.id);
  const count = esimReplacements(sandbox, order) + 1;
  database.insert("replaced_esims", { order_id: order.id, count }, "REPLACE");
}
