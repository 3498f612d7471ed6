import { useRouteLoaderData } from "react-router";
import type { ServerShellFacts, ShellFacts } from "./shell-facts.server.ts";

/** The frame of the page. The server renders each page with it, whether the root's loader ran or not. */
export function useShell(): ShellFacts {
  const facts = useRouteLoaderData<ShellFacts>("root");
  if (!facts) throw new Error("The page has no frame.");
  return facts;
}

/** With what no browser needs to know: for server content, and pages without scripts. */
export function useServerShell(): ServerShellFacts {
  const facts = useRouteLoaderData<ServerShellFacts>("root");
  if (!facts) throw new Error("The page has no frame.");
  return facts;
}
