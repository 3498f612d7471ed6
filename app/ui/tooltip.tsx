import type { ReactNode } from "react";

interface TooltipProps {
  id: string;
  /** The text to be explained, a button only so that it can get the focus. */
  label: ReactNode;
  /** Plain text. */
  children: ReactNode;
}

/**
 * A short explanation above its label, on hover and on focus. Placement, delays and distance (specification §9)
 * are in the stylesheet: top, 200 ms to show, none to hide, gone within 150 ms, 5 px away. It stands in what only the server
 * renders: `browser/tooltips.ts` closes it on Escape (WCAG 1.4.13).
 */
export const Tooltip = ({ id, label, children }: TooltipProps) => (
  <span className="tooltip">
    <button type="button" className="tooltip-label" aria-describedby={id}>
      {label}
    </button>{" "}
    <span role="tooltip" id={id} suppressHydrationWarning>
      {children}
    </span>
  </span>
);
