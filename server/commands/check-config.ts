import { builtPortal, command } from "#server/operation/command.ts";

// `npm run check-config`: reports everything that can be known about the settings before customers come. It starts no
// portal and changes nothing. Exit code 1 if something that customers need would not work or would not be secure.
const usage =
  "npm run check-config    says what of the settings would not work or would not be safe; starts nothing";

await command(usage, async () => {
  const { health, advice } = await builtPortal();
  await health.checkStart();
  const all = [
    ...advice.onSettings(),
    ...(await advice.onStores()),
    ...(await advice.onSecrets()),
    ...(await advice.onOthers()),
  ];
  for (const { level, setting, message } of all) console.log(`${level.padEnd(8)}${setting} ${message}`);
  const errors = all.filter(({ level }) => level === "error").length;
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;
  console.log(`${count(errors, "error")}, ${count(all.length - errors, "warning")}.`);
  process.exit(errors > 0 ? 1 : 0);
});
