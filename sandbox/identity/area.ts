import type { Area } from "../area.ts";
import { registerIdentityCalls } from "./calls.ts";
import { identityMigrations } from "./machine.ts";
import { registerIdentityPages } from "./provider.ts";

export const identity: Area = {
  migrations: identityMigrations,
  calls: registerIdentityCalls,
  pages: registerIdentityPages,
};
