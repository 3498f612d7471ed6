/** Labels and values of a mail or a document. */
export type Rows = [label: string, value: string][];

/** The rows that have a value. */
export const filledRows = (rows: [label: string, value: string | number | undefined][]): Rows =>
  rows.filter((row): row is [string, string] => Boolean(row[1]));
