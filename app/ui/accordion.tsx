import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

interface AccordionProps {
  /** Unique on the page. With a single open id, the browser closes the others. */
  id: string;
  items: { id: string; title: ReactNode; content: ReactNode }[];
  /** The open item's id, or a list of ids, with which several can be open at a time. */
  open?: string | readonly string[];
  onOpenChange?: (open: string | string[] | undefined) => void;
  icon?: IconName;
}

/** Works without JavaScript, as the items are `<details>`. */
export function Accordion({ id, items, open, onOpenChange, icon = "chevron-down" }: AccordionProps) {
  const several = typeof open === "object";
  const isOpen = (item: string) => (several ? open.includes(item) : open === item);

  function toggled(item: string, nowOpen: boolean) {
    if (!onOpenChange || nowOpen === isOpen(item)) return;
    if (!several) onOpenChange(nowOpen ? item : undefined);
    else onOpenChange(nowOpen ? [...open, item] : open.filter((other) => other !== item));
  }

  return (
    <div className="accordion">
      {items.map((item) => (
        <details
          key={item.id}
          id={`${id}-${item.id}`}
          name={several ? undefined : id}
          open={isOpen(item.id)}
          onToggle={(event) => toggled(item.id, event.currentTarget.open)}
        >
          <summary>
            <span>{item.title}</span>
            <Icon name={icon} />
          </summary>
          <div className="accordion-body stack">{item.content}</div>
        </details>
      ))}
    </div>
  );
}
