import type { ComponentProps, ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { Spinner } from "./spinner.tsx";

/** Edge of a button's icon in pixels (specification §9). */
const buttonIconSize = 18;

interface Look {
  /** `danger`: in the colour of errors, for what cannot be taken back. */
  kind?: "primary" | "secondary" | "danger" | "quiet";
  icon?: IconName;
}

/** The space separates buttons in text browsers. */
function Label({ icon, children }: { icon?: IconName; children: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} size={buttonIconSize} />} <span>{children}</span>
    </>
  );
}

interface ButtonProps extends Look, Omit<ComponentProps<"button">, "className"> {
  /** Shows a spinner; the hidden label keeps the width and the accessible name. */
  loading?: boolean;
  /** The law prescribes the label: it stays visible beside the spinner. */
  legal?: boolean;
}

/** A submit button by default. While loading it can still be focused; the form prevents a second post. */
export function Button({ kind = "primary", icon, loading, legal, children, ...rest }: ButtonProps) {
  const busy = loading ? { "aria-busy": true, "aria-disabled": true } : undefined;
  return (
    <button type="submit" {...rest} {...busy} className={`button ${kind}${legal ? " legal" : ""}`}>
      <Label icon={icon}>{children}</Label>
      {loading && <Spinner />}
    </button>
  );
}

export function ButtonLink({
  kind = "primary",
  icon,
  children,
  ...rest
}: Look & Omit<ComponentProps<"a">, "className">) {
  return (
    <a {...rest} className={`button ${kind}`}>
      <Label icon={icon}>{children}</Label>
    </a>
  );
}
