import { builtPortal, command } from "#server/operation/command.ts";

// `npm run switches`: shows what operators have closed, or checks a file of it. It uses the portal's build and settings.
await command(async () => console.log((await builtPortal()).switchesCommand(process.argv.slice(2))));
// What the build began, such as reading brands again, need not go on.
process.exit(0);
