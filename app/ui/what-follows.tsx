import { Card } from "./card.tsx";

interface WhatFollowsProps {
  title: string;
  lines: string[];
}

/** Below a button: what is true once it is pressed. Its lines are no steps, so they stand on no timeline. */
export const WhatFollows = ({ title, lines }: WhatFollowsProps) => (
  <Card id="follows" title={title}>
    <ul className="list">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </Card>
);
