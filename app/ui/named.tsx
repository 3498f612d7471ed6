import { Fragment } from "react";

interface NamedProps {
  text: string;
  /** Of a brand: translated, "Blau" would be "blue". */
  name: string;
}

/** A text in which a browser that translates the page leaves a name as it is. */
export function Named({ text, name }: NamedProps) {
  return text.split(name).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts neither move nor keep state
    <Fragment key={at}>
      {at > 0 && <span translate="no">{name}</span>}
      {part && <span>{part}</span>}
    </Fragment>
  ));
}
