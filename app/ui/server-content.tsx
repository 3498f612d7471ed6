import { type ReactNode, useState } from "react";
import { ServerRenderContext, useServerRender } from "./server-render.ts";

interface ServerContentProps {
  as: "details" | "div" | "footer" | "section" | "span";
  /** No other element of this kind on the page has it; may be several classes. */
  className: string;
  /** Id of its headline, which makes a section a named one. */
  labelledBy?: string;
  children: ReactNode | false;
}

/**
 * An element whose content only the server renders: neither its data nor its code is sent to browsers, which keep the HTML
 * that they have, also when the page around it becomes another one.
 * @param children `import.meta.env.SSR && …`, so that the bundler leaves the rest out of the browser's files
 */
export function ServerContent({ as: Element, className, labelledBy, children }: ServerContentProps) {
  const [html] = useState(() =>
    children === false
      ? (document.querySelector(`${Element}.${className.replaceAll(" ", ".")}`)?.innerHTML ?? "")
      : "",
  );
  const own = { className, "aria-labelledby": labelledBy };
  if (children !== false)
    return <Element {...own}>{import.meta.env.SSR ? <OwnTexts>{children}</OwnTexts> : children}</Element>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: this page's own HTML
  return <Element {...own} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** What is rendered here is not rendered again by the browser: its texts are not sent. */
function OwnTexts({ children }: { children: ReactNode }) {
  const server = useServerRender();
  return <ServerRenderContext value={{ ...server, texts: server.ownTexts }}>{children}</ServerRenderContext>;
}
