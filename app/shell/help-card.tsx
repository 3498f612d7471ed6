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
      <ServerContent as="div" className="help">
        {import.meta.env.SSR && <Help />}
      </ServerContent>
    </Card>
  );
}

const Help = () => (
  <p className="cluster">
    <Hotline /> <ShopLink />
  </p>
);

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

/** The ways to ask that the footer, which has the number, does not show. */
export const HelpLinks = () => (
  <ServerContent as="div" className="help">
    {import.meta.env.SSR && (
      <p className="cluster">
        <RelayLink /> <ShopLink />
      </p>
    )}
  </ServerContent>
);
