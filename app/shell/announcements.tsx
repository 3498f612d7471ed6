import { formatPeriod } from "#app/domain/calendar.ts";
import { languages } from "#app/domain/languages.ts";
import { useT } from "#app/i18n/texts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useServerShell } from "./use-shell.ts";

/** Maintenance that an operator announces on this page. */
export function Announcements() {
  const t = useT("common", "announcement");
  const { announced, locale } = useServerShell();
  const list = new Intl.ListFormat(languages[locale].tag);
  return announced.map(({ from, until, journeys }) => (
    <Notice
      key={`${from} ${journeys}`}
      text={t("text", {
        period: formatPeriod(new Date(from), new Date(until), locale),
        journeys: list.format(journeys.map((one) => t(`journeys.${one}`))),
      })}
    />
  ));
}
