/** The names of a table's rows, as its type has them; of a table that is written out, not of what a caller passes. */
export const keysOf = <T extends object>(table: T) =>
  // eslint-disable-next-line house/no-cast -- a literal has the members of its type and no others
  Object.keys(table) as (keyof T & string)[];

/** Whether a text is the name of one of a table's rows. */
export const isKeyOf = <T extends object>(
  table: T,
  name: string | number | undefined,
): name is Extract<keyof T, string | number> => name !== undefined && Object.hasOwn(table, name);

/** A row for each of the names. */
export const tableOf = <K extends string, Row>(names: readonly K[], rowOf: (name: K) => Row) =>
  // eslint-disable-next-line house/no-cast -- there is a row for each name
  Object.fromEntries(names.map((name) => [name, rowOf(name)])) as Record<K, Row>;
