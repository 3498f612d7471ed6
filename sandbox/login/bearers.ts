import { createHash, randomBytes } from "node:crypto";
import type { Migration } from "../database.ts";
import { refusal } from "../problem.ts";
import type { Sandbox } from "../sandbox.ts";

const codeSeconds = 120;
const bearerSeconds = 3600;

/** Code and bearer token of a customer to whom no offer and no order belongs, for people and scripts alike. */
export const otherCustomer = "other-customer";

export const loginMigrations: Migration[] = [
  {
    name: "login-1",
    sql: `CREATE TABLE login_codes (hash TEXT PRIMARY KEY, at TEXT NOT NULL, used INTEGER NOT NULL DEFAULT 0);
      CREATE TABLE bearers (hash TEXT PRIMARY KEY, at TEXT NOT NULL)`,
  },
];

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");
const secret = () => randomBytes(24).toString("base64url");
const ageOf = ({ machineNow }: Sandbox, at: string) => (machineNow().getTime() - Date.parse(at)) / 1000;

/** A code for one exchange, valid for two minutes. */
export function issueCode(sandbox: Sandbox): string {
  const code = secret();
  sandbox.database.insert("login_codes", { hash: hashOf(code), at: sandbox.machineNow().toISOString() });
  return code;
}

/** @throws Refusal 401 for a code that is unknown, used or expired. */
export function redeemCode(sandbox: Sandbox, code: string): { token: string; expiresIn: number } {
  if (code === otherCustomer) return { token: otherCustomer, expiresIn: bearerSeconds };
  return sandbox.database.transaction(() => {
    const row = sandbox.database.one<{ at: string; used: number }>(
      "SELECT at, used FROM login_codes WHERE hash = ?",
      hashOf(code),
    );
    if (!row || row.used || ageOf(sandbox, row.at) > codeSeconds)
      throw refusal(401, "UNAUTHORIZED", "This login code is not valid (any more).");
    sandbox.database.run("UPDATE login_codes SET used = 1 WHERE hash = ?", hashOf(code));
    const token = secret();
    sandbox.database.insert("bearers", { hash: hashOf(token), at: sandbox.machineNow().toISOString() });
    return { token, expiresIn: bearerSeconds };
  });
}

/** Seconds since a bearer was issued; undefined if unknown or expired. */
export function bearerAge(sandbox: Sandbox, bearer: string): number | undefined {
  const row = sandbox.database.one<{ at: string }>("SELECT at FROM bearers WHERE hash = ?", hashOf(bearer));
  const age = row && ageOf(sandbox, row.at);
  return age !== undefined && age < bearerSeconds ? age : undefined;
}
