import { useEffect, useState } from "react";

/** For what only works with JavaScript and must not be shown before. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
