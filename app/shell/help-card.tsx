import type { ReactNode } from "react";
import { useT } from "#app/i18n/texts.tsx";
import { Card } from "#app/ui/card.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { ServerContent } from "#app/ui/server-content.tsx";
import { useServerShell } from "./use-shell.ts";

interface HelpCardProps {
  id: string;
  title: ReactNode;
  children: ReactNode;
}

/** The brand's hotline and shops. */
export function HelpCard({ id, title, children }: HelpCardProps) {
  return (
    <Card id={id} title={title}>
      {children}
      <ServerContent as="div" className="help">
        {import.meta.env.SSR && <Help />}
      </ServerContent>
    </Card>
  );
}

function Help() {
  const t = useT("common", "help");
  const { hotline, links } = useServerShell().brand;
  return (
    <>
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
    </>
  );
}
