import { randomInt } from "node:crypto";
import { spokenCharacters } from "./spoken-characters.ts";

const length = 6;

/**
 * A failure in six characters to read out on the phone, like `K7D2MX`: drawn for each, so that it names one line of the log,
 * which has the trace id of the others. Two failures of a day get the same one once in thousands of days.
 */
export const newErrorNumber = (): string =>
  Array.from({ length }, () => spokenCharacters[randomInt(spokenCharacters.length)]).join("");
