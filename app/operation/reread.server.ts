import { statSync } from "node:fs";
import { logger } from "./log.server.ts";
import { wrongSettings } from "./metrics.server.ts";

/** A mounted ConfigMap changes by a link, which only polling notices on every file system. */
const pollMs = 1000;

/** Changes with a file, also where a link leads to another one. @throws if it is missing */
export function modified(path: string): string {
  const { mtimeMs, size, ino } = statSync(path);
  return [path, mtimeMs, size, ino].join(" ");
}

interface Source<T> {
  /** The setting that names the file or folder, for the log and the metric. */
  setting: string;
  /** Differs when there is something new to read. */
  stamp: () => string;
  /** @throws Error with what is wrong, for an operator */
  read: (before: T | undefined) => T;
  /** What counts if the first read fails; without it that is the caller's error. */
  otherwise?: T;
  /** For the log, once something else counts. */
  facts: (value: T) => object;
}

/**
 * What operators change while the portal runs: read again within seconds, once nothing has moved between two looks, so
 * that a half-copied folder is left alone. Something wrong is logged and counted, and what was valid before stays.
 * @returns a function that has the newest valid one
 * @throws what `read` throws the first time, unless there is an `otherwise`
 */
export function reread<T>({ setting, stamp, read, otherwise, facts }: Source<T>): () => T {
  const stampNow = () => {
    try {
      return stamp();
    } catch (error) {
      return `${error}`;
    }
  };
  let value: T | undefined = otherwise;
  let complaint: string | undefined;
  let seen = stampNow();
  let tried: string | undefined;
  const attempt = () => {
    const isFirst = tried === undefined;
    const isChange = seen !== tried;
    tried = seen;
    try {
      value = read(value);
      complaint = undefined;
      // Not at the start, which commands have too: their output is a result.
      if (!isFirst) logger.info({ setting, ...facts(value) }, `${setting} read again`);
    } catch (err) {
      if (value === undefined) throw err;
      const isNews = isChange || complaint !== `${err}`;
      complaint = `${err}`;
      if (isNews) logger.error({ err, setting }, `${setting} cannot be read, and does not count.`);
    }
    wrongSettings?.set({ setting }, complaint === undefined ? 0 : 1);
  };
  attempt();
  setInterval(() => {
    const now = stampNow();
    // Also what was wrong: it may name what is only now there, or only now be readable.
    if (now === seen && (now !== tried || complaint !== undefined)) attempt();
    seen = now;
  }, pollMs).unref();
  return () => value as T;
}
