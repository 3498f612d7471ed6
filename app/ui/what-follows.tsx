import type { ReactNode } from "react";
import { Card } from "./card.tsx";
import { Timeline } from "./timeline.tsx";

interface FollowingProps {
  /** The first one is the press itself. */
  steps: { label: string; detail?: string }[];
}

/** What a press sets going, step by step. */
export const Following = ({ steps }: FollowingProps) => (
  <Timeline
    steps={steps.map(({ label, detail }, index) => ({ label, detail, done: false, current: index === 0 }))}
  />
);

/** The same in a card below the button or beside its form, with what applies to some customers below the line. */
export const WhatFollows = ({
  title,
  steps,
  children,
}: FollowingProps & { title: string; children?: ReactNode }) => (
  <Card className="what-follows" id="follows" title={title}>
    <Following steps={steps} />
    {children}
  </Card>
);
