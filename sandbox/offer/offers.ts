import { createHash } from "node:crypto";
import type { z } from "zod";
import type {
  knownCustomer,
  offer,
  offerDocument,
  offerVerification,
} from "../../app/backend/contract/offer.ts";
import { addDays, berlinDate, berlinInstant } from "../../app/domain/calendar.ts";
import type { OfferUseCase } from "../../app/domain/use-cases.ts";
import type { Language } from "../language.ts";
import { brandName } from "../letterhead.ts";
import type { Sandbox } from "../sandbox.ts";
import { type BundleName, bundleIn, type Charge, type Item, priceCaseIn } from "./products.ts";
import type { OfferScenario } from "./token.ts";

type OfferInput = z.input<typeof offer>;
export type OfferAnswer = OfferInput &
  Required<Pick<OfferInput, "documents" | "paymentMethods">> & { brand: string };
export type VerificationAnswer = z.input<typeof offerVerification>;
export type KnownCustomer = z.input<typeof knownCustomer>;

/** Whose customers pay in advance, every four weeks: no minimum term, and no invoice. */
export const prepaidBrands: ReadonlySet<string> = new Set(["ALDITALK", "NOVA", "ORTEL", "BLAUWORLD"]);

/** The first offer of a prepaid brand is a prepaid one; its other scenarios have the products that they are about. */
function bundleNameOf({ technology, useCase, stockPool }: OfferScenario, brand: string): BundleName {
  if (technology) return "home";
  const isFirst = useCase === "offer" && !stockPool;
  return isFirst && prepaidBrands.has(brand) ? "prepaid" : useCases[useCase].bundle;
}

interface UseCaseRow {
  bundle: BundleName;
  /** An existing customer: prefilled data, no ID step. */
  existing?: boolean;
  /** Known data although there is no contract yet. */
  prefilled?: boolean;
  /** Bank details of the running contract are used. */
  paymentKnown?: boolean;
  /** The identity is verified after the order instead of by the ID step. */
  idv?: boolean;
}

const loyal = { bundle: "flagshipLoyal", existing: true } as const;
const compactLoyal = { bundle: "compactLoyal", existing: true } as const;
const migration = { bundle: "migration", existing: true } as const;

const useCases: Record<OfferUseCase, UseCaseRow> = {
  offer: { bundle: "flagship" },
  orange: { bundle: "compact" },
  orange_tm: migration,
  orange_vvl: compactLoyal,
  yellow: { bundle: "simOnly" },
  yellow_tm: migration,
  yellow_vvl: compactLoyal,
  greenApm: { bundle: "compact" },
  greenApm_tm: migration,
  greenApm_vvl: loyal,
  dealer_correction: { bundle: "flagship", prefilled: true },
  offer_tm: { ...migration, paymentKnown: true },
  offer_vvl: loyal,
  offer_coc: { bundle: "simOnly" },
  offer_dps: { bundle: "duo" },
  offer_dps_vvl: { bundle: "duo", existing: true },
  green_idv: { bundle: "compact", idv: true },
  green_idv_vvl: { ...loyal, idv: true },
  green_idv_tm: { ...migration, idv: true },
  green_idv_otp: { bundle: "compact", idv: true },
  green_idv_vvl_otp: { ...loyal, idv: true },
  green_idv_tm_otp: { ...migration, idv: true },
};

const customer: KnownCustomer = {
  salutation: "frau",
  firstName: "Kim",
  lastName: "Beispiel",
  birthDate: "1990-04-12",
  address: { street: "Musterweg", houseNumber: "12a", postalCode: "50667", city: "Köln" },
  email: "kim.beispiel@example.com",
  phone: "+4915228817386",
};

/** The consents that every offer includes; their texts are in services/consents.ts. */
const consents = ["marketing-email", "marketing-phone", "marketing-sms", "usage-data"];
const allMethods: string[] = ["direct_debit", "credit_card", "paypal", "invoice"];

/** Item id of the documents that belong to the offer as a whole. */
const wholeOffer = "offer";

const digest = (text: string) => createHash("sha256").update(text).digest("hex");
const offerIdOf = (token: string) => `OF-${digest(token).slice(0, 10).toUpperCase()}`;

/** The verification that follows an order, if one does. */
export const idvIdOf = ({ useCase }: OfferScenario, { id }: { id: string }): string | undefined =>
  useCases[useCase].idv ? `${useCase.endsWith("_otp") ? "one-time-code" : "demo"}~${id}` : undefined;

