import { createContext, useContext } from "react";
import { useRouteLoaderData } from "react-router";
import type { ShellFacts } from "./shell-facts.server.ts";

interface ServerRender {
  css: string;
  /** SVG of the wordmark. */
  logo: string;
  nonce: string;
  /** The page stays as it is: no scripts. */
  still: boolean;
}
/** Exists while the server renders. In the browser styles and logo are in the page already and the nonce reads as empty. */
export const ServerRenderContext = createContext<ServerRender>({
  css: "",
  logo: "",
  nonce: "",
  still: false,
});
export const useServerRender = () => useContext(ServerRenderContext);

/** The frame's facts where the root loader did not run: an error before it, an unknown path. */
export const ServerShell = createContext<ShellFacts | undefined>(undefined);

export function useShell(): ShellFacts {
  const loaded = useRouteLoaderData("root") as ShellFacts | undefined;
  const onServer = useContext(ServerShell);
  const facts = loaded ?? onServer;
  if (!facts) throw new Error("The page has no frame.");
  return facts;
}
