import { builtPortal, command } from "#server/operation/command.ts";

// `npm run check-brand -- FOLDER`: whether a portal would take a brand's folder, and what in it cannot be meant: contrast, misspelt
// tokens and texts, pictures. Exit code 1 if there is anything.
const [folder] = process.argv.slice(2);
const usage =
  "npm run check-brand -- FOLDER    checks one brand's folder, such as brands/o2, or o2 in BRANDS_DIR";

await command(usage, async () => {
  if (!folder || folder.startsWith("-")) throw new Error(usage);
  // It asks no provider, and needs no portal's settings.
  if (!process.env.API_BASE_URL) process.env.SANDBOX ??= "embedded";
  const found = (await builtPortal()).checkBrand(folder);
  for (const line of found) console.log(line);
  console.log(`${found.length} findings.`);
  process.exit(found.length > 0 ? 1 : 0);
});
