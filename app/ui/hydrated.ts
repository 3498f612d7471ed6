import { useEffect, useState } from "react";

/** True once JavaScript has taken over: what needs it is not shown before. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
