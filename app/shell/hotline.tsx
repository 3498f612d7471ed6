import { useT } from "#app/i18n/texts.tsx";
import { Hours, PhoneWithHours } from "#app/ui/phone-link.tsx";
import { ServerContent } from "#app/ui/server-content.tsx";
import { relayCard } from "./help-row.ts";
import { useLinkTo } from "./use-link-to.ts";
import { useServerShell } from "./use-shell.ts";

interface HotlineProps {
  /** Beside what names the relay service itself. */
  withoutRelay?: boolean;
}

/** When the hotline answers, and whether it does now. */
function useHours() {
  const t = useT("common", "help");
  const { hotline, isReachable } = useServerShell().brand;
  return hotline.hours && t(isReachable ? "hoursOpen" : "hoursClosed", { hours: hotline.hours });
}

/** The brand's hotline with its hours, and the relay service for customers who cannot hear or speak on the phone. */
export function Hotline({ withoutRelay }: HotlineProps) {
  const { hotline } = useServerShell().brand;
  return (
    <>
      <PhoneWithHours number={hotline.number} hours={useHours()} /> {!withoutRelay && <RelayLink />}
    </>
  );
}

/** Beside a button that calls. */
export function HotlineHours() {
  const hours = useHours();
  return hours && <Hours text={hours} />;
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
  const { number, hours } = useServerShell().brand.hotline;
  return (
    <>
      <PhoneWithHours number={number} hours={hours && t("hours", { hours })} /> <RelayLink />
    </>
  );
}
