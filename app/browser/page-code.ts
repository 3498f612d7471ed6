import { withoutPrefix } from "#app/i18n/locale.ts";
import { pageAt } from "#app/pages.ts";

interface ManifestRoute {
  parentId?: string;
  module: string;
}

/** What React Router knows of the build's routes, and what it has loaded of them (decision 0024). */
declare global {
  interface Window {
    __reactRouterManifest?: { routes: Record<string, ManifestRoute> };
    __reactRouterRouteModules?: Record<string, unknown>;
  }
}

/** The code of a page that is not here yet: its own module and those of the layouts around it, by route. */
function missing(pathname: string): [id: string, file: string][] {
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: here = {} } = window;
  const found: [string, string][] = [];
  let id: string | undefined = pageAt(withoutPrefix(pathname))?.name;
  while (id) {
    const route: ManifestRoute | undefined = manifest?.routes[id];
    if (route && !(id in here)) found.push([id, route.module]);
    id = route?.parentId;
  }
  return found;
}

export const hasCode = (pathname: string): boolean => missing(pathname).length === 0;

/**
 * Loads a page's code for the router, which itself would reload the current page where that fails and so empty a form that
 * was being sent.
 * @returns whether it is here now
 */
export async function loadCode(pathname: string): Promise<boolean> {
  const { __reactRouterRouteModules: here = {} } = window;
  try {
    await Promise.all(
      missing(pathname).map(async ([id, file]) => {
        here[id] = await import(/* @vite-ignore */ file);
      }),
    );
    return true;
  } catch {
    return false;
  }
}
