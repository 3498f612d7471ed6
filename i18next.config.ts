import { defineConfig } from "i18next-cli";

/** For `npm run check:texts`, and for translators' tools that read i18next's own configuration. */
export default defineConfig({
  locales: ["de", "en", "tr"],
  extract: {
    input: ["app/**/*.{ts,tsx}", "sandbox/portal/**/*.{ts,tsx}"],
    output: "locales/{{language}}/{{namespace}}.json",
    defaultNS: "common",
    useTranslationNames: ["useT", { name: "getT", nsArg: 1, keyPrefixArg: 2 }],
    ignoreNamespaces: ["use-cases"],
    sort: false,
    // Keys that are addressed by data: a state's code, a field's name, a document's type.
    preservePatterns: [
      "common:address.choiceHint",
      "common:refused.*",
      "customer:fields.*",
      "customer:states.*",
      "email:states.*",
      "errors:actions.*",
      "errors:idv.*",
      "errors:labels.orderedProducts",
      "errors:offer.*",
      "errors:portal.*",
      "identity:methods.*",
      "identity:postIdent.*",
      "identity:selection.*",
      "offer:identityDocuments.*",
      "offer:paymentMethods.*",
      "offer:shared.documentTypes.*",
      "offer:shared.paid.*",
      "offer:steps.names.*",
      "offer:steps.notices.*",
      "termination:errors.*",
      "termination:proofs.*",
      "termination:reasons.*",
      "termination:states.*",
      "validation:fields.*",
      "withdrawal:errors.*",
      "withdrawal:states.*",
    ],
  },
  lint: { ignore: "sandbox/**" },
});
