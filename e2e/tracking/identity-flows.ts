import { fresh } from "../../tests/support/fresh.ts";
import { expectPage } from "../support/page.ts";
import { common, type Flow } from "./recording.ts";

const idv = { ...common, category: "idv" } as const;

export const identityFlows: Flow[] = [
  {
    name: "a verification's start",
    run: (page) => page.goto(`/idv/${fresh("demo")}`),
    expected: [{ event: "idvSelection", ...idv, pageContent: "idv selection" }],
  },
  {
    name: "a verification that succeeded",
    run: (page) => page.goto("/idv/state-IDV_SUCCESS"),
    expected: [
      {
        event: "idvSuccess",
        ...idv,
        pageContent: "idv success",
        idvLabel: "Identitätsprüfung abgeschlossen",
      },
    ],
  },
  {
    name: "a verification that failed for good",
    run: (page) => page.goto("/idv/state-NO_MORE_IDV_POSSIBLE"),
    expected: [
      {
        event: "idvError",
        ...idv,
        pageContent: "idv error",
        idvLabel: "Identitätsprüfung fehlgeschlagen",
        description: "Error page: NoMoreIdvPossible",
      },
    ],
  },
  {
    name: "a verification of a cancelled order",
    run: (page) => page.goto("/idv/state-OFFER_CANCELLED"),
    expected: [
      {
        event: "idvCancelled",
        ...idv,
        pageContent: "idv cancelled",
        idvLabel: "Die Bestellung wurde storniert",
      },
    ],
  },
  {
    name: "a verification under way",
    async run(page) {
      await page.goto(`/idv/${fresh("pending")}`);
      await expectPage(page, "idv-pending");
    },
    expected: [
      {
        event: "idvPending",
        ...idv,
        pageContent: "idv pending",
        idvLabel: "Identitätsprüfung in Bearbeitung",
      },
    ],
  },
  {
    name: "a verification whose result is awaited",
    async run(page) {
      await page.goto(`/idv/${fresh("pending-success")}/in-arbeit`);
      await expectPage(page, "idv-pending");
    },
    expected: [
      {
        event: "idvSubmitted",
        ...idv,
        pageContent: "idv submitted",
        idvLabel: "Identitätsprüfung in Bearbeitung",
      },
    ],
  },
];
