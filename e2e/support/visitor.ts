import { brands } from "../../tests/support/brands.ts";

export const port = Number(process.env.E2E_PORT ?? 4200);
export const portalUrl = `http://localhost:${port}`;

/** What a browser remembers of a customer's answer to the consent tools; tests of other things have it behind them. */
export function consentState(answer: "accepted" | "rejected" | "none") {
  const settings = answer === "none" ? [] : brands.flatMap(({ settingsId }) => settingsId ?? []);
  const localStorage = settings.map((id) => ({ name: `sandbox-consent-${id}`, value: answer }));
  return { cookies: [], origins: [{ origin: portalUrl, localStorage }] };
}
