import { useEffect, useState } from "react";

/** For anything that only works with JavaScript and must not be shown before it has loaded. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
