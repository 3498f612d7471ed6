import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

export interface TimelineStep {
  label: string;
  /** When it happened, if that is known, or what is known about a step still to come. */
  detail: string | undefined;
  done: boolean;
}

/** Progress, step by step; completed steps are ticked. */
export function Timeline({ steps }: { steps: (Omit<TimelineStep, "detail"> & { detail: ReactNode })[] }) {
  return (
    <ol className="timeline">
      {steps.map(({ label, detail, done }) => (
        <li key={label} className={done ? "done" : undefined}>
          <Icon name={done ? "success" : "clock"} size={20} />
          <strong>{label}</strong>
          {detail && <p>{detail}</p>}
        </li>
      ))}
    </ol>
  );
}
