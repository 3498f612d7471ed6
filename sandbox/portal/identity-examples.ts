import type { Example } from "./example.ts";

export const identityExamples: Example[] = [
  { name: "Choice of a method", page: "idv-selection", status: 200, path: "/idv/demo~{customer}" },
  {
    name: "Choice after a failed attempt",
    page: "idv-selection",
    status: 200,
    path: "/idv/failed-once~{customer}",
  },
  { name: "Method chosen", page: "idv-selection", status: 200, path: "/idv/chosen~{customer}" },
  {
    name: "No method chosen",
    page: "idv-selection",
    status: 422,
    path: "/idv/demo~{customer}",
    post: {},
  },
  { name: "In progress", page: "idv-pending", status: 200, path: "/idv/pending~{customer}/in-arbeit" },
  { name: "Begun", page: "idv-pending", status: 200, path: "/idv/started~{customer}/in-arbeit" },
  {
    name: "Coupon",
    page: "idv-post-ident",
    status: 200,
    path: "/idv/post-ident~{customer}/post-ident",
  },
  {
    name: "Coupon by mail, waiting",
    page: "idv-post-ident",
    state: "Waiting",
    status: 202,
    path: "/idv/mail-garbage~{customer}/post-ident",
    before: [{ path: "/idv/mail-garbage~{customer}/post-ident", send: {} }],
  },
];
