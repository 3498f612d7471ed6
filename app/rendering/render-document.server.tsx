import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { EntryContext } from "react-router";
import { config } from "#app/operation/config.server.ts";
import { KeptMarkup } from "#app/ui/kept.tsx";
import { jsonInScript } from "./escaped-html.server.ts";
import { encoded } from "./handed-over.server.ts";
import lateScripts from "./late-scripts.js?raw";

interface Document {
  entry: EntryContext;
  nonce: string;
  /** Brand and language: what pages with the same frame have in common. */
  frame: string;
  /** More scripts for the end of the body. */
  scripts: string;
}

/** What is rendered once: by frame, by a page's routes. */
const kept = new LRUCache<string, string>({ max: 500 });
/** Around the number of what is kept, and behind it. Not to be guessed, so that nobody types it into a form. */
const mark = `\u0001${randomUUID()}`;

/**
 * What React Router's public API does not offer, in one place (decision 0003); tests/routes/scripts.test.ts and the
 * browser tests notice when a new version does it otherwise:
 * - A page is rendered to one string. The loader data for the browser would be handed over by a part that waits for
 *   a stream while React streams. Without its stream that part renders nothing, and the data is added here, encoded
 *   by ourselves and only where scripts read it.
 * - Only the page's own routes are handed to the router, which builds its tree anew for every page.
 * - No script delays the first paint. They are on the page as text, with the files to load;
 *   `late-scripts.js` runs them after it, or with the first interaction.
 * - What is `Kept` is rendered for the first page; the others get its markup in place of a mark.
 * @param routes renders the page's routes from what is left of the entry
 */
export function renderDocument(
  { entry, nonce, frame, scripts }: Document,
  routes: (entry: EntryContext) => ReactNode,
): string {
  const { manifest, staticHandlerContext } = entry;
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const own = Object.fromEntries(ids.map((id) => [id, manifest.routes[id]]));
  const scriptsKey = ids.join();
  const parts: { key: string; known: string | undefined }[] = [];
  const keep = (part: string, children: ReactNode) => {
    const key = part === "scripts" ? scriptsKey : `${frame} ${part}`;
    const known = import.meta.env.PROD ? kept.get(key) : undefined;
    const number = parts.push({ key, known }) - 1;
    if (known !== undefined) return mark + number + mark + mark;
    return (
      <>
        {mark + number + mark}
        {children}
        {mark}
      </>
    );
  };
  const html = renderToString(
    <KeptMarkup value={keep}>
      {routes({ ...entry, manifest: { ...manifest, routes: own }, serverHandoffStream: undefined })}
    </KeptMarkup>,
  );
  // Text, and for each part its number, what was rendered for it, and the text behind it.
  const pieces = html.split(mark);
  let enhanced = false;
  for (let at = 1; at < pieces.length; at += 3) {
    const [number, rendered = ""] = pieces.slice(at, at + 2);
    const { key = "", known } = parts[Number(number)] ?? {};
    const isScripts = key === scriptsKey;
    enhanced ||= isScripts;
    const markup = known ?? (isScripts ? late(pieces, rendered) : rendered).replaceAll(nonce, mark);
    if (known === undefined) kept.set(key, markup);
    pieces[at] = "";
    pieces[at + 1] = markup.replaceAll(mark, nonce);
  }
  let data = "";
  if (enhanced) {
    const { loaderData, actionData, errors } = staticHandlerContext;
    const json = encoded({ loaderData, actionData, errors });
    const controller = "window.__reactRouterContext.streamController";
    data = `<script nonce="${nonce}">${controller}.enqueue(${inScript(json)});${controller}.close();${starter}${config().offlinePage ? registration : ""}</script>`;
  }
  const end = pieces.pop() ?? "";
  const body = end.lastIndexOf("</body>");
  return `<!DOCTYPE html>${pieces.join("")}${end.slice(0, body)}${data}${scripts}${end.slice(body)}`;
}

/** React Router's scripts as text, with the files that its links in the page's head would load. */
function late(page: string[], scripts: string): string {
  const [before = "", text = ""] = scripts.split(moduleScript);
  const script = text.slice(0, text.indexOf("</script>"));
  const files: string[] = [];
  page[0] = (page[0] ?? "").replace(preload, (_, file: string) => {
    // The script names most of them itself.
    if (!script.includes(file)) files.push(file);
    return "";
  });
  return `${before}type="text/plain" data-files="${files.join(" ")}">${text}`;
}

/** The service worker of `server/pages/offline-worker.ts`; some browsers let nobody register one. */
const registration = `addEventListener("load",()=>navigator.serviceWorker?.register("/offline.js?lang="+document.documentElement.lang).catch(()=>{}))`;
const starter = lateScripts.replace(/\/\*.*?\*\/|\n\s*/g, "").replace(/ ?([={};,]+) /g, "$1");
const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const moduleScript = 'type="module" async="">';

/** JSON as a string of a script. Unchanged, it is a tenth shorter than with every quote escaped twice. */
function inScript(json: string): string {
  const safe = jsonInScript(json);
  return /`|\$\{/.test(safe) ? JSON.stringify(safe) : `String.raw\`${safe}\``;
}
