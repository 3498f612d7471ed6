import { expect, test } from "vitest";
import { sourcedCustomer } from "#app/routes/offer/steps/personal-data.server.ts";

const address = { street: "Musterweg", houseNumber: "12a", postalCode: "50667", city: "Köln" };
const known = {
  salutation: "frau",
  firstName: "Kim",
  lastName: "Beispiel",
  birthDate: "1990-04-12",
  address,
  email: "kim@example.com",
  phone: "0152 28817386",
} as const;
const typed = { ...known, ...address, phone: "+4915228817386" };
const cartOf = (customer?: typeof known) => ({ offer: { customer } });
const sourcesOf = (customer: ReturnType<typeof sourcedCustomer>) =>
  Object.fromEntries(Object.entries(customer).map(([name, field]) => [name, field?.source]));

const allFrom = (source: "validated" | "entered") => ({
  salutation: source,
  title: undefined,
  firstName: source,
  lastName: source,
  birthDate: source,
  address: source,
  email: source,
  phone: source,
});

test("what the provider knows stays validated, though its own check is away", () => {
  const customer = sourcedCustomer(cartOf(known), typed, { address, source: "entered" });
  expect(sourcesOf(customer)).toEqual(allFrom("validated"));
  expect(customer.phone.value).toBe("+4915228817386");
});

test("what a new customer types is entered; the address as its check says", () => {
  expect(sourcesOf(sourcedCustomer(cartOf(), typed, { address, source: "entered" }))).toEqual(
    allFrom("entered"),
  );
  const checked = sourcedCustomer(cartOf(), typed, { address, source: "validated" });
  expect(checked.address.source).toBe("validated");
});

test("each changed field is entered, the others are not", () => {
  const moved = { address: { ...address, street: "Lindenweg" }, source: "entered" } as const;
  const customer = sourcedCustomer(cartOf(known), { ...typed, lastName: "Neu", title: "Dr." }, moved);
  expect(sourcesOf(customer)).toEqual({
    ...allFrom("validated"),
    title: "entered",
    lastName: "entered",
    address: "entered",
  });
});
