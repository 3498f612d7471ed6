import { Fragment } from "react";
import { dialLink } from "#app/ui/dial-link.ts";
import { useShell } from "./use-shell.ts";

/** A text in which the brand's number dials. */
export function WithHotline({ text }: { text: string }) {
  const { number } = useShell().brand.hotline;
  return text.split(number).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts neither move nor keep state
    <Fragment key={at}>
      {at > 0 && (
        <a href={dialLink(number)} translate="no">
          {number.replaceAll(" ", "\u00a0")}
        </a>
      )}
      <span>{part}</span>
    </Fragment>
  ));
}
