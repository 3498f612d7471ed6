import type { ComponentProps } from "react";
import { useT } from "#app/i18n/texts.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import type { SummaryRow } from "#app/ui/summary-list.tsx";
import type { HelpRow } from "./help-row.ts";
import { StatusFoot } from "./help-rows.tsx";
import { Page } from "./page.tsx";
import { useShell } from "./use-shell.ts";

interface StatusPageProps
  extends Pick<ComponentProps<typeof Page>, "name" | "state" | "title">,
    Pick<ComponentProps<typeof StatusSection>, "kind" | "icon" | "card" | "children"> {
  action: Pick<ComponentProps<typeof ButtonLink>, "kind" | "href"> & { label: string };
  /** What is known beside whom to ask. */
  more?: SummaryRow[];
}

/** A page that shows how something ended and offers one way to continue; after a failure, whom to ask, unless its card says so. */
export function StatusPage({
  name,
  state,
  title,
  kind,
  icon,
  card,
  action,
  more,
  children,
}: StatusPageProps) {
  const { label, ...link } = action;
  const help = useHelp();
  const t = useT("common", "unexpected");
  const asks = kind !== "success" && !card;
  const button = <ButtonLink {...link}>{label}</ButtonLink>;
  return (
    <Page name={name} state={state} title={title} hasHotline={kind !== "success"}>
      <StatusSection kind={kind} icon={icon} card={card} headline={title} actions={button}>
        {children}
      </StatusSection>
      {asks && <StatusFoot title={t("help")} rows={help} more={more} />}
    </Page>
  );
}

/** Whom to ask, and the number that finds this visit in the log. An error in the browser knows the hotline only. */
export function useHelp(): readonly HelpRow[] {
  const t = useT("common", "unexpected");
  const { brand, help } = useShell();
  return help ?? [{ kind: "phone", label: t("hotline"), value: brand.hotline.number }];
}
