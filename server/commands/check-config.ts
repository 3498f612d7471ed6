import { resolve } from "node:path";
import { config } from "#app/platform/config.server.ts";
import { loadBuild } from "#server/build.ts";

// `npm run check-config`: reports everything that can be known about the settings before customers come. It starts no
// portal and changes nothing. Exit code 1 if something that customers need would not work or would not be secure.
try {
  const build = await loadBuild(resolve(import.meta.dirname, "../..", config().buildDirectory));
  const { health, advice } = build.entry.module;
  await health.checkStart();
  const all = [...advice.settings(), ...(await advice.stores()), ...(await advice.others())];
  for (const { level, setting, message } of all) console.log(`${level.padEnd(8)}${setting} ${message}`);
  const errors = all.filter(({ level }) => level === "error").length;
  console.log(`${errors} errors, ${all.length - errors} warnings.`);
  process.exit(errors > 0 ? 1 : 0);
} catch (error) {
  // Settings that the portal rejects too: the operator needs the message, not the stack.
  console.error((error as Error).message);
  process.exit(1);
}
