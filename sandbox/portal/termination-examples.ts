import { type Example, shown } from "./example.ts";
import { exampleInput } from "./example-input.ts";

const { firstName, lastName, email } = exampleInput.personalData;
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
  shown("Termination", "termination", "/kuendigung"),
  shown("Termination, invalid", "termination", "/kuendigung", {
    status: 422,
    post: {
      cancellationType: "special",
      reason: "SonstigerGrund",
      selectTerminationDate: "later",
      "terminationDate.day": "31",
      "terminationDate.month": "2",
      "terminationDate.year": "2030",
      postalCode: "1",
    },
  }),
  shown("Termination received", "termination-confirmation", "/kuendigung/bestaetigung", {
    before: [{ path: "/kuendigung", send: termination }],
  }),
  shown(
    "Termination received, proof missing",
    "termination-confirmation",
    "/kuendigung/bestaetigung?upload=failed",
    { before: [{ path: "/kuendigung", send: special }] },
  ),
  shown("Selfcare termination", "selfcare-termination", "/selfcarekuendigung", {
    before: [{ path: "/selfcarekuendigung?data=demo~{customer}" }],
  }),
  shown("Selfcare link is not valid", "selfcare-error", "/selfcarekuendigung/error", {
    state: "NotFound",
    status: 404,
  }),
  shown("Selfcare termination received", "selfcare-confirmation", "/selfcarekuendigung/bestaetigung", {
    before: [
      { path: "/selfcarekuendigung?data=demo~{customer}" },
      {
        path: "/selfcarekuendigung",
        send: { submissionId: "{id}", cancellationType: "regular", selectTerminationDate: "now", email },
        ownForm: true,
      },
    ],
  }),
  shown("Withdrawal", "withdrawal", "/widerruf"),
  shown("Withdrawal, invalid", "withdrawal", "/widerruf", { status: 422, post: { firstName } }),
  shown("Withdrawal received", "withdrawal-confirmation", "/widerruf/bestaetigung", {
    before: [
      {
        path: "/widerruf",
        send: { submissionId: "{id}", firstName, lastName, contractReference: "V-100200", email },
      },
    ],
  }),
];
