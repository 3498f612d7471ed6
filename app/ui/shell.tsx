import type { ComponentProps, ReactNode } from "react";
import { Anchor } from "./anchor.tsx";
import { Kept } from "./kept.tsx";
import { LanguageSwitcher } from "./language-switcher.tsx";
import { PhoneLink } from "./phone-link.tsx";

interface FooterLink {
  label: ReactNode;
  href: string;
  reload?: boolean;
  /** Language of the page behind it, where it differs. */
  hrefLang?: string;
}

interface ShellProps {
  /** The wordmark's SVG. Empty in the browser, which keeps the server's. */
  logo: string;
  home: { href: string; label: string };
  skipLabel: string;
  /** Above everything, e.g. the sandbox's ribbon. */
  ribbon?: ReactNode;
  languages?: ComponentProps<typeof LanguageSwitcher>;
  footer: {
    /** Accessible name of the footer's links. */
    label: string;
    /** Required on every page: termination, withdrawal. */
    main: FooterLink[];
    /** Imprint, privacy, terms and the like. */
    more: FooterLink[];
    hotline?: { label: ReactNode; number: string; note?: ReactNode };
  };
  /** The page's `<main id="main">`. */
  children: ReactNode;
}

/** Id that the page's `<main>` carries for the skip link. */
export const mainId = "main";

function Links({ links }: { links: FooterLink[] }) {
  return (
    <ul>
      {links.map(({ label, ...link }) => (
        <li key={link.href}>
          <Anchor {...link}>{label}</Anchor>
        </li>
      ))}
    </ul>
  );
}

export function Shell({ logo, home, skipLabel, ribbon, languages, footer, children }: ShellProps) {
  return (
    <>
      <header>
        <a className="skip" href={`#${mainId}`}>
          {skipLabel}
        </a>
        {ribbon && <p className="ribbon">{ribbon}</p>}
        <div className="header">
          <Kept part="home">
            <Anchor className="logo" href={home.href} aria-label={home.label}>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a brand's own file, checked at start */}
              <span dangerouslySetInnerHTML={{ __html: logo }} suppressHydrationWarning />
            </Anchor>
          </Kept>
          {languages && <LanguageSwitcher {...languages} />}
        </div>
      </header>
      {children}
      <Kept part="footer">
        <footer className="footer">
          {footer.hotline && (
            <p>
              {footer.hotline.label} <PhoneLink number={footer.hotline.number} />{" "}
              {footer.hotline.note && <small>{footer.hotline.note}</small>}
            </p>
          )}
          <nav aria-label={footer.label}>
            <Links links={footer.main} />
            <Links links={footer.more} />
          </nav>
        </footer>
      </Kept>
    </>
  );
}
