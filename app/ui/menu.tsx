import type { KeyboardEvent, ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface MenuProps {
  label: ReactNode;
  items: { label: ReactNode; href: string }[];
}

/** Shown on hover and focus, and hidden 400 ms after they end (specification §9, in the stylesheet). */
export function Menu({ label, items }: MenuProps) {
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && document.activeElement instanceof HTMLElement)
      document.activeElement.blur();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape hides what hover and focus have shown
    <div className="menu" onKeyDown={onKeyDown}>
      <button type="button" className="button quiet">
        <span>{label}</span>
        <Icon name="chevron-down" size={14} />
      </button>
      <ul className="flyout">
        {items.map((item) => (
          <li key={item.href}>
            <a href={item.href}>{item.label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
