import { useT } from "#app/i18n/texts.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { relayCard } from "./help-row.ts";
import { useLinkTo } from "./use-link-to.ts";
import { useServerShell } from "./use-shell.ts";

interface HotlineProps {
  /** Of the card that names the relay service itself. */
  withoutRelay?: boolean;
}

/** The brand's hotline with its hours, and the relay service for customers who cannot hear or speak on the phone. */
export function Hotline({ withoutRelay }: HotlineProps) {
  const t = useT("common", "help");
  const linkTo = useLinkTo();
  const { hotline } = useServerShell().brand;
  return (
    <>
      <PhoneLink number={hotline.number} />{" "}
      {hotline.hours && <small>{t("hours", { hours: hotline.hours })}</small>}{" "}
      {!withoutRelay && <a href={`${linkTo("accessibility")}#${relayCard}`}>{t("callRelayed")}</a>}
    </>
  );
}
