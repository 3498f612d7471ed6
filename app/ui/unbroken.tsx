import { Fragment, type ReactNode } from "react";

/** Lines break between these parts; within a part only if it is longer than a line. */
export const Unbroken = ({ of }: { of: ReactNode[] }) =>
  of.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts neither move nor keep state
    <Fragment key={index}>
      {index > 0 && " "}
      <span className="unbroken">{part}</span>
    </Fragment>
  ));

/** `Musterweg 12, 50667 Köln` */
export const Listed = ({ text }: { text: string }) => (
  <Unbroken of={text.replaceAll(", ", ",\n").split("\n")} />
);
