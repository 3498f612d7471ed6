import { useRouteLoaderData } from "react-router";
import type { ShellFacts } from "./shell-facts.server.ts";

/** The frame of the page. The server renders each page with it, whether the root's loader ran or not. */
export function useShell(): ShellFacts {
  const facts = useRouteLoaderData<ShellFacts>("root");
  if (!facts) throw new Error("The page has no frame.");
  return facts;
}
