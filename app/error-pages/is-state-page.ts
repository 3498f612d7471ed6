import type { StatePage } from "./state-page.tsx";

export function isStatePage(data: unknown): data is StatePage {
  return typeof data === "object" && data !== null && (data as StatePage).kind === "state-page";
}
