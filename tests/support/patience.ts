/** How many times as long as on a developer's machine anything may take: CI's may be slow, and stand still for seconds. */
const times = process.env.CI ? 5 : 1;

/** What is waited for until a test fails, in milliseconds; only a hang reaches it. */
export const patienceMs = 15_000 * times;
/** What a test may take, in milliseconds. */
export const testPatienceMs = 60_000 * times;
