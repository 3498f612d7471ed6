import { useT } from "#app/i18n/texts.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { ServerContent } from "#app/ui/server-content.tsx";
import { relayCard } from "./help-row.ts";
import { useLinkTo } from "./use-link-to.ts";
import { useServerShell } from "./use-shell.ts";

interface HotlineProps {
  /** Beside what names the relay service itself. */
  withoutRelay?: boolean;
}

/**
 * The brand's hotline, its hours and whether it is open now, and the relay service for customers who cannot hear or speak
 * on the phone.
 */
export function Hotline({ withoutRelay }: HotlineProps) {
  const { hotline } = useServerShell().brand;
  return (
    <>
      <PhoneLink number={hotline.number} /> <HotlineHours /> {!withoutRelay && <RelayLink />}
    </>
  );
}

/** When the hotline answers, and whether it does now. */
export function HotlineHours() {
  const t = useT("common", "help");
  const { hotline, isReachable } = useServerShell().brand;
  return (
    hotline.hours && <small>{t(isReachable ? "hoursOpen" : "hoursClosed", { hours: hotline.hours })}</small>
  );
}

/** Leads to where the accessibility statement says how the relay service is reached. */
export function RelayLink() {
  const t = useT("common", "help");
  return <a href={`${useLinkTo()("accessibility")}#${relayCard}`}>{t("callRelayed")}</a>;
}

/** The hotline among the facts of a receipt, which are the same at any hour. */
export function ReceiptHotline() {
  return (
    <ServerContent as="span" className="cluster">
      {import.meta.env.SSR && <AtAnyHour />}
    </ServerContent>
  );
}

function AtAnyHour() {
  const t = useT("common", "help");
  const { hotline } = useServerShell().brand;
  return (
    <>
      <PhoneLink number={hotline.number} />{" "}
      {hotline.hours && <small>{t("hours", { hours: hotline.hours })}</small>} <RelayLink />
    </>
  );
}
