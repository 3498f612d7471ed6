import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { idvMethodKinds } from "#app/backend/contract/identity.ts";
import { knownPaymentMethod } from "#app/backend/contract/offer.ts";
import { brands } from "#app/brand/registry.server.ts";
import { config } from "#app/platform/config.server.ts";
import {
  type Announcement,
  announcement,
  type Closing,
  closableJourneys,
  closing,
  isOver,
  readSwitches,
  type Switches,
} from "./switches.server.ts";

const usage = `npm run switches -- show                                   what is closed and announced, and all names
npm run switches -- close offer|identity|customer [--brand BRAND] [--until TIME] --text-de TEXT [--text-en TEXT] [--text-tr TEXT]
npm run switches -- close site BRAND [--until TIME] --text-de TEXT [--text-en TEXT] [--text-tr TEXT]
npm run switches -- close payment|identification NAME [--brand BRAND] [--until TIME]
npm run switches -- open WHAT [NAME] [--brand BRAND]       as it was closed
npm run switches -- announce [offer] [identity] [customer] [--brand BRAND] --from TIME --until TIME
npm run switches -- retract [offer] [identity] [customer] [--brand BRAND]       as it was announced
TIME is a time with an offset, such as 2026-12-01T06:00+01:00.`;

const string = { type: "string" } as const;
const options = {
  brand: string,
  from: string,
  until: string,
  "text-de": string,
  "text-en": string,
  "text-tr": string,
} as const;

/** What a closing closes, in the command's words. */
const target = (one: Closing): string[] => {
  const [what = "", name = ""] = Object.entries(one)[0] ?? [];
  return what === "journey" ? [`${name}`] : [what, `${name}`];
};
const isSameTarget = (a: Closing, b: Closing) => target(a).join(" ") === target(b).join(" ");
const brandOf = (one: Closing) => ("brand" in one ? one.brand : undefined);
const named = (one: Closing) => [...target(one), ...(brandOf(one) ? ["of", brandOf(one)] : [])].join(" ");

/** What an announcement is retracted by. */
const audience = ({ journeys, brand }: Pick<Announcement, "journeys" | "brand">) =>
  [...(journeys ?? ["everything"]), ...(brand ? ["of", brand] : [])].join(" ");

type Given = ReturnType<typeof parseArguments>;
const parseArguments = (args: string[]) => parseArgs({ args, options, allowPositionals: true });

/** @throws Error with what is wrong, for an operator */
function readAnnouncement(
  task: "announce" | "retract",
  names: string[],
  { brand, ...others }: Given["values"],
) {
  const [wrong] = Object.keys(others).filter((name) => task === "retract" || name.startsWith("text"));
  if (wrong !== undefined) throw new Error(`${task} does not take --${wrong}`);
  // In one order, so that the order of the words does not matter.
  const known: string[] = closableJourneys.filter((one) => names.includes(one));
  const journeys = [...known, ...names.filter((name) => !known.includes(name))];
  // What is retracted needs no times, but its names are checked in the same way.
  const times = task === "announce" ? others : { from: "2000-01-01T00:00Z", until: "2000-01-01T00:01Z" };
  const parsed = announcement.safeParse({
    ...(journeys.length > 0 && { journeys }),
    ...(brand !== undefined && { brand }),
    ...times,
  });
  if (parsed.success) return { task, announcement: parsed.data } as const;
  const lines = parsed.error.issues.map(({ path: [field, index], message }) =>
    field === "journeys" ? `${journeys[Number(index)]} ${message}` : `--${String(field)} ${message}`,
  );
  throw new Error(lines.join("\n"));
}

/** @throws Error with what is wrong, for an operator */
function readArguments(args: string[]) {
  const { values, positionals } = parseArguments(args);
  const [task = "show", what, ...names] = positionals;
  if (task === "show" && what === undefined) return { task } as const;
  if (task === "announce" || task === "retract") return readAnnouncement(task, positionals.slice(1), values);
  if (task !== "close" && task !== "open")
    throw new Error("Say whether to show, close, open, announce or retract.");
  if (what === undefined) throw new Error(`Say what to ${task}.`);
  const hasName = ["site", "payment", "identification"].includes(what);
  if (hasName && names.length !== 1) throw new Error(`Say which ${what}, one at a time.`);
  if (!hasName && names.length > 0) throw new Error(`${names.join(" ")} is too much.`);
  const { brand, from, until, "text-de": de, "text-en": en, "text-tr": tr } = values;
  const texts = Object.fromEntries(Object.entries({ de, en, tr }).filter(([, text]) => text !== undefined));
  // What opens needs no text, but its names are checked in the same way.
  const text = task === "open" && what !== "payment" && what !== "identification" ? { de: "-" } : texts;
  if (from !== undefined) throw new Error("--from goes with announce only.");
  if (task === "open" && (until !== undefined || Object.keys(texts).length > 0))
    throw new Error("Only --brand goes with open.");
  const isMethod = what === "payment" || what === "identification";
  const parsed = closing.safeParse({
    ...(hasName ? { [what]: names[0] } : { journey: what }),
    ...(brand !== undefined && { brand }),
    ...(until !== undefined && { until }),
    ...((!isMethod || Object.keys(text).length > 0) && { text }),
  });
  if (!parsed.success)
    throw new Error(
      parsed.error.issues
        .map(({ path: [field, ...more], message }) => {
          if (field === undefined) return `${what} ${message}`;
          if (field === what) return `${names[0]} ${message}`;
          return field === "journey"
            ? `${what} ${message}, site, payment, identification`
            : `--${[field, ...more].join("-")} ${message}`;
        })
        .join("\n"),
    );
  return { task, one: parsed.data } as const;
}

