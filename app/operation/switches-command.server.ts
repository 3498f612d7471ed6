import { idvMethodKinds } from "#app/backend/contract/identity.ts";
import { knownPaymentMethod } from "#app/backend/contract/offer.ts";
import { brands } from "#app/brand/registry.server.ts";
import { config } from "#app/platform/config.server.ts";
import { messageOf } from "#app/platform/error-facts.ts";
import { type Closing, closableJourneys, isOver, readSwitches, type Switches } from "./switches.server.ts";

/** What a closing closes: `payment paypal`. */
function target(one: Closing): string {
  const [what = "", name = ""] = Object.entries(one)[0] ?? [];
  return what === "journey" ? `${name}` : `${what} ${name}`;
}

function show({ closed, announced }: Switches): string {
  const rows = closed.map((one) => [
    target(one),
    "site" in one ? "" : (one.brand ?? "all"),
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

/**
 * `npm run switches`: what operators have closed or announced.
 * @returns what to print; undefined where it is called otherwise
 * @throws Error with what is wrong, for an operator
 */
export function switchesCommand(
  [task = "show", file, ...more]: string[],
  path = config().switchesPath,
): string | undefined {
  const isCheck = task === "check" && file !== undefined;
  if (more.length > 0 || !(isCheck || (task === "show" && file === undefined))) return undefined;
  const read = isCheck ? file : path;
  if (read === undefined)
    throw new Error("SWITCHES_PATH is not set. Set it to the file that the portals read.");
  const name = isCheck ? file : "SWITCHES_PATH";
  try {
    return show(readSwitches(read));
  } catch (error) {
    throw new Error(`${name} cannot be read: ${messageOf(error)}`);
  }
}
