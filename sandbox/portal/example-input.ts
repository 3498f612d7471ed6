/** The input of the examples' customer: fictitious data, and numbers reserved for fiction. */
export const exampleInput = {
  personalData: {
    firstName: "Erika",
    lastName: "Musterfrau",
    "birthDate.day": "1",
    "birthDate.month": "2",
    "birthDate.year": "1990",
    street: "Musterweg",
    houseNumber: "12a",
    postalCode: "10115",
    city: "Berlin",
    email: "erika@example.org",
    phone: "030 23125 000",
  },
  line: {
    portingNumber: "0152 28817386",
    portingProvider: "Fernklang",
    portingWhen: "now",
    sim: "esim",
  },
  idData: {
    documentType: "PERSONALAUSWEIS",
    documentNumber: "L01X00T471",
    issuingAuthority: "Berlin",
    nationality: "DE",
    "expiryDate.day": "1",
    "expiryDate.month": "2",
    "expiryDate.year": String(new Date().getFullYear() + 3),
  },
  directDebit: {
    paymentMethod: "direct_debit",
    accountHolder: "Erika Musterfrau",
    iban: "DE89370400440532013000",
    sepaMandate: "yes",
  },
} as const;
