import { act } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { ServerContent } from "#app/ui/server-content.tsx";

const content = '<p>Hotline <a href="tel:+493023125102">030 23125 102</a></p>';

test("the server's content stays, also when the page around it becomes another one", async () => {
  const page = document.createElement("div");
  document.body.append(page);
  page.innerHTML = `<main><footer class="footer">${content}</footer></main>`;
  const footer = (
    <ServerContent as="footer" className="footer">
      {import.meta.env.SSR && <p>Not in the browser</p>}
    </ServerContent>
  );
  const problems: unknown[] = [];
  const root = await act(() =>
    hydrateRoot(page, <main>{footer}</main>, { onRecoverableError: (error) => problems.push(error) }),
  );
  const [before] = page.getElementsByTagName("p");
  expect(before).toBeDefined();
  await act(() => root.render(<main data-again="">{footer}</main>));
  expect(page.getElementsByTagName("p")[0]).toBe(before);
  await act(() => root.render(<section>{footer}</section>));
  expect(page.innerHTML).toBe(`<section><footer class="footer">${content}</footer></section>`);
  expect(problems).toEqual([]);
  root.unmount();
});
