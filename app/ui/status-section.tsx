import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

export type StatusKind = "error" | "warning" | "success" | "info";

interface StatusSectionProps {
  kind: StatusKind;
  headline: ReactNode;
  children?: ReactNode;
  icon?: IconName;
  /** Facts or steps: they stand in a card, with the buttons below them. */
  card?: ReactNode;
  /** The recommended button first. */
  actions?: ReactNode;
  /** Below the buttons. */
  below?: ReactNode;
}

/** Id of the page's headline, where focus goes on arrival. */
export const headlineId = "headline";

/** The main part of error, waiting and success pages. */
export function StatusSection({
  kind,
  headline,
  children,
  icon = kind,
  card,
  actions,
  below,
}: StatusSectionProps) {
  const buttons = actions && <div className="form-actions">{actions}</div>;
  return (
    <section className={`status ${kind}`} aria-labelledby={headlineId}>
      <span className="status-icon">
        <Icon name={icon} size={28} />
      </span>
      {/* biome-ignore lint/a11y/noAutofocus: the headline comes first, even if none of the page's scripts run */}
      <h1 id={headlineId} tabIndex={-1} autoFocus>
        {headline}
      </h1>
      <div className="lead stack">{children}</div>
      {card ? (
        <div className="card stack">
          {card}
          {buttons}
        </div>
      ) : (
        buttons
      )}
      {below}
    </section>
  );
}
