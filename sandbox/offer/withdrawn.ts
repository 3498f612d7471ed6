import type { OfferSummary } from "../../app/backend/contract/order.ts";
import type { WithdrawalReceipt } from "../../app/backend/contract/withdrawal.ts";
import { isPartWithdrawn } from "../../app/domain/after-order.ts";
import { addDays, berlinDate, type IsoDate } from "../../app/domain/calendar.ts";
import type { Sandbox } from "../sandbox.ts";
import { buildOffer, type OfferAnswer } from "./offers.ts";
import { type Order, orderOfNumber } from "./orders.ts";
import { offerScenarioOf } from "./token.ts";

type Withdrawals = OfferSummary["withdrawals"];

/** What was declared of an order, the oldest first, with the parts by their products' names. */
export function withdrawalsFrom({ database }: Sandbox, { id }: Order, { offers }: OfferAnswer): Withdrawals {
  const names = offers.flatMap(({ hardware, tariff, packs = [] }) =>
    [hardware, tariff, ...packs].flatMap((product) => product?.name ?? []),
  );
  const rows = database.all<{ at: string; receipt: string }>(
    `SELECT at, receipt FROM withdrawals
     WHERE trim(json_extract(receipt, '$.declaration.contractReference')) = ? ORDER BY at`,
    id,
  );
  return rows.map(({ at: receivedAt, receipt }) => {
    const { id: reference, declaration } = JSON.parse(receipt) as WithdrawalReceipt;
    const { contractParts } = declaration;
    if (!contractParts) return { receivedAt, reference };
    const isMeant = (name: string) => isPartWithdrawn([{ parts: [contractParts] }], name);
    return { receivedAt, reference, parts: names.filter(isMeant) };
  });
}

const daysBack = 5;
const daysToRefund = 2;

/** When what is withdrawn from comes back, as far as it was sent, and when it is paid back. */
export function settlementOf(
  { receivedAt, parts }: Withdrawals[number],
  { offers }: OfferAnswer,
  isSent: boolean,
): { returnedOn?: IsoDate; refundedOn: IsoDate } {
  const names = offers.flatMap(({ hardware }) => hardware?.name ?? []);
  const hasDevice = names.some((name) => !parts || parts.includes(name));
  const day = berlinDate(new Date(receivedAt));
  if (!hasDevice || !isSent) return { refundedOn: addDays(day, daysToRefund) };
  const returnedOn = addDays(day, daysBack);
  return { returnedOn, refundedOn: addDays(returnedOn, daysToRefund) };
}

/** When nothing was left of an order: from then on nothing happens with it. */
export function endOfWithdrawn(sandbox: Sandbox, order: Order, offer: OfferAnswer): Date | undefined {
  const all = withdrawalsFrom(sandbox, order, offer);
  const contracts = offer.offers.flatMap(({ hardware, tariff }) =>
    [hardware, tariff].flatMap((product) => product?.name ?? []),
  );
  const last = all.find((_, index) =>
    contracts.every((name) => isPartWithdrawn(all.slice(0, index + 1), name)),
  );
  return last && new Date(last.receivedAt);
}

/** Whether all of an order is withdrawn from. */
export function isOrderWithdrawn(sandbox: Sandbox, orderId: string): boolean {
  const order = orderOfNumber(sandbox, orderId);
  const scenario = order && offerScenarioOf(order.token);
  if (!scenario) return false;
  const { token, at, language, brand } = order;
  const offer = buildOffer(token, scenario, new Date(at), language, brand);
  return endOfWithdrawn(sandbox, order, offer) !== undefined;
}
