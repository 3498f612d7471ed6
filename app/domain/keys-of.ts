/** The names of a table's rows, as its type has them; of a table that is written out, not of what a caller passes. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];
