import type { DataLayerEvent } from "./catalogue.ts";
import starterUrl from "./third-parties.js?url";
import type { ThirdParties } from "./third-parties.server.ts";

/**
 * What starts the consent tool after the first paint and answers "Cookie-Einstellungen". It also gives the page a new
 * data layer when consent is given or withdrawn: what was pushed before consent is dropped, not replayed, and a tag
 * manager that runs gets nothing after the withdrawal. The gated scripts are started by the consent tool itself.
 */
const starter = starterUrl;

const inAttribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
const inScript = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

interface DocumentTracking {
  nonce: string;
  /** Name of the brand's data layer. */
  layer: string | undefined;
  events: DataLayerEvent[];
  thirdParties: ThirdParties | undefined;
  /** Shows the data layer on the page, an aid of the sandbox. */
  inspector?: boolean;
}

/** The scripts at the end of a page's body: its events, which wait for nothing, and the third parties, which do. */
export function documentScripts({ nonce, layer, events, thirdParties, inspector }: DocumentTracking): string {
  const scripts: string[] = [];
  if (layer && events.length > 0) {
    const name = inScript(layer);
    const pushes = events.map(inScript).join();
    scripts.push(`<script nonce="${nonce}">(window[${name}]=window[${name}]||[]).push(${pushes})</script>`);
  }
  if (thirdParties) {
    const { src, settingsId } = thirdParties.consentManager;
    const data = { layer, loader: src, settings: settingsId };
    const attributes = Object.entries(data).flatMap(([key, value]) =>
      value ? [` data-${key}="${inAttribute(value)}"`] : [],
    );
    scripts.push(`<script async nonce="${nonce}" src="${starter}"${attributes.join("")}></script>`);
    for (const { service, src } of thirdParties.gated)
      scripts.push(
        `<script async nonce="${nonce}" type="text/plain" data-usercentrics="${service}" src="${inAttribute(src)}"></script>`,
      );
  }
  if (layer && inspector)
    scripts.push(
      `<script defer nonce="${nonce}" src="/sandbox/thirdparty/inspector" data-layer="${inAttribute(layer)}"></script>`,
    );
  return scripts.join("");
}
