/** A token to click or to script, and what it is for. */
export interface Scenario {
  token: string;
  de: string;
  en: string;
}

export interface ScenarioGroup {
  id: string;
  /** The portal's page (German path) that takes the token; `{token}` stands for it. */
  path: string;
  de: string;
  en: string;
  scenarios: readonly Scenario[];
}
