import { createContext, type ReactNode, useContext } from "react";

/** Server only: puts a mark where a part of the page is known already (app/rendering/render-document.server.tsx). */
export const KeptMarkup = createContext((_part: string, children: ReactNode): ReactNode => children);

interface KeptProps {
  part: "home" | "footer" | "short footer" | "scripts";
  children: ReactNode;
}

/**
 * What is the same on all pages of a brand and language, or all of one kind: the server renders it once. It may depend
 * on nothing but these, and never on the customer.
 */
export const Kept = ({ part, children }: KeptProps) => useContext(KeptMarkup)(part, children);
