import { type ParseArgsConfig, parseArgs } from "node:util";

/** Ends the process with what was wrong about how it was called. */
export function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}

/** What a tool was called with. `--help` prints `usage` and ends the process, and so does an option that it does not know. */
export function calledWith<T extends ParseArgsConfig>(
  usage: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).some((option) => option === "--help" || option === "-h")) {
    console.log(usage);
    process.exit();
  }
  try {
    return parseArgs(config);
  } catch (error) {
    refuse(`${(error as Error).message}\n\n${usage}`);
  }
}

/** The rows that were asked for by name, or all of them; ends the process where there is no such name. */
export function named<Row>(
  rows: readonly Row[],
  names: readonly string[],
  nameOf: (row: Row) => string,
): Row[] {
  const known = rows.map(nameOf);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    refuse(`There is no ${unknown.join(" and no ")}. There are:\n  ${known.join("\n  ")}`);
  return rows.filter((row) => names.length === 0 || names.includes(nameOf(row)));
}
