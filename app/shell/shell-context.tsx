import { createContext, type ReactNode, useContext } from "react";
import { useRouteLoaderData } from "react-router";
import type { ShellFacts } from "./shell-facts.server.ts";

interface ServerRender {
  css: string;
  /** SVG of the wordmark. */
  logo: string;
  /** For the browser's own UI. */
  themeColor: string | undefined;
  /** For search engines, on pages that they may find. */
  description: string | undefined;
  /** Whether this document has scripts; undefined if its page decides. */
  enhanced: boolean | undefined;
  /** The script that starts all others late. */
  starter: string;
  /** Marks the page's own inline scripts while it is rendered; no page is sent with it. */
  nonce: string | undefined;
  /** The tracking scripts at the document's end. */
  tracking: ReactNode;
}
/** Server only: in the browser, styles and logo are already in the page. */
export const ServerRenderContext = createContext<ServerRender>({
  css: "",
  logo: "",
  themeColor: undefined,
  description: undefined,
  enhanced: true,
  starter: "",
  nonce: undefined,
  tracking: undefined,
});
export const useServerRender = () => useContext(ServerRenderContext);

/** For pages without root loader data, such as an early error or an unknown path. */
export const ServerShell = createContext<ShellFacts | undefined>(undefined);

export function useShell(): ShellFacts {
  const loaded = useRouteLoaderData("root") as ShellFacts | undefined;
  const onServer = useContext(ServerShell);
  const facts = loaded ?? onServer;
  if (!facts) throw new Error("The page has no frame.");
  // Only after a failure, and on the server: then the page has no scripts, or its number is in the data of the failure.
  return { ...facts, traceId: onServer?.traceId };
}
