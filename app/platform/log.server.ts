import { type DestinationStream, pino } from "pino";
import { config } from "./config.server.ts";
import { codeOf } from "./error-facts.ts";
import { redactCredentials } from "./redact-credentials.ts";

/**
 * What is logged of an error: its kind and where it occurred. Not what libraries attach to it, such as an address
 * that could not be parsed, or a command with its values.
 */
function errorFacts(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, stack } = error;
  return { type: name, code: codeOf(error), stack: stack && redactCredentials(stack) };
}

/** JSON lines without tokens, paths or personal data. */
export const createLogger = (level: string, to?: DestinationStream) =>
  pino({ level, base: undefined, serializers: { err: errorFacts } }, to ?? pino.destination());

export const logger = createLogger(config().logLevel);
