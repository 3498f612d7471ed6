import type { ReactNode } from "react";
import { useT } from "#app/i18n/texts.tsx";
import { Card } from "#app/ui/card.tsx";
import { ServerContent } from "#app/ui/server-content.tsx";
import { Hotline, type HotlineProps } from "./hotline.tsx";
import { useServerShell } from "./use-shell.ts";

interface HelpCardProps extends HotlineProps {
  id: string;
  title: ReactNode;
  children: ReactNode;
}

/** The brand's hotline and shops. */
export function HelpCard({ id, title, children, withoutRelay }: HelpCardProps) {
  return (
    <Card id={id} title={title}>
      {children}
      <ServerContent as="div" className="help">
        {import.meta.env.SSR && <Help withoutRelay={withoutRelay} />}
      </ServerContent>
    </Card>
  );
}

function Help(props: HotlineProps) {
  const t = useT("common", "help");
  const { links } = useServerShell().brand;
  return (
    <p className="cluster">
      <Hotline {...props} />{" "}
      {links.shops && (
        <a href={links.shops} hrefLang="de">
          {t("shop")}
        </a>
      )}
    </p>
  );
}
