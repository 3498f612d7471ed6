import { type ReactNode, useState } from "react";

interface ServerContentProps {
  as: "details" | "div" | "footer" | "span";
  /** Tells it from the others on the page; may be several classes. */
  className: string;
  children: ReactNode | false;
}

/**
 * An element whose content only the server renders: neither its data nor its code is sent to browsers, which keep the HTML
 * that they have, also when the page around it becomes another one.
 * @param children `import.meta.env.SSR && …`, so that the bundler leaves the rest out of the browser's files
 */
export function ServerContent({ as: Element, className, children }: ServerContentProps) {
  const [html] = useState(() =>
    children === false
      ? (document.querySelector(`${Element}.${className.replaceAll(" ", ".")}`)?.innerHTML ?? "")
      : "",
  );
  if (children !== false) return <Element className={className}>{children}</Element>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: this page's own HTML
  return <Element className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
