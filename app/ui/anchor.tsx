import type { ComponentProps } from "react";
import { Link } from "react-router";

export interface AnchorProps extends Omit<ComponentProps<"a">, "href"> {
  href: string;
  /** Loads a new document, for files and other sites. Implied for anything but a path. */
  reload?: boolean;
}

/** Navigates in the client if JavaScript runs, else a plain link. */
export function Anchor({ href, reload, ...rest }: AnchorProps) {
  const inside = href.startsWith("/") && !href.startsWith("//");
  if (!inside || reload || rest.download !== undefined) return <a href={href} {...rest} />;
  return <Link to={href} {...rest} />;
}
