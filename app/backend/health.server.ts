import { config } from "#app/config.server.ts";

/** Whether the provider's API answers at all, within two seconds; any HTTP answer counts. */
export async function backendAnswers(): Promise<boolean> {
  try {
    const response = await fetch(config().apiBaseUrl, {
      method: "HEAD",
      signal: AbortSignal.timeout(2000),
      redirect: "manual",
    });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
