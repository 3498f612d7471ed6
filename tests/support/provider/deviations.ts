/** Where the foreign provider's answers differ from the contract, written down with them: member, and what it is. */
const number = "number for text";
const text = "text for number";
const truth = "text for boolean";
const date = "another form of date";
const other = "wrong type";
const unknown = "unknown value";
type Odd = Record<string, string>;

const products: Odd = {
  "offers[].id": number,
  "offers[].hardware.id": number,
  "offers[].hardware.prices[].amount": text,
  "offers[].hardware.prices[].months": text,
  "offers[].hardware.picture": other,
  "offers[].hardware.capacity": number,
  "offers[].tariff.id": number,
  "offers[].tariff.minimumTermMonths": text,
  "offers[].tariff.connectionTechnology": unknown,
  "offers[].tariff.dataVolumeGb": text,
  "offers[].packs[].id": number,
  "offers[].packs[].prices[].amount": text,
  "charges[].amount": text,
};
const offer: Odd = { offerId: number, ...products };
/** Of the customer whom the provider knows. */
const knownCustomer: Odd = {
  "customer.birthDate": date,
  "customer.address.houseNumber": number,
  "customer.address.postalCode": number,
};
const idv: Odd = { attemptsLeft: text, changeable: truth };
const methods: Odd = { "[].id": number, "[].minutes": text, "[].resultDays": text, "[].openingHours": other };
const customer: Odd = {
  version: number,
  customerNumber: number,
  "address.houseNumber": number,
  "address.postalCode": number,
};
const config: Odd = { "serviceTypes[].id": number, discountHotline: other };
const receipt: Odd = { endDate: date };
const brand = "/api/{brand}";

/** By call and, where a call is asked for several reasons, by the label of the report. */
export const deviations: Record<string, Odd> = {
  [`GET ${brand}/contracttermination/config`]: config,
  [`GET ${brand}/prefilledcontracttermination/config`]: config,
  "POST /api/validation/{brand}/iban": { valid: truth },
  "GET /api/offer/verify/{id}": { offerId: number },
  "GET /api/offer/{id}": { ...offer, ...knownCustomer },
  "GET /api/offer/{id}/preview": { ...offer, ...knownCustomer },
  "GET /api/consent/{id} of the offer": { version: number, validFrom: date },
  "GET /api/idv/{id}": idv,
  "GET /api/idv/{id}/methods": methods,
  [`GET ${brand}/customer/details/{id}`]: customer,
  [`GET ${brand}/prefilledcontracttermination/prefill`]: {
    serviceType: number,
    contractNumber: number,
    earliestEndDate: date,
  },
  "GET /api/offer/verify/{id} OfferExpired": { shopHotline: other },
  "GET /api/offer/verify/{id} OfferBlocked": { downtime: other },
  "GET /api/offer/verify/{id} Downtime": { "downtime.until": "missing" },
  "GET /api/offer/verify/{id} to order": { offerId: number },
  "GET /api/offer/{id} to order": offer,
  "POST /api/offer/accept/{id}": { orderId: number },
  "GET /api/offer/summary/{id} what was ordered": { orderId: number, ...products, paid: truth },
  "GET /api/idv/{id}/methods to choose from": methods,
  "GET /api/idv/{id} after the choice": {
    ...idv,
    "coupon.referenceNumber": number,
    "coupon.code": number,
  },
  [`GET ${brand}/customer/details/{id} to change`]: customer,
  [`POST ${brand}/customer/details/{id}`]: { reference: number },
  [`POST ${brand}/contracttermination/{id}`]: receipt,
  [`GET ${brand}/contracttermination/{id}`]: { ...receipt, "uploads[].size": text },
  [`POST ${brand}/prefilledcontracttermination/{id}`]: receipt,
  [`GET ${brand}/prefilledcontracttermination/{id}`]: receipt,
};
