import { isRecord } from "#app/domain/is-record.ts";
import type { StatePage } from "./state-page.tsx";

export function isStatePage(data: unknown): data is StatePage {
  return isRecord(data) && data.kind === "state-page";
}
