import type { FocusEvent, KeyboardEvent, ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface DropdownProps {
  label: ReactNode;
  children: ReactNode;
}

/** A panel below its button, opened by a click. With JavaScript it closes on Escape and when it loses the focus. */
export function Dropdown({ label, children }: DropdownProps) {
  function onKeyDown(event: KeyboardEvent<HTMLDetailsElement>) {
    if (event.key !== "Escape") return;
    event.currentTarget.open = false;
    event.currentTarget.querySelector("summary")?.focus();
  }
  function onBlur(event: FocusEvent<HTMLDetailsElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
  }
  return (
    <details className="dropdown" onKeyDown={onKeyDown} onBlur={onBlur}>
      <summary className="button">
        <span>{label}</span>
        <Icon name="chevron-down" size={14} />
      </summary>
      <div className="flyout">{children}</div>
    </details>
  );
}
