import type { Offer } from "#app/backend/contract/offer.ts";
import type { Acceptance } from "#app/backend/contract/order.ts";
import { isNameOf } from "#app/domain/personal-data.ts";

/** What an offer leaves to its customer: which number, and which kind of SIM. */
export interface AskedOfLine {
  porting?: NonNullable<Offer["porting"]>;
  sims?: NonNullable<Acceptance["sim"]>[];
  /** Of several contracts, the one that the number comes to, and those that the kind of SIM is for. */
  contracts?: { number?: string | undefined; sims: string[] };
}

/** Undefined for an offer that asks nothing of it. */
export function askedOfLine({ offers, porting }: Pick<Offer, "offers" | "porting">): AskedOfLine | undefined {
  const sims = [...new Set(offers.flatMap(({ tariff }) => tariff?.simChoice ?? []))];
  const isChoice = sims.length > 1;
  if (!porting && !isChoice) return undefined;
  const tariffs = offers.flatMap(({ tariff }) => tariff ?? []);
  const ofKind = porting?.number
    ? tariffs.filter(
        ({ connectionTechnology }) => Boolean(connectionTechnology) === (porting.number === "landline"),
      )
    : [];
  const contracts = {
    number: ofKind.length > 1 ? ofKind[0]?.name : undefined,
    sims: tariffs.filter(({ simChoice = [] }) => simChoice.length > 1).map(({ name }) => name),
  };
  return {
    ...(porting && { porting }),
    ...(isChoice && { sims }),
    ...(tariffs.length > 1 && { contracts }),
  };
}

interface Typed {
  portingNumber?: string | undefined;
  portingProvider?: string | undefined;
  portingWhen?: "now" | "contractEnd" | undefined;
  portingHolder?: string | undefined;
  sim?: Acceptance["sim"];
  firstName: string;
  lastName: string;
}

/** The answers. A holder counts only where the name is not the customer's: that is what a porting fails by. */
export function lineOf(typed: Typed): Pick<Acceptance, "porting" | "sim"> {
  const { portingNumber: number, portingProvider: provider, portingWhen: when, portingHolder, sim } = typed;
  const holder = portingHolder && !isNameOf(portingHolder, typed) ? portingHolder : undefined;
  return {
    ...(number && provider && when && { porting: { number, provider, when, ...(holder && { holder }) } }),
    ...(sim && { sim }),
  };
}
