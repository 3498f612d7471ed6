import type { ComponentProps } from "react";
import { Link } from "react-router";

export interface AnchorProps extends Omit<ComponentProps<"a">, "href"> {
  href: string;
  /** Loads a new document: files, and pages outside this application. Assumed for anything but a path. */
  reload?: boolean;
}

/** A link that stays within the page where JavaScript runs and is a plain link where it does not. */
export function Anchor({ href, reload, ...rest }: AnchorProps) {
  const inside = href.startsWith("/") && !href.startsWith("//");
  if (!inside || reload || rest.download !== undefined) return <a href={href} {...rest} />;
  return <Link to={href} {...rest} />;
}
