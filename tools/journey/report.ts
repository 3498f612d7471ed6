import type { Walked } from "./walk.ts";

/** One walk of a journey, with one row of its values. */
export interface Run {
  journey: string;
  row: string;
  ms: number;
  steps: Walked[];
}

export const hasFailed = ({ steps }: Run) => steps.some(({ difference }) => difference !== undefined);

/** A step in one line; a second one states the difference, if there is one. */
export function stepLine({ statuses, page, state, ms, label, difference }: Walked): string {
  const columns = [
    difference ? "✗" : "✓",
    statuses.join(" ").padEnd(11),
    [page, state].filter(Boolean).join(" ").padEnd(28),
    `${ms} ms`.padStart(8),
    ` ${label}`,
  ].join(" ");
  return difference ? `${columns}\n    ${difference}` : columns;
}

const escaped = (text: string) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The runs as JUnit's XML, which build servers show. */
export function junit(runs: Run[]): string {
  const cases = runs.map((run) => {
    const { journey, row, ms, steps } = run;
    const difference = steps.find((step) => step.difference);
    const failure = difference
      ? `<failure message="${escaped(difference.difference ?? "")}">${escaped(steps.map(stepLine).join("\n"))}</failure>`
      : "";
    return `<testcase classname="${escaped(journey)}" name="${escaped(row)}" time="${ms / 1000}">${failure}</testcase>`;
  });
  const counts = `tests="${runs.length}" failures="${runs.filter(hasFailed).length}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites><testsuite name="journeys" ${counts}>\n${cases.join("\n")}\n</testsuite></testsuites>\n`;
}
