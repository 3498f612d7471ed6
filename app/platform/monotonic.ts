/**
 * Milliseconds on a clock that only runs forward: for durations, pauses and deadlines within this process. `Date.now()` is
 * for dates alone, as the machine's clock is set back now and then: what is to end in five seconds would end an hour late.
 */
export const monotonicMs = (): number => performance.now();
