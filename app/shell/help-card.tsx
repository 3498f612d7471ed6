import type { ReactNode } from "react";
import { useT } from "#app/i18n/texts.tsx";
import { Card } from "#app/ui/card.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { useShell } from "./use-shell.ts";

interface HelpCardProps {
  id: string;
  title: ReactNode;
  children: ReactNode;
}

/** The brand's hotline and shops. Needs the texts `common.help`. */
export function HelpCard({ id, title, children }: HelpCardProps) {
  const t = useT("common", "help");
  const { hotline, links } = useShell().brand;
  return (
    <Card id={id} title={title}>
      {children}
      <p className="cluster">
        <PhoneLink number={hotline.number} />{" "}
        {hotline.hours && <small>{t("hours", { hours: hotline.hours })}</small>}
      </p>
      {links.shops && (
        <p>
          <a href={links.shops} hrefLang="de">
            {t("shop")}
          </a>
        </p>
      )}
    </Card>
  );
}
