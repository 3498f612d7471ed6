import { pino } from "pino";
import { config } from "./config.server.ts";

/** The process' log: JSON lines without tokens, paths or personal data. */
export const logger = pino({ level: config().logLevel, base: undefined });
