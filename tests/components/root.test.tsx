import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRoutesStub, Link } from "react-router";
import { expect, test } from "vitest";
import App from "#app/root.tsx";
import "../support/render.tsx";

const Page = () => (
  <>
    <input aria-label="typed" />
    {["/a#there", "/a?b=1", "/b"].map((to) => (
      <Link key={to} to={to}>
        {to}
      </Link>
    ))}
  </>
);

test.each([
  ["/a#there", "Ayşe"],
  ["/a?b=1", ""],
  ["/b", ""],
])(
  "the root view is keyed by path and query, without the hash: at %s it holds %j",
  { tags: ["§2.33"] },
  async (to, typed) => {
    const Stub = createRoutesStub([{ Component: App, children: [{ path: "*", Component: Page }] }]);
    render(<Stub initialEntries={["/a"]} />);
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText("typed"), "Ayşe");
    await user.click(screen.getByRole("link", { name: to }));
    expect((await screen.findByLabelText<HTMLInputElement>("typed")).value).toBe(typed);
  },
);
