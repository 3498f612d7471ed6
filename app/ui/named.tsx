import { Fragment } from "react";

interface NamedProps {
  text: string;
  /** Of a brand: translated, "Blau" would be "blue". */
  name: string;
}

/** A text in which a browser that translates the page leaves a name as it is. The text never changes. */
export function Named({ text, name }: NamedProps) {
  const [before, ...parts] = text.split(name);
  return (
    <>
      {before}
      {parts.map((after, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts neither move nor keep state
        <Fragment key={at}>
          <span translate="no">{name}</span>
          {after}
        </Fragment>
      ))}
    </>
  );
}
