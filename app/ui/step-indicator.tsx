import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

export interface StepIndicatorProps {
  /** Accessible name, e.g. "Bestellschritte". */
  label: string;
  /** In order. None is a link: that would lose what is typed on the step (decision 0124). */
  steps: { id: string; label: ReactNode }[];
  current: string;
  /** "Schritt 2 von 4: Ausweisdaten", shown on phones. */
  summary: ReactNode;
  /** Hidden text of a finished step, e.g. "erledigt". */
  doneLabel: string;
}

/** One line and a bar on phones, named steps on wider screens. */
export function StepIndicator({ label, steps, current, summary, doneLabel }: StepIndicatorProps) {
  const position = steps.findIndex((step) => step.id === current);
  return (
    <nav className="steps" aria-label={label}>
      <p>{summary}</p>
      <ol>
        {steps.map((step, index) => {
          const done = index < position;
          return (
            <li
              key={step.id}
              className={done ? "done" : undefined}
              aria-current={index === position ? "step" : undefined}
            >
              {done && <Icon name="check" size={14} />}
              <span>
                {step.label}
                {done && <span className="visually-hidden">{` (${doneLabel})`}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
