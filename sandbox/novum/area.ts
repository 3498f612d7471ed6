import { serviceCalls } from "../../app/backend/contract/services.ts";
import { aimedFaultOf, attemptMigrations, playAimed } from "../aimed-fault.ts";
import type { Area } from "../area.ts";
import { unknownRefusal } from "../problem.ts";

/** Maps an id of another system to an offer, always the same one. */
export const novum: Area = {
  migrations: [
    ...attemptMigrations,
    {
      name: "novum-1",
      sql: "CREATE TABLE novum_entries (id TEXT PRIMARY KEY, token TEXT NOT NULL, at TEXT NOT NULL)",
    },
  ],
  calls(api, sandbox) {
    const { database, now } = sandbox;
    const faultOf = (id: string) => aimedFaultOf(id.split("~")[0] ?? "", ["entry"]);
    api.read(
      serviceCalls.novumEntry,
      ({ query: { id } }) => {
        const [name, suffix] = id.split("~");
        const fault = faultOf(id);
        if (name !== "demo" && !fault) throw unknownRefusal("Novum entry");
        // Never the id itself: who mixes them up finds nothing.
        const token = suffix ? `demo~novum-${suffix}` : "demo~novum";
        database.insert("novum_entries", { id, token, at: now(token).toISOString() }, "IGNORE");
        const entry = database.one<{ token: string }>("SELECT token FROM novum_entries WHERE id = ?", id);
        return { offerToken: entry?.token ?? "" };
      },
      { before: ({ query: { id }, context }) => playAimed(sandbox, faultOf(id), "entry", id, context) },
    );
  },
};
