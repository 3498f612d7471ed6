import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

export type StatusKind = "error" | "warning" | "success" | "info";

interface StatusSectionProps {
  kind: StatusKind;
  headline: ReactNode;
  /** The text: paragraphs. */
  children?: ReactNode;
  /** Defaults to the kind's icon. */
  icon?: IconName;
  /** The recommended button first. */
  actions?: ReactNode;
  /** Small print such as hotline and error number. */
  meta?: { label: ReactNode; value: ReactNode }[];
}

/** Id of the page's headline, where focus goes on arrival. */
export const headlineId = "headline";

/** The main part of error, waiting and success pages. */
export function StatusSection({ kind, headline, children, icon = kind, actions, meta }: StatusSectionProps) {
  return (
    <section className={`status ${kind}`} aria-labelledby={headlineId}>
      <span className="status-icon">
        <Icon name={icon} size={40} />
      </span>
      <h1 id={headlineId} tabIndex={-1}>
        {headline}
      </h1>
      <div className="lead stack">{children}</div>
      {actions && <div className="form-actions">{actions}</div>}
      {meta && meta.length > 0 && (
        <dl className="status-meta">
          {meta.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows neither move nor keep state
            <div key={index}>
              <dt>{row.label}</dt>
              <dd>{row.value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
