import { type KeyboardEvent, type ReactNode, useState } from "react";

interface TooltipProps {
  id: string;
  /** The text to be explained, a button only so that it can get the focus. */
  label: ReactNode;
  /** Plain text. */
  children: ReactNode;
}

/**
 * A short explanation above its label, on hover and on focus. Placement, delays and distance (specification §9)
 * are in the stylesheet: top, 200 ms to show, none to hide, gone within 150 ms, 5 px away.
 */
export function Tooltip({ id, label, children }: TooltipProps) {
  const [dismissed, dismiss] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && dismiss(true);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only brings a dismissed bubble back for the next visit
    <span className="tooltip" onMouseLeave={() => dismiss(false)} onBlur={() => dismiss(false)}>
      <button type="button" className="tooltip-label" aria-describedby={id} onKeyDown={onKeyDown}>
        {label}
      </button>{" "}
      <span role="tooltip" id={id} hidden={dismissed}>
        {children}
      </span>
    </span>
  );
}
