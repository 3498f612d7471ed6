import { Icon } from "./icon.tsx";

export interface TimelineStep {
  label: string;
  /** When it was, or what is known of what is still to come. */
  detail: string;
  done: boolean;
}

/** How far something has got, step by step: what has happened is ticked. */
export function Timeline({ steps }: { steps: TimelineStep[] }) {
  return (
    <ol className="timeline">
      {steps.map(({ label, detail, done }) => (
        <li key={label} className={done ? "done" : undefined}>
          <Icon name={done ? "success" : "clock"} size={20} />
          <strong>{label}</strong>
          <p>{detail}</p>
        </li>
      ))}
    </ol>
  );
}
