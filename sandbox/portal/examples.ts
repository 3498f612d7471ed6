import { customerExamples } from "./customer-examples.ts";
import type { Example } from "./example.ts";
import { generalExamples } from "./general-examples.ts";
import { identityExamples } from "./identity-examples.ts";
import { orderExamples } from "./order-examples.ts";
import { idvOutcomeExamples, offerStateExamples } from "./state-examples.ts";
import { terminationExamples } from "./termination-examples.ts";

interface ExampleGroup {
  id: string;
  de: string;
  en: string;
  examples: readonly Example[];
}

/** Every page and every error state, for the gallery, the checks that visit it, and the benchmarks. */
export const exampleGroups: readonly ExampleGroup[] = [
  { id: "general", de: "Allgemein", en: "General", examples: generalExamples },
  { id: "order", de: "Bestellung", en: "Order", examples: orderExamples },
  { id: "identity", de: "Identitätsprüfung", en: "Identity verification", examples: identityExamples },
  {
    id: "terminations",
    de: "Kündigung und Widerruf",
    en: "Termination and withdrawal",
    examples: terminationExamples,
  },
  {
    id: "customers",
    de: "Kundendaten und Werbung",
    en: "Customer data and advertising",
    examples: customerExamples,
  },
  {
    id: "offer-states",
    de: "Fehlerzustände des Angebots",
    en: "Error states of offers",
    examples: offerStateExamples,
  },
  {
    id: "idv-outcomes",
    de: "Ergebnisse der Identitätsprüfung",
    en: "Outcomes of identity verification",
    examples: idvOutcomeExamples,
  },
];

export const examples: readonly Example[] = exampleGroups.flatMap((group) => group.examples);
