import type { ReactNode, SyntheticEvent } from "react";
import { useT } from "#app/i18n/texts.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Listed } from "#app/ui/unbroken.tsx";

interface ChangeSectionProps {
  label: string;
  /** The value on record; undefined if it is unknown at the moment. */
  stored: { value: string | undefined } | undefined;
  /** Something was entered, or has to be. */
  open: boolean;
  children: ReactNode;
}

/** A stored value, with fields to change it that open on demand. */
export function ChangeSection({ label, stored, open, children }: ChangeSectionProps) {
  const t = useT("customer", "page");
  return (
    <details className="change" open={open} onToggle={clearWhenClosed}>
      <summary>
        <span>
          <span className="muted">{label}</span>{" "}
          {stored && (
            <span>
              <Listed text={stored.value ?? t("noneYet")} />
            </span>
          )}
        </span>{" "}
        <span className="change-it">
          <span>{t(stored && !stored.value ? "add" : "change")}</span> <Icon name="chevron-down" />
        </span>
      </summary>
      <div className="change-fields">{children}</div>
    </details>
  );
}

/**
 * Closing the section means that nothing is to be changed after all; without JavaScript, the receipt shows what was.
 */
function clearWhenClosed({ currentTarget: section }: SyntheticEvent<HTMLDetailsElement>) {
  if (section.open) return;
  for (const field of section.querySelectorAll("input")) {
    if (field.type === "checkbox") field.checked = false;
    else if (field.type !== "radio") field.value = field.defaultValue;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
