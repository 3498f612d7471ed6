import type { ReactNode } from "react";
import { useT } from "#app/i18n/texts.tsx";
import { Card } from "#app/ui/card.tsx";
import { ServerContent } from "#app/ui/server-content.tsx";
import { Hotline, RelayLink } from "./hotline.tsx";
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
      <HelpLinks hasHotline />
    </Card>
  );
}

function ShopLink() {
  const t = useT("common", "help");
  const { links } = useServerShell().brand;
  return (
    links.shops && (
      <a href={links.shops} hrefLang="de">
        {t("shop")}
      </a>
    )
  );
}

/** The ways to ask; without the hotline where the footer, or a button, has its number. */
export const HelpLinks = ({ hasHotline = false }: { hasHotline?: boolean }) => (
  <ServerContent as="div" className="help">
    {import.meta.env.SSR && (
      <p className="cluster">
        {hasHotline ? <Hotline /> : <RelayLink />} <ShopLink />
      </p>
    )}
  </ServerContent>
);
