import { requireSandbox } from "./sandbox-only.server.ts";

/** Fails on purpose, to show the page of an unexpected error. */
export function loader() {
  requireSandbox();
  throw new Error("The gallery's unexpected error.");
}

export { default } from "../../app/shell/no-page.ts";
