import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { EntryContext } from "react-router";
import lateScripts from "./late-scripts.js?raw";

/**
 * What React Router's public API does not offer, in one place (decision 0003); tests/routes/scripts.test.ts and the
 * browser tests notice when a new version does it otherwise:
 * - A page is rendered to one string. The loader data for the browser would be handed over by a part that waits for
 *   a stream while React streams. Without its stream that part renders nothing, and the data is added here.
 * - Only the page's own routes are handed to the router, which builds its tree anew for every page.
 * - No script delays the first paint. They are on the page as text, with the files to load;
 *   `late-scripts.js` runs them after it, or with the first interaction.
 * @param routes renders the page's routes from what is left of the entry
 */
export async function renderDocument(
  entry: EntryContext,
  nonce: string,
  routes: (entry: EntryContext) => ReactNode,
): Promise<string> {
  const { serverHandoffStream: handoff, manifest, staticHandlerContext } = entry;
  const own = staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]]);
  const html = renderToString(
    routes({
      ...entry,
      manifest: { ...manifest, routes: Object.fromEntries(own) },
      serverHandoffStream: undefined,
    }),
  );
  if (!entry.renderMeta?.didRenderScripts || !handoff) {
    await handoff?.cancel();
    return html;
  }
  const files: string[] = [];
  const text = html.replace(preload, (_, file: string) => {
    files.push(file);
    return "";
  });
  const [before = "", late = ""] = text.split(moduleScript);
  const script = late.slice(0, late.indexOf("</script>"));
  // The script names most of them itself.
  const others = files.filter((file) => !script.includes(file));
  let handedOver = "";
  const decoder = new TextDecoder();
  for await (const chunk of handoff) handedOver += decoder.decode(chunk, { stream: true });
  const data = inScript(handedOver);
  const controller = "window.__reactRouterContext.streamController";
  return beforeEnd(
    `${before}type="text/plain" data-files="${others.join(" ")}">${late}`,
    `<script nonce="${nonce}">${controller}.enqueue(${data});${controller}.close();${starter}</script>`,
  );
}

const starter = lateScripts.replace(/\/\*.*?\*\/|\n\s*/g, "");
const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const moduleScript = 'type="module" async="">';

/** JSON as a string of a script. Unchanged, it is a tenth shorter than with every quote escaped twice. */
function inScript(json: string): string {
  const safe = json.replaceAll("<", "\\u003c");
  return /`|\$\{/.test(safe) ? JSON.stringify(safe) : `String.raw\`${safe}\``;
}

/** Puts scripts at the end of a document's body. */
export function beforeEnd(html: string, scripts: string): string {
  const end = html.lastIndexOf("</body>");
  return html.slice(0, end) + scripts + html.slice(end);
}
