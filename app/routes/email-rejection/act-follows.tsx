import { useT } from "#app/i18n/texts.tsx";
import { WhatFollows } from "#app/ui/what-follows.tsx";

/** What follows the act of a page about advertising: that it counts, its confirmation, and that the contract stays. */
export function ActFollows({ act }: { act: "revoke" | "decline" }) {
  const t = useT("email", "follows");
  return (
    <WhatFollows
      title={t("title")}
      steps={[
        { label: t(act), detail: t(`${act}Text`) },
        { label: t("proof"), detail: t("proofText") },
        { label: t("contract"), detail: t("contractText") },
      ]}
    />
  );
}
