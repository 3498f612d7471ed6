import { Timeline } from "./timeline.tsx";

interface WhatFollowsProps {
  title: string;
  steps: string[];
}

/** Below a button: what happens once it is pressed. */
export const WhatFollows = ({ title, steps }: WhatFollowsProps) => (
  <section className="stack" aria-labelledby="follows">
    <h2 id="follows">{title}</h2>
    <Timeline steps={steps.map((label) => ({ label, detail: undefined, done: false }))} />
  </section>
);
