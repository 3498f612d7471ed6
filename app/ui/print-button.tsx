import { Button } from "./button.tsx";
import { useHydrated } from "./hydrated.ts";

/** Without JavaScript, customers use the browser's own menu. */
export const PrintButton = ({ label }: { label: string }) =>
  useHydrated() && (
    <Button type="button" kind="quiet" onClick={() => window.print()}>
      {label}
    </Button>
  );
