import type { Example } from "./example.ts";

export const customerExamples: Example[] = [
  { name: "Customer data", page: "customer-data", status: 200, path: "/kundendaten/demo~{customer}" },
  {
    name: "Customer data, long",
    page: "customer-data",
    status: 200,
    path: "/kundendaten/demo-long~{customer}",
  },
  {
    name: "Customer data, few",
    page: "customer-data",
    status: 200,
    path: "/kundendaten/demo-empty~{customer}",
  },
  {
    name: "Customer data, invalid",
    page: "customer-data",
    status: 422,
    path: "/kundendaten/demo~{customer}",
    post: { street: "", postalCode: "1", email: "erika", phone: "1", iban: "DE00" },
  },
  {
    name: "Customer data, link expired",
    page: "customer-data",
    status: 410,
    path: "/kundendaten/expired~{customer}",
  },
  { name: "Customer data, unknown link", page: "customer-data", status: 404, path: "/kundendaten/unknown" },
  {
    name: "Customer data, downtime",
    page: "customer-data",
    status: 503,
    path: "/kundendaten/state-DOWNTIME~{customer}",
  },
  {
    name: "E-mail rejection",
    page: "email-rejection",
    status: 200,
    path: "/email-ablehnung?token=demo~{customer}&brand={brand}",
  },
  {
    name: "E-mail rejection, unknown link",
    page: "email-rejection",
    status: 404,
    path: "/email-ablehnung?token=unknown&brand={brand}",
    post: {},
  },
  {
    name: "Novum entry without an id",
    page: "entry-novum",
    state: "NotFound",
    status: 404,
    path: "/entry/novum",
  },
];
