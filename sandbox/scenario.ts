/** A token with its purpose. */
export interface Scenario {
  token: string;
  de: string;
  en: string;
}

export interface ScenarioGroup {
  id: string;
  /** The portal's page (German path) for the token, which replaces `{token}`. */
  path: string;
  de: string;
  en: string;
  scenarios: readonly Scenario[];
}

/** Purposes by token. */
export type ScenarioTable = Record<string, readonly [de: string, en: string]>;

/** The scenarios of a table. @param prefix of each token */
export const scenariosIn = (table: ScenarioTable, prefix = ""): Scenario[] =>
  Object.entries(table).map(([token, [de, en]]) => ({ token: prefix + token, de, en }));
