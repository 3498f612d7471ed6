import type { ComponentProps, ReactNode } from "react";
import { Anchor } from "./anchor.tsx";
import { Kept } from "./kept.tsx";
import { LanguageSwitcher } from "./language-switcher.tsx";

interface ShellProps {
  /** The wordmark's SVG. Empty in the browser, which keeps the server's. */
  logo: string;
  home: { href: string; label: string };
  skipLabel: string;
  /** Above everything, e.g. the sandbox's ribbon. */
  ribbon?: ReactNode;
  languages?: ComponentProps<typeof LanguageSwitcher>;
  /** The page's `<main id="main">` and its footer. */
  children: ReactNode;
}

/** Id that the page's `<main>` carries for the skip link. */
export const mainId = "main";

export function Shell({ logo, home, skipLabel, ribbon, languages, children }: ShellProps) {
  return (
    <>
      <header>
        <a className="skip" href={`#${mainId}`}>
          {skipLabel}
        </a>
        {ribbon && <p className="ribbon">{ribbon}</p>}
        <div className="header">
          <Kept part="home">
            <Anchor className="logo" href={home.href}>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a brand's own file, checked at start */}
              <span dangerouslySetInnerHTML={{ __html: logo }} suppressHydrationWarning />
              <span className="visually-hidden">{home.label}</span>
            </Anchor>
          </Kept>
          {languages && <LanguageSwitcher {...languages} />}
        </div>
      </header>
      {children}
    </>
  );
}
