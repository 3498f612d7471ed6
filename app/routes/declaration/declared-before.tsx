import { useT } from "#app/i18n/texts.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** On the form: the same was declared in this browser a moment ago, and here is its receipt. */
export function DeclaredBefore({ receipt }: { receipt: string | undefined }) {
  const t = useT("termination", "progress");
  if (!receipt) return null;
  return (
    <Notice kind="info">
      <p>
        {t("before")} <a href={receipt}>{t("receipt")}</a>
      </p>
    </Notice>
  );
}