/** Not an extension, a change of tariff or of owner. */
const isNewContract = ({ useCase }: OfferScenario) => !useCases[useCase].existing && useCase !== "offer_coc";

/** The provider's data about the customer, if any. */
export function scenarioCustomer(scenario: OfferScenario): KnownCustomer | undefined {
  const row = useCases[scenario.useCase];
  return scenario.variant === "existing" || row.existing || row.prefilled ? customer : undefined;
}

/** The offer as the provider returns it for a token of this scenario, with its names in the given language. */
export function buildOffer(
  token: string,
  scenario: OfferScenario,
  now: Date,
  language: Language,
  brand: string = "O2",
  publicUrl = "",
): OfferAnswer {
  const { technology } = scenario;
  // A new contract for a mobile line brings a SIM.
  const sim = isNewContract(scenario) && !scenario.choosesSim ? (scenario.sim ?? "card") : undefined;
  const choice: Pick<NonNullable<Item["tariff"]>, "sim" | "simChoice"> = {
    ...(sim && { sim }),
    ...(scenario.choosesSim && { simChoice: ["card", "esim"] }),
  };
  const seller = scenario.brand ?? brand;
  const bundleName = bundleNameOf(scenario, seller);
  const bundle = scenario.priceCase
    ? priceCaseIn(scenario.priceCase, language, publicUrl, seller)
    : bundleIn(bundleName, language, publicUrl, seller);
  const free = scenario.variant === "free";
  const items = (free ? bundle.items.map(freeItem) : bundle.items)
    .map((item): Item => {
      const { tariff } = item;
      if (!tariff) return item;
      if (!technology) return { ...item, tariff: { ...tariff, ...choice } };
      const category = technology === "fms" ? "fms" : "dsl";
      return { ...item, category, tariff: { ...tariff, connectionTechnology: technology } };
    })
    .map((item) => withCredit(item, brandName(scenario.brand ?? brand)));
  const charges: Charge[] = bundle.charges
    .filter((charge) => !free || charge.type !== "discount")
    .map((charge) => (free ? { ...charge, amount: 0 } : charge));
  const known = scenarioCustomer(scenario);
  const paymentMethods = paymentMethodsOf(scenario, bundleName === "prepaid");
  const hasOtherKinds = scenario.variant === "other-kinds";
  return {
    offerId: offerIdOf(token),
    brand: scenario.brand ?? brand,
    offerUseCase: scenario.useCase,
    offerType: "Standard",
    productTypes: [
      ...new Set(items.flatMap((item) => [item.category ?? "mobile", ...(item.hardware ? ["myHandy"] : [])])),
    ],
    validUntil: validUntil(now, scenario).toISOString(),
    declinable: true,
    ...(isTooEarly(scenario, now) && { orderableFrom: `${scenario.orderableFrom}T00:00:00Z` }),
    offers: items,
    charges,
    documents: [...documentsOf(items, paymentMethods), ...(hasOtherKinds ? otherDocuments : [])],
    ...(known && { customer: known }),
    paymentMethods,
    ...(hasOtherKinds && { paymentMethodNames: { wero: "Wero" } }),
    consents: scenario.faultyConsent ? ["marketing-email", scenario.faultyConsent] : consents,
    ...(items.some(({ hardware }) => hardware) &&
      !isTooEarly(scenario, now) && { delivery: deliveryAfter(now, scenario) }),
    ...(scenario.porting && { porting: { number: scenario.porting, providers } }),
  };
}

/** Whether it can be read only. The portal's clock is another: once the day has come, nothing is said of it. */
export const isTooEarly = ({ orderableFrom }: OfferScenario, now: Date): boolean =>
  orderableFrom !== undefined && orderableFrom > berlinDate(now);

/** Invented, as are their customers. */
const providers = ["Fernklang", "Lindenfunk", "Nordwelle Mobil", "Rheinruf", "Talnetz"];

/** The offer with the SIM that was chosen. */
export function withSim(offer: OfferAnswer, sim: "card" | "esim" | undefined): OfferAnswer {
  const chosen = ({ tariff, ...item }: Item): Item =>
    tariff?.simChoice && sim
      ? { ...item, tariff: { ...tariff, sim } }
      : { ...item, ...(tariff && { tariff }) };
  return { ...offer, offers: offer.offers.map(chosen) };
}

