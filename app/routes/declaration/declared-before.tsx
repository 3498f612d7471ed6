import { useActionData } from "react-router";
import { useT } from "#app/i18n/texts.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** Links to the receipt of a declaration made in this browser within the last hour. */
export function DeclaredBefore({ receipt }: { receipt: string | undefined }) {
  const t = useT("termination", "progress");
  // Beside the answer to another post it would speak of the wrong one.
  const isAnswer = useActionData() !== undefined;
  if (!receipt || isAnswer) return null;
  return (
    <Notice kind="info">
      <p>
        {t("before")} <a href={receipt}>{t("receipt")}</a>
      </p>
    </Notice>
  );
}
