import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

export interface TimelineStep {
  label: string;
  /** When it happened, if that is known, or what is known about a step still to come. */
  detail: string | undefined;
  /** Where it is done. */
  link?: { href: string; label: string };
  done: boolean;
  /** Where it has got to; `beside` what is told first, where steps go on side by side. */
  current?: boolean | "beside";
  /** It has met with a no. */
  stopped?: boolean;
  /** Which step it is, whose, how far, and how it is done by who looks at it: for scripts. */
  data?: {
    step: string;
    by: string;
    state: string;
    how?: string | undefined;
    from?: string | undefined;
    until?: string | undefined;
  };
}

const looksOf = ({ stopped, done, current }: Pick<TimelineStep, "stopped" | "done" | "current">): string => {
  if (stopped) return "stopped";
  if (done) return "done";
  if (!current) return "later";
  return current === "beside" ? "now beside" : "now";
};

/**
 * Progress, step by step: what is done is ticked and filled, where it has got to has the brand's colour, and the mark of
 * warnings if it has stopped there; the rest is grey.
 */
export function Timeline({ steps }: { steps: (Omit<TimelineStep, "detail"> & { detail: ReactNode })[] }) {
  return (
    <ol className="timeline">
      {steps.map(({ label, detail, link, done, current, stopped, data }) => (
        <li
          key={label}
          className={looksOf({ stopped, done, current })}
          aria-current={current ? "step" : undefined}
          data-step={data?.step}
          data-by={data?.by}
          data-progress={data?.state}
          data-how={data?.how}
          data-from={data?.from}
          data-until={data?.until}
        >
          <Icon name={stopped ? "warning" : done ? "success" : "circle"} size={20} />
          <strong>{label}</strong>
          {detail && <p>{detail}</p>}
          {link && (
            <p>
              <a href={link.href}>{link.label}</a>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
