import { lateStyles } from "#app/ui/late-styles.ts";

/** For what takes a page's place in the browser: its styles may have none of these. The server knows what a page shows. */
export const LateStyles = () =>
  import.meta.env.SSR ? null : (
    <style href="states" precedence="states">
      {lateStyles}
    </style>
  );
