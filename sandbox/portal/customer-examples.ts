import { type Example, shown } from "./example.ts";
import { exampleInput } from "./example-input.ts";

export const customerExamples: Example[] = [
  shown("Customer data", "customer-data", "/kundendaten/demo~{customer}"),
  shown("Customer data, long", "customer-data", "/kundendaten/demo-long~{customer}"),
  shown("Customer data, few details", "customer-data", "/kundendaten/demo-empty~{customer}"),
  shown("Customer data, invalid", "customer-data", "/kundendaten/demo~{customer}", {
    status: 422,
    post: { street: "", postalCode: "1", email: "erika", phone: "1", iban: "DE00" },
  }),
  shown("Customer data, link expired", "customer-data", "/kundendaten/expired~{customer}", { status: 410 }),
  shown("Customer data, unknown link", "customer-data", "/kundendaten/unknown", { status: 404 }),
  shown("Customer data, login required", "customer-data", "/kundendaten/http-401~{customer}", {
    status: 401,
  }),
  shown("Customer data, downtime", "customer-data", "/kundendaten/state-DOWNTIME~{customer}", {
    status: 503,
  }),
  shown("E-mail rejection", "email-rejection", "/email-ablehnung?token=demo~{customer}&brand={brand}"),
  shown("E-mail rejection, unknown link", "email-rejection", "/email-ablehnung?token=unknown&brand={brand}", {
    status: 404,
    post: {},
  }),
  shown("Consents", "revocation", "/einwilligungen?token=demo~{customer}"),
  shown("Consents, nothing chosen", "revocation", "/einwilligungen?token=demo~{customer}", {
    status: 422,
    post: {},
  }),
  shown("Consents, none given", "revocation", "/einwilligungen?token=demo-none~{customer}"),
  shown("Consents of another kind", "revocation", "/einwilligungen?token=demo-other-kinds~{customer}"),
  shown("Consents that cannot be shown", "revocation", "/einwilligungen?token=list-http-404~{customer}"),
  shown("Consents by name", "revocation-by-name", "/einwilligungen/ohne-link"),
  shown("Consents by name, incomplete", "revocation-by-name", "/einwilligungen/ohne-link", {
    status: 422,
    post: { name: "", email: "ada" },
  }),
  shown("Consents, link expired", "revocation", "/einwilligungen?token=expired~{customer}", { status: 410 }),
  shown("Barrier", "barrier", "/barriere-melden"),
  shown("Barrier, invalid", "barrier", "/barriere-melden", { status: 422, post: { email: "erika" } }),
  shown("Barrier reported", "barrier-confirmation", "/barriere-melden/bestaetigung", {
    before: [{ path: "/barriere-melden", send: { submissionId: "{id}", ...exampleInput.barrier } }],
  }),
  shown("Novum entry without an id", "entry-novum", "/entry/novum", { state: "NotFound", status: 404 }),
];
