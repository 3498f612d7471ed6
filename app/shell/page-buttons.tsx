import { Button } from "#app/ui/button.tsx";
import { useServerRender } from "#app/ui/server-render.ts";
import { useShell } from "./use-shell.ts";

interface PageButtonsProps {
  /** Labels of the buttons that there are. */
  print: string;
  share?: string;
  copy?: { label: string; done: string };
}

/**
 * What browsers can do with a page and its address, on pages with and without React: a script of its own, of a few bytes, shows the
 * buttons for what they can. Without scripts, customers use the browser's own menu.
 */
export function PageButtons({ print, share, copy }: PageButtonsProps) {
  const { nonce, pageButtons } = useServerRender();
  if (!useShell().scripts) return null;
  return (
    <>
      <Button type="button" kind="quiet" data-act="print" hidden suppressHydrationWarning>
        {print}
      </Button>
      {share && (
        <Button type="button" kind="quiet" data-act="share" hidden suppressHydrationWarning>
          {share}
        </Button>
      )}
      {copy && (
        <Button
          type="button"
          kind="quiet"
          data-act="copy"
          data-done={copy.done}
          hidden
          suppressHydrationWarning
        >
          {copy.label}
        </Button>
      )}
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script
        dangerouslySetInnerHTML={{ __html: pageButtons }}
      />
    </>
  );
}
