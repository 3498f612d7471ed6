import { useServerRender } from "#app/ui/server-render.ts";
import { useShell } from "./use-shell.ts";

/**
 * Copies or shares the text of the element before it, on pages with and without React: a script of its own, of a few bytes. Only
 * where scripts run; elsewhere one press marks the text.
 */
export function CopyButton({ label, done, share }: { label: string; done: string; share?: string }) {
  const { nonce, copier } = useServerRender();
  if (!useShell().scripts) return null;
  return (
    <>
      <button type="button" className="button quiet copy" data-done={done} suppressHydrationWarning>
        {label}
      </button>{" "}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script fills it */}
      <span role="status" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
      {share && (
        <button type="button" className="button quiet copy" hidden suppressHydrationWarning>
          {share}
        </button>
      )}
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script
        dangerouslySetInnerHTML={{ __html: copier }}
      />
    </>
  );
}
