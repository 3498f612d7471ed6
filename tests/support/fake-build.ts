import { createContext, type RouterContextProvider } from "react-router";
import { prefixOf } from "#app/i18n/locale.ts";
import type { PortalBuild } from "#server/build.ts";

/** What the fake portal's pages did, and the answers it gives its host. */
export interface FakePortal {
  posts: string[];
  /** The cookies of the posts. */
  cookies: (string | null)[];
  /** What is wrong with the store of sessions. */
  sessions: () => Promise<string | undefined>;
  dependencies: () => Promise<Record<string, string | undefined>>;
  /** Whether a declaration would be stored at once. */
  canStore: boolean;
  /** Whether a session holds what an address names. */
  holdsToken: (url: URL, headers: Record<string, string>) => boolean;
  /** The Redis that several portals share. */
  sharedRedis?: ReturnType<PortalBuild["entry"]["module"]["sharedRedis"]>;
  closed: number;
  /** Held answers of /wait; call to release. */
  release: (() => void)[];
  waiting?: () => void;
}

const traceId = createContext<string>();
const toErrorPage = { status: 302, headers: { Location: "/angebot/fehler" } };
const longText = "Ein langer Text. ".repeat(200);

/** A build with a few resource routes, as much as the host needs of an app. */
export function fakeBuild(portal: FakePortal): PortalBuild {
  const modules = {
    page: {
      loader: ({ context, request }: { context: RouterContextProvider; request: Request }) => {
        context.set(traceId, "trace-1");
        if (request.url.includes("unknown"))
          return new Response(null, request.url.includes("?") ? toErrorPage : { status: 404 });
        return new Response(`${longText}\nurl ${request.url}`, { headers: { "Content-Type": "text/html" } });
      },
      action: async ({ request }: { request: Request }) => {
        portal.cookies.push(request.headers.get("Cookie"));
        const form = await request.formData();
        portal.posts.push([...form].map(([name, value]) => `${name}=${String(value).length}`).join());
        return new Response("posted");
      },
    },
    wait: {
      loader: async () => {
        await new Promise<void>((resolve) => {
          portal.release.push(resolve);
          portal.waiting?.();
        });
        return new Response("at last");
      },
    },
    broken: {
      loader: () => {
        throw new Error("broken on purpose");
      },
    },
  };
  const paths = { page: ":a?/:b?/:c?", wait: "wait", broken: "broken" };
  const routes = Object.fromEntries(
    Object.entries(modules).map(([id, module]) => [
      id,
      { id, path: paths[id as keyof typeof paths], module },
    ]),
  );
  return {
    entry: {
      module: {
        default: () => new Response("rendered"),
        handleError() {},
        visitorFacts: (url: URL, headers: Record<string, string>) => ({
          brand: "o2",
          name: "o2",
          contact: { email: "service@brand.example", address: ["Musterstraße 1", "12345 Musterstadt"] },
          hotline: { number: "030 23125 102", hours: "08:00–20:00", href: "tel:+493023125102" },
          links: { imprint: "https://brand.example/imprint?a&b", privacy: "https://brand.example/privacy" },
          locale: prefixOf(url.pathname) ?? (headers["accept-language"] === "tr" ? "tr" : "de"),
        }),
        requestFacts(context: RouterContextProvider) {
          try {
            return { pattern: "/:a", traceId: context.get(traceId), brand: "o2", locale: "de" };
          } catch {
            return {};
          }
        },
        health: {
          checkStart: async () => {},
          stores: async () => ({ sessions: await portal.sessions() }),
          dependencies: () => portal.dependencies(),
          declarations: async () => ({ waiting: 2, refused: 0, oldestSeconds: 90 }),
        },
        cachedResponse: () => undefined,
        forbidNewSession() {},
        limitMails() {},
        canStoreDeclarations: () => portal.canStore,
        addedToSessions: () => ({ sessions: 0, bytes: 0, isRefused: false }),
        awayBrand: () => undefined,
        holdsToken: async (url: URL, headers: Record<string, string>) => portal.holdsToken(url, headers),
        sharedRedis: () => portal.sharedRedis,
        start() {},
        async close() {
          portal.closed++;
        },
      },
    },
    routes,
    assets: { entry: { module: "", imports: [] }, routes: {}, url: "", version: "1" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
  } as unknown as PortalBuild;
}
