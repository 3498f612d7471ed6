import type { DataLayerEvent } from "./catalogue.ts";
import starterUrl from "./third-parties.js?url";
import type { ThirdParties } from "./third-parties.server.ts";

/**
 * Starts the consent tool after first paint and opens it for "Cookie-Einstellungen". When consent is given or withdrawn
 * it replaces the data layer: earlier events are dropped, not replayed, and a running tag manager gets nothing after
 * withdrawal. The consent tool itself starts the gated scripts.
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

/** Scripts for the end of the body: events at once, third parties after consent. */
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
