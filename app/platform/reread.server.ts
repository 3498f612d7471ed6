import { statSync } from "node:fs";
import { logger } from "./log.server.ts";
import { wrongSettings } from "./metrics.server.ts";

/** A mounted ConfigMap changes through a symbolic link, which only polling detects on every file system. */
const pollMs = 1000;

/**
 * Changes with a file, even if a link leads to a different one.
 * @throws if it is missing
 */
export function modified(path: string): string {
  const { mtimeMs, size, ino } = statSync(path);
  return [path, mtimeMs, size, ino].join(" ");
}

interface Source<T> {
  /** The setting that names the file or folder, for the log and the metric. */
  setting: string;
  /** Changes when there is something new to read. */
  stamp: () => string;
  /**
   * `problem`: what of it does not count, for an operator.
   * @throws Error with what is wrong, if nothing of it counts
   */
  read: (before: T | undefined) => { value: T; problem?: Error | undefined };
  /** The value if the first read fails; without it, the caller gets the error. */
  otherwise?: T;
  /** For the log, once another value is in effect. */
  facts: (value: T) => object;
}

/**
 * Settings that operators change while the portal runs. They are read again within seconds, once nothing has changed
 * between two checks, so that a half-copied folder is not read. What is invalid is logged and counted, and its last valid
 * version stays in effect.
 * @returns a function that returns the latest valid value
 * @throws what `read` throws the first time, unless there is an `otherwise`
 */
export function reread<T>(source: Source<T>): () => T {
  const { setting, stamp, otherwise, facts } = source;
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
    let problem: unknown;
    try {
      ({ value, problem } = source.read(value));
      // Not at startup, which commands have too: their output is a result.
      if (!isFirst && (isChange || !problem))
        logger.info({ setting, ...facts(value) }, `${setting} read again`);
    } catch (error) {
      if (value === undefined) throw error;
      problem = error;
    }
    const isNews = isChange || complaint !== `${problem}`;
    complaint = problem === undefined ? undefined : `${problem}`;
    if (complaint && isNews)
      logger.error({ err: problem, setting }, `${setting} cannot be read, and does not count.`);
    wrongSettings?.set({ setting }, complaint === undefined ? 0 : 1);
  };
  attempt();
  setInterval(() => {
    const now = stampNow();
    // Also retry what was invalid: it may refer to something that only exists, or is only readable, by now.
    if (now === seen && (now !== tried || complaint !== undefined)) attempt();
    seen = now;
  }, pollMs).unref();
  // eslint-disable-next-line house/no-cast -- the first attempt throws if it leaves it undefined
  return () => value as T;
}
