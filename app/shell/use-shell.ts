import { useRouteLoaderData } from "react-router";
import type { ServerShellFacts, ShellFacts } from "./shell-facts.server.ts";

function useFrame<Facts extends ShellFacts>() {
  const facts = useRouteLoaderData<Facts>("root");
  if (!facts) throw new Error("The page has no frame.");
  return facts;
}

/** The frame of the page. The server renders each page with it, whether the root's loader ran or not. */
export const useShell = (): ShellFacts => useFrame<ShellFacts>();

/** With what no browser needs to know: for server content, and pages without scripts. */
export const useServerShell = (): ServerShellFacts => useFrame<ServerShellFacts>();