/** What is ordered now arrives in three to five days, or at once. */
function deliveryAfter(now: Date, { hasArrived }: OfferScenario) {
  const today = berlinDate(now);
  if (hasArrived) return { from: today };
  return { from: addDays(today, 3), until: addDays(today, 5) };
}

/** Whose data is known, by step. */
export function buildVerification(token: string, scenario: OfferScenario): VerificationAnswer {
  const row = useCases[scenario.useCase];
  const existing = row.existing || scenario.variant === "existing";
  return {
    offerId: offerIdOf(token),
    offerUseCase: scenario.useCase,
    personalData: scenarioCustomer(scenario) ? "complete" : "missing",
    identificationData: existing || row.idv ? "notNeeded" : "missing",
    payment: scenario.variant === "free" ? "notNeeded" : row.paymentKnown ? "complete" : "missing",
  };
}

function paymentMethodsOf(scenario: OfferScenario, isPrepaid: boolean): string[] {
  if (scenario.variant === "free" || scenario.variant === "no-methods") return [];
  if (scenario.variant === "other-kinds") return ["wero"];
  // With a preset payment outcome, only methods that lead to the payment provider make sense.
  if (scenario.payment) return ["credit_card", "paypal"];
  return isPrepaid ? allMethods.filter((method) => method !== "invoice") : allMethods;
}

/** A device on instalments is a credit, here without interest. */
function withCredit(item: Item, creditor: string): Item {
  const instalments = item.hardware?.prices.filter(({ type, months }) => type === "monthly" && months) ?? [];
  const cents = instalments.reduce(
    (sum, { amount, months }) => sum + Math.round(amount * 100) * Number(months),
    0,
  );
  const amount = cents / 100;
  return amount > 0 ? { ...item, credit: { creditor, amount, total: amount, annualRate: 0 } } : item;
}

function freeItem(item: Item): Item {
  const nothing = <P extends { prices: { type: "once" | "monthly"; amount: number }[] }>(product: P): P => ({
    ...product,
    prices: product.prices.map((price) => ({ ...price, amount: 0 })),
  });
  return {
    ...item,
    ...(item.hardware && { hardware: nothing(item.hardware) }),
    ...(item.tariff && { tariff: nothing(item.tariff) }),
    packs: (item.packs ?? []).map(nothing),
  };
}

/** Of kinds that the contract does not name. */
const otherDocuments: z.input<typeof offerDocument>[] = [
  { itemId: wholeOffer, type: "QUALITY_REPORT", name: "Messbericht" },
  { itemId: wholeOffer, type: "ACCESSIBLE_SUMMARY" },
];

function documentsOf(items: Item[], methods: string[]): z.input<typeof offerDocument>[] {
  const ofItems = items.flatMap((item) => [
    { itemId: item.id, type: "CONTRACT_SUMMARY" as const },
    { itemId: item.id, type: "PRODUCT_INFO" as const },
    ...((item.packs ?? []).some((pack) => pack.itemKind === "DeviceInsurance")
      ? [{ itemId: item.id, type: "INSURANCE_IPID" as const }]
      : []),
    ...(item.credit ? [{ itemId: item.id, type: "CREDIT_INFORMATION" as const }] : []),
    ...(item.hardware?.energyClass
      ? (["ENERGY_LABEL", "ENERGY_SHEET"] as const).map((type) => ({ itemId: item.id, type }))
      : []),
  ]);
  const ofOffer = (["TERMS", "PRICE_LIST", "WITHDRAWAL_INFO", "PRIVACY"] as const).map((type) => ({
    itemId: wholeOffer,
    type,
  }));
  const mandate = methods.includes("direct_debit")
    ? [{ itemId: wholeOffer, type: "SEPA_MANDATE" as const }]
    : [];
  return [...ofItems, ...ofOffer, ...mandate];
}

/** The end of its last day in Germany, counted from the day on which it can be ordered. */
function validUntil(made: Date, { validDays = 14, orderableFrom = "" }: OfferScenario): Date {
  const today = berlinDate(made);
  return berlinInstant(addDays(orderableFrom > today ? orderableFrom : today, validDays), "23:59:59");
}

/** An offer is made today, by the machine's clock, and its copy's clock may be past its end. */
export const endOfOffer = ({ machineNow }: Sandbox, scenario: OfferScenario): Date =>
  validUntil(machineNow(), scenario);
