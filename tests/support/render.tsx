import { cleanup, configure, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createContext, type ReactNode, useContext } from "react";
import { createRoutesStub } from "react-router";
import { afterEach } from "vitest";
import { resolveBrand } from "#app/brand/registry.server.ts";
import { sectionTexts } from "#app/i18n/i18next.server.ts";
import type { Section } from "#app/i18n/resources.ts";
import { ServerTexts } from "#app/i18n/texts.tsx";
import { ServerShell } from "#app/shell/shell-context.tsx";
import { shellFacts } from "#app/shell/shell-facts.server.ts";

const { brand } = resolveBrand({});

configure({ asyncUtilTimeout: 60_000 });
afterEach(cleanup);

type Route = Parameters<typeof createRoutesStub>[0][number];

const Part = createContext<ReactNode>(undefined);
const Page = () => <div data-testid="page">{useContext(Part)}</div>;

/** Renders a part on a page, with German texts, and a user to interact with it. */
export async function show(part: ReactNode, route: Omit<Route, "children" | "index"> = {}) {
  const Stub = createRoutesStub([{ id: "page", path: "/", Component: Page, ...route }]);
  const shown = render(
    <ServerTexts value={(section: Section) => sectionTexts(section, "de", brand)}>
      <ServerShell
        value={shellFacts(
          { brand, locale: "de" },
          new Request("http://localhost/"),
          new URL("http://localhost/"),
        )}
      >
        <Part value={part}>
          <Stub />
        </Part>
      </ServerShell>
    </ServerTexts>,
  );
  await shown.findByTestId("page");
  return { ...shown, user: userEvent.setup() };
}
