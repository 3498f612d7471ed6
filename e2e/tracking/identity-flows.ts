import { fresh } from "../../tests/support/fresh.ts";
import { common, type Visit } from "./recording.ts";

const idv = { ...common, category: "idv" } as const;

export const identityVisits: Visit[] = [
  {
    path: () => `/idv/${fresh("demo")}`,
    expected: { event: "idvSelection", ...idv, pageContent: "idv selection" },
  },
  {
    path: () => "/idv/state-IDV_SUCCESS",
    expected: {
      event: "idvSuccess",
      ...idv,
      pageContent: "idv success",
      idvLabel: "Identitätsprüfung abgeschlossen",
    },
  },
  {
    path: () => "/idv/state-NO_MORE_IDV_POSSIBLE",
    expected: {
      event: "idvError",
      ...idv,
      pageContent: "idv error",
      idvLabel: "Identitätsprüfung fehlgeschlagen",
      description: "Error page: NoMoreIdvPossible",
    },
  },
  {
    path: () => "/idv/state-OFFER_CANCELLED",
    expected: {
      event: "idvCancelled",
      ...idv,
      pageContent: "idv cancelled",
      idvLabel: "Die Bestellung wurde storniert",
    },
  },
  {
    path: () => `/idv/${fresh("pending")}`,
    expected: {
      event: "idvPending",
      ...idv,
      pageContent: "idv pending",
      idvLabel: "Identitätsprüfung in Bearbeitung",
    },
  },
  {
    path: () => `/idv/${fresh("pending-success")}/in-arbeit`,
    expected: {
      event: "idvSubmitted",
      ...idv,
      pageContent: "idv submitted",
      idvLabel: "Identitätsprüfung in Bearbeitung",
    },
  },
];
