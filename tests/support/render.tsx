import { cleanup, configure, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createContext, type ReactNode, useContext } from "react";
import { createRoutesStub } from "react-router";
import { afterEach } from "vitest";
import { resolveBrand } from "#app/brand/registry.server.ts";
import { sectionTexts } from "#app/i18n/i18next.server.ts";
import { shellFacts } from "#app/shell/shell-facts.server.ts";
import { ServerRenderContext, useServerRender } from "#app/ui/server-render.ts";
import { patienceMs } from "./patience.ts";

const { brand } = resolveBrand({});

configure({ asyncUtilTimeout: patienceMs });
afterEach(cleanup);

type Route = Parameters<typeof createRoutesStub>[0][number];

const Part = createContext<ReactNode>(undefined);
const Page = () => <div data-testid="page">{useContext(Part)}</div>;

const shell = shellFacts(
  { brand, locale: "de" },
  new Request("http://localhost/"),
  new URL("http://localhost/"),
);

/** Renders a part on a page, with German texts, and a user to interact with it. */
export async function show(part: ReactNode, route: Omit<Route, "children" | "index"> = {}) {
  const children = [{ id: "page", path: "/", Component: Page, ...route }];
  const Stub = createRoutesStub([{ id: "root", loader: () => shell, children }]);
  const InGerman = () => (
    <ServerRenderContext
      value={{ ...useServerRender(), texts: (section) => sectionTexts(section, "de", brand) }}
    >
      <Part value={part}>
        <Stub />
      </Part>
    </ServerRenderContext>
  );
  const shown = render(<InGerman />);
  await shown.findByTestId("page");
  return { ...shown, user: userEvent.setup() };
}
