import type { RequestHandler } from "express";
import { defaultLocale, isLocale, type Locale } from "#app/i18n/locale.ts";
import { hashSource } from "#app/rendering/own-scripts.server.ts";
import { texts } from "./texts.ts";

const script = `addEventListener("online",()=>location.reload());setInterval(()=>fetch("/robots.txt",{method:"HEAD"}).then(()=>location.reload(),()=>{}),15e3)`;
const style =
  ":root{color-scheme:light dark}body{font:1.0625rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}a{color:inherit}h1{font-size:1.75rem;line-height:1.2}";
const headers = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": `default-src 'none'; connect-src 'self'; script-src ${hashSource(script)}; style-src ${hashSource(style)}`,
};

function offlinePage(language: Locale): string {
  const { form, unexpected } = texts[language].common;
  const { title, text } = form.offline;
  return `<!DOCTYPE html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style><main data-page="offline"><h1>${title}</h1><p>${text}</p><p><a href="">${unexpected.again}</a></p></main><script>${script}</script></html>`;
}

/** Caches nothing: pages come from the network; without one, the page embedded in the worker is shown. */
const worker = (language: Locale) => `addEventListener("install",()=>skipWaiting());
addEventListener("activate",e=>e.waitUntil(registration.navigationPreload?.enable()));
const page=${JSON.stringify(offlinePage(language))},init=${JSON.stringify({ status: 503, headers })};
addEventListener("fetch",e=>{const{request:r}=e;if(r.mode=="navigate"&&r.method=="GET")e.respondWith((async()=>{try{return await e.preloadResponse||await fetch(r)}catch{return new Response(page,init)}})())});
`;

/** Browsers request a worker's script again with each page: when switched off, it unregisters itself. */
const farewell = `addEventListener("install",()=>skipWaiting());
addEventListener("activate",e=>e.waitUntil(registration.unregister()));
`;

/** `/offline.js?lang=…`: the service worker that responds when the network does not (decision 0033). */
export function offlineWorker(isOn: boolean): RequestHandler {
  return ({ query }, response) => {
    const language = isLocale(query.lang) ? query.lang : defaultLocale;
    response
      .set("Cache-Control", "no-store")
      .type("js")
      .send(isOn ? worker(language) : farewell);
  };
}
