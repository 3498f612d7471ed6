import type { Example } from "./example.ts";
import { entered } from "./example-input.ts";

const { firstName, lastName, email } = entered.personalData;
const termination = {
  submissionId: "{id}",
  serviceType: "{service}",
  cancellationType: "regular",
  firstName,
  lastName,
  contractNumber: "V-100200",
  selectTerminationDate: "now",
  email,
};
const special = {
  ...termination,
  cancellationType: "special",
  reason: "SonstigerGrund",
  reasonText: "Der Preis ist gestiegen.",
};

export const terminationExamples: Example[] = [
  { name: "Termination", page: "termination", status: 200, path: "/kuendigung" },
  {
    name: "Termination, invalid",
    page: "termination",
    status: 422,
    path: "/kuendigung",
    post: {
      cancellationType: "special",
      reason: "SonstigerGrund",
      selectTerminationDate: "later",
      "terminationDate.day": "31",
      "terminationDate.month": "2",
      "terminationDate.year": "2030",
      postalCode: "1",
    },
  },
  {
    name: "Termination received",
    page: "termination-confirmation",
    status: 200,
    path: "/kuendigung/bestaetigung",
    before: [{ path: "/kuendigung", send: termination }],
  },
  {
    name: "Termination received, proof missing",
    page: "termination-confirmation",
    status: 200,
    path: "/kuendigung/bestaetigung?upload=failed",
    before: [{ path: "/kuendigung", send: special }],
  },
  {
    name: "Selfcare termination",
    page: "selfcare-termination",
    status: 200,
    path: "/selfcarekuendigung",
    before: [{ path: "/selfcarekuendigung?data=demo~{customer}" }],
  },
  {
    name: "Selfcare termination, invalid",
    page: "selfcare-termination",
    status: 422,
    path: "/selfcarekuendigung",
    before: [{ path: "/selfcarekuendigung?data=demo~{customer}" }],
    post: { cancellationType: "special", reason: "SonstigerGrund", reasonText: "x".repeat(1001) },
    ownForm: true,
  },
  {
    name: "Selfcare link is not valid",
    page: "selfcare-error",
    state: "NotFound",
    status: 404,
    path: "/selfcarekuendigung/error",
  },
  {
    name: "Selfcare termination received",
    page: "selfcare-confirmation",
    status: 200,
    path: "/selfcarekuendigung/bestaetigung",
    before: [
      { path: "/selfcarekuendigung?data=demo~{customer}" },
      {
        path: "/selfcarekuendigung",
        send: { submissionId: "{id}", cancellationType: "regular", selectTerminationDate: "now", email },
        ownForm: true,
      },
    ],
  },
  { name: "Withdrawal", page: "withdrawal", status: 200, path: "/widerruf" },
  { name: "Withdrawal, invalid", page: "withdrawal", status: 422, path: "/widerruf", post: { firstName } },
  {
    name: "Withdrawal received",
    page: "withdrawal-confirmation",
    status: 200,
    path: "/widerruf/bestaetigung",
    before: [
      {
        path: "/widerruf",
        send: { submissionId: "{id}", firstName, lastName, contractReference: "V-100200", email },
      },
    ],
  },
];
