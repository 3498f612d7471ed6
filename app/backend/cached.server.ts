/** Most entries that one list may hold before the oldest goes. */
const capacity = 500;

/**
 * Keeps successful answers for a bounded age, so that lists and configuration are not asked for at every page.
 * Requests that come while the answer is under way share it; failures are not kept.
 */
export function cached<T extends { ok: boolean }>(maxAgeMs: number, now: () => number = Date.now) {
  const entries = new Map<string, { at: number; answer: Promise<T> }>();
  return (key: string, ask: () => Promise<T>): Promise<T> => {
    const kept = entries.get(key);
    if (kept && now() - kept.at < maxAgeMs) return kept.answer;
    const answer = ask();
    entries.delete(key);
    entries.set(key, { at: now(), answer });
    const forget = () => {
      if (entries.get(key)?.answer === answer) entries.delete(key);
    };
    answer.then(({ ok }) => ok || forget(), forget);
    const [oldest] = entries.keys();
    if (entries.size > capacity && oldest !== undefined) entries.delete(oldest);
    return answer;
  };
}
