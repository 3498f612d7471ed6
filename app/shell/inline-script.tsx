import { type ServerRender, useServerRender } from "#app/ui/server-render.ts";
import { useShell } from "./use-shell.ts";

/** A script of our own, of a few bytes, that pages with and without React run at once; none where no script is to run. */
export function InlineScript({ name }: { name: keyof ServerRender["inlineScripts"] }) {
  const { nonce, inlineScripts } = useServerRender();
  if (!useShell().scripts) return null;
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script
      dangerouslySetInnerHTML={{ __html: inlineScripts[name] }}
    />
  );
}