/** In full or not at all: portals read the file while it is replaced, and the machine may stop. */
function write(path: string, { closed, announced }: Switches): void {
  const isThere = existsSync(path);
  // A link stays one.
  const file = isThere ? realpathSync(path) : path;
  const temporary = `${file}.${process.pid}`;
  try {
    // Portals of before announcements refuse the word.
    const content = { closed, ...(announced.length > 0 && { announced }) };
    writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, { flag: "wx", flush: true });
    // Portals may run as another user.
    chmodSync(temporary, isThere ? statSync(file).mode : 0o644);
    renameSync(temporary, file);
    const folder = openSync(dirname(file), "r");
    fsyncSync(folder);
    closeSync(folder);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new Error(
      `SWITCHES_PATH cannot be written: ${(error as Error).message}. Where it is mounted read-only, such as a ConfigMap, change what is mounted (docs/operations.md).`,
    );
  }
}

function show({ closed, announced }: Switches): string {
  const rows = closed.map((one) => [
    target(one).join(" "),
    "site" in one ? "" : (brandOf(one) ?? "all"),
    one.until ?? "-",
    isOver(one) ? "open: its time is over" : "closed",
    "text" in one ? (one.text.de ?? "") : "",
  ]);
  const head = ["what", "brand", "until", "state", "text"];
  const announcements = announced.map((one) => [
    one.journeys?.join(" ") ?? "everything",
    one.brand ?? "all",
    one.from,
    one.until,
    isOver(one) ? "not shown: its time is over" : "shown",
  ]);
  const tabbed = (rows: string[][]) => rows.map((row) => row.join("\t"));
  return [
    ...(rows.length > 0 ? tabbed([head, ...rows]) : ["Nothing is closed."]),
    ...(announced.length > 0
      ? ["", ...tabbed([["announced for", "brand", "from", "until", "state"], ...announcements])]
      : []),
    "",
    "What can be closed:",
    `journeys         ${closableJourneys.join(", ")}`,
    `site             ${[...brands().keys()].join(", ")}`,
    `payment          ${knownPaymentMethod.options.join(", ")}`,
    `identification   ${idvMethodKinds.join(", ")}, or the id of one of the provider's methods`,
  ].join("\n");
}

/** @throws Error that says where it is closed */
function open(closed: Closing[], one: Closing): Closing[] {
  const same = closed.filter((other) => isSameTarget(one, other));
  const left = closed.filter((other) => !same.includes(other) || brandOf(other) !== brandOf(one));
  if (left.length < closed.length) return left;
  const where = same.map((other) =>
    brandOf(other) ? `--brand ${brandOf(other)}` : "all brands (no --brand)",
  );
  throw new Error(
    where.length > 0
      ? `${named(one)} is not closed as such. It is closed for ${where.join(", ")}.`
      : `${named(one)} is not closed.`,
  );
}

/** Another announcement with the same start replaces it. @throws Error that says what is announced */
function changed(
  announced: Announcement[],
  { task, announcement: one }: ReturnType<typeof readAnnouncement>,
): Announcement[] {
  const isSame = (other: Announcement) => audience(other) === audience(one);
  if (task === "announce")
    return [...announced.filter((other) => !isSame(other) || other.from !== one.from), one];
  const left = announced.filter((other) => !isSame(other));
  if (left.length < announced.length) return left;
  const where = announced.map(audience).join(", ");
  throw new Error(
    `Nothing is announced for ${audience(one)} as such.${where && ` There are announcements for ${where}.`}`,
  );
}

/**
 * `npm run switches`: shows or changes what operators have closed or announced.
 * @returns what to print
 * @throws Error with what is wrong, for an operator; nothing is changed then
 */
export function switchesCommand(args: string[], path = config().switchesPath, now = Date.now()): string {
  let given: ReturnType<typeof readArguments>;
  try {
    given = readArguments(args);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`);
  }
  if (path === undefined)
    throw new Error("SWITCHES_PATH is not set. Set it to the file that the portals read.");
  let switches: Switches;
  try {
    switches = existsSync(path) ? readSwitches(path) : { closed: [], announced: [] };
  } catch (error) {
    throw new Error(`SWITCHES_PATH cannot be read, correct it first: ${(error as Error).message}`);
  }
  if (given.task === "show") return show(switches);
  const { closed, announced } = switches;
  const refusePast = ({ until }: { until?: string | undefined }) => {
    if (isOver({ until }, now))
      throw new Error(`--until ${until} is in the past: it is ${new Date(now).toISOString()}.`);
  };
  if ("announcement" in given) {
    if (given.task === "announce") refusePast(given.announcement);
    write(path, { closed, announced: changed(announced, given) });
    const whom = audience(given.announcement);
    return given.task === "announce"
      ? `Announced for ${whom}, shown from now until ${given.announcement.until}. Nothing is closed by it.`
      : `Nothing is announced for ${whom} any more.`;
  }
  const { task, one } = given;
  if (task === "open") {
    write(path, { closed: open(closed, one), announced });
    return `${named(one)} is no longer closed.`;
  }
  refusePast(one);
  const others = closed.filter((other) => !isSameTarget(one, other) || brandOf(other) !== brandOf(one));
  write(path, { closed: [...others, one], announced });
  const isUnknown =
    "identification" in one && !idvMethodKinds.some((kind) => kind === one.identification)
      ? `\n${one.identification} is none of ${idvMethodKinds.join(", ")}: it counts if the provider has a method with this id.`
      : "";
  return `${named(one)} is closed ${one.until ? `until ${one.until}` : "until it is opened"}.${isUnknown}`;
}
