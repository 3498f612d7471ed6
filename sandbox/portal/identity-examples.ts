import { type Example, shown } from "./example.ts";

export const identityExamples: Example[] = [
  shown("Choice of a method", "idv-selection", "/idv/demo~{customer}"),
  shown("Choice after a failed attempt", "idv-selection", "/idv/failed-once~{customer}"),
  shown("Method chosen", "idv-selection", "/idv/chosen~{customer}"),
  shown("No method chosen", "idv-selection", "/idv/demo~{customer}", { status: 422, post: {} }),
  shown("In progress", "idv-pending", "/idv/pending~{customer}/in-arbeit"),
  shown("Begun", "idv-pending", "/idv/started~{customer}/in-arbeit"),
  shown("Coupon", "idv-post-ident", "/idv/post-ident~{customer}/post-ident"),
  shown("Coupon by e-mail, waiting", "idv-post-ident", "/idv/mail-garbage~{customer}/post-ident", {
    state: "Waiting",
    status: 202,
    before: [{ path: "/idv/mail-garbage~{customer}/post-ident", send: {} }],
  }),
];
