import { builtPortal, command } from "#server/operation/command.ts";

// `npm run switches`: shows what operators have closed, or checks a file of it. It uses the portal's build and settings.
const usage = `npm run switches -- show           what is closed and announced in SWITCHES_PATH, and all names
npm run switches -- check FILE     the same of a file that is to take its place, with what is wrong in it`;

await command(usage, async () => {
  // A file can be checked anywhere; what it may name is the same with any provider.
  if (!process.env.API_BASE_URL) process.env.SANDBOX ??= "embedded";
  const shown = (await builtPortal()).switchesCommand(process.argv.slice(2));
  if (shown === undefined) throw new Error(usage);
  console.log(shown);
});
// What the build began, such as reading brands again, need not go on.
process.exit(0);
