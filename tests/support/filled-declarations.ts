interface Filled {
  forwarded: number;
  waiting: number;
  /** How long those that wait have done so. */
  waitedMs?: number;
}

/**
 * Rows as an outage leaves them, in a table that a portal has made. Nobody can read what they contain, and those that
 * wait are next tried in a quarter of an hour.
 */
export async function fillDeclarations(
  { query }: { query: (text: string) => Promise<unknown> },
  { forwarded, waiting, waitedMs = 0 }: Filled,
) {
  const now = "CAST(extract(epoch FROM now()) * 1000 AS BIGINT)";
  const sealed = "repeat(md5('x' || n), 40)";
  await query(`INSERT INTO declaration (id, lane, "receivedAt", state, attempts, "removeAt", sealed, content)
    SELECT 'f' || n, md5('f' || n), ${now}, 'forwarded', 1, ${now} + 86400000, ${sealed}, md5('c' || n)
    FROM generate_series(1, ${forwarded}) n`);
  await query(`INSERT INTO declaration (id, lane, "receivedAt", "openSince", attempts, due, sealed)
    SELECT 'w' || n, md5('w' || n), ${now} - ${waitedMs}, ${now} - ${waitedMs}, 1, ${now} + 900000, ${sealed}
    FROM generate_series(1, ${waiting}) n`);
}
