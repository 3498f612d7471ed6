import type { Acceptance } from "../../app/backend/contract/order.ts";
import type { GivenConsent } from "../../app/backend/contract/services.ts";
import type { Database, Migration } from "../database.ts";
import type { Language } from "../language.ts";
import { consentIds, consentOf } from "../services/consents.ts";
import { sandboxTexts } from "../texts.ts";

export const consentMigrations: Migration[] = [
  {
    name: "consents-1",
    sql: `CREATE TABLE consents (token TEXT NOT NULL, id TEXT NOT NULL, given INTEGER NOT NULL, at TEXT NOT NULL,
      PRIMARY KEY (token, id))`,
  },
  {
    name: "consents-by-name-1",
    sql: `CREATE TABLE consents_by_name (brand TEXT NOT NULL, name TEXT NOT NULL, email TEXT NOT NULL, token TEXT NOT NULL,
      at TEXT NOT NULL)`,
  },
];

interface Row {
  id: string;
  given: number;
  at: string;
}

const keep = (database: Database, token: string, id: string, given: boolean, at: string) =>
  database.insert("consents", { token, id, given: Number(given), at }, "REPLACE");

/** What the customer chose with an order: its link shows that from then on, and nothing else. */
export function keepConsents(database: Database, token: string, given: Acceptance["consents"]): void {
  for (const id of consentIds) keep(database, token, id, false, "");
  for (const { id, at } of given.filter(({ granted }) => granted)) keep(database, token, id, true, at);
}

/** A consent of a kind that the portal has no words for. */
const otherId = "partner-messenger";

/** What was given before, where nothing is kept of the token. */
const givenBefore: Record<string, string> = {
  "marketing-email": "2026-03-14T09:30:00Z",
  "marketing-phone": "2026-03-14T09:30:00Z",
  "marketing-post": "2025-11-02T17:05:00Z",
  [otherId]: "2026-05-20T11:00:00Z",
};

/** The consents of the customer who has this link; without any for `demo-none`, and with one more for `demo-other-kinds`. */
export function consentsOf(database: Database, token: string, language: Language): GivenConsent[] {
  const [name] = token.split("~");
  const kept = new Map(
    database
      .all<Row>("SELECT id, given, at FROM consents WHERE token = ?", token)
      .map((row) => [row.id, row] as const),
  );
  const objection = database.one<{ at: string }>("SELECT at FROM declined_mails WHERE token = ?", token);
  return [...consentIds, ...(name === "demo-other-kinds" ? [otherId] : [])].map((id) => {
    const row = kept.get(id);
    const before = name === "demo-none" ? undefined : givenBefore[id];
    const stands = row ? row.given === 1 : before !== undefined;
    const declined = id === "marketing-email" ? objection?.at : undefined;
    return {
      id,
      ...(id === otherId
        ? { channel: "unknown", name: sandboxTexts[language].sandbox.revoked.messenger }
        : { channel: consentOf(id, language)?.channel }),
      given: stands && !declined,
      since: declined ?? ((row ? row.at : before) || undefined),
    };
  });
}

/** Takes consents back: all of them, or those with these ids or channels. Returns their names. */
export function takeBack(
  database: Database,
  token: string,
  { all, consents }: { all: boolean; consents: string[] },
  { at, language }: { at: string; language: Language },
): string[] {
  const channels = sandboxTexts[language].offer.personalData.consentChannels;
  return consentsOf(database, token, language)
    .filter(({ id, channel = "" }) => all || consents.includes(id) || consents.includes(channel))
    .map(({ id, name, channel = "" }) => {
      keep(database, token, id, false, at);
      return name ?? channels[channel as keyof typeof channels];
    });
}
