/** The person who orders and declares here: fictitious, with a number and an account reserved for examples. */
export const person = { firstName: "Test", lastName: "Check-Provider" };
export const address = { street: "Musterweg", houseNumber: "12a", postalCode: "50667", city: "Köln" };
export const testEmail = "check-provider@example.com";
export const phone = "+4915228817386";
export const iban = "DE89370400440532013000";
export const returnUrl = "https://portal.example/";
/** Of a row: a link that nobody has. */
export const nobodysLink = "unknown link";
