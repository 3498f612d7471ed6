import { Icon } from "./icon.tsx";
import { SummaryList } from "./summary-list.tsx";

export interface TimelineStep {
  label: string;
  /** When it was, or what is known of what is still to come. */
  detail: string;
  done: boolean;
}

/** How far something has got, step by step: what has happened is ticked. */
export function Timeline({ steps }: { steps: TimelineStep[] }) {
  return (
    <SummaryList
      rows={steps.map(({ label, detail, done }) => ({
        label: (
          <>
            <Icon name={done ? "success" : "clock"} size={18} /> {label}
          </>
        ),
        value: detail,
      }))}
    />
  );
}
