import type { ComponentProps } from "react";
import { useT } from "#app/i18n/texts.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { ServerContent } from "#app/ui/server-content.tsx";
import { useLinkTo } from "./use-link-to.ts";
import { useServerShell } from "./use-shell.ts";

interface PageFooterProps {
  /** The page itself shows whom to call: one number is enough. */
  hasHotline: boolean;
}

/** Where a page's link to help leads. */
export const hotlineId = "hotline";

export const PageFooter = (props: PageFooterProps) => (
  <ServerContent as="footer" className="footer">
    {import.meta.env.SSR && <Content {...props} />}
  </ServerContent>
);

function Content({ hasHotline }: PageFooterProps) {
  const t = useT("common", "shell");
  const linkTo = useLinkTo();
  const { hotline, isReachable, links, consentTool } = useServerShell().brand;
  return (
    <>
      {!hasHotline && (
        <p id={hotlineId}>
          {`${t("hotline")} `}
          <PhoneLink number={hotline.number} />{" "}
          {hotline.hours && (
            <small>
              {isReachable ? hotline.hours : t("again", { from: hotline.hours.replace(/–.*/, "") })}
            </small>
          )}
        </p>
      )}
      <nav aria-label={t("footer")}>
        {/* Required on every page. */}
        <Links
          links={[
            { children: t("terminate"), href: linkTo("termination") },
            { children: t("withdraw"), href: linkTo("withdrawal") },
          ]}
        />
        <Links
          links={[
            // The operator's legal pages exist in German only.
            { children: t("imprint"), href: links.imprint, hrefLang: "de" },
            { children: t("privacy"), href: links.privacy, hrefLang: "de" },
            // The consent tool intercepts this link if it runs.
            ...(consentTool
              ? [{ children: t("cookies"), href: `${links.privacy}#cookie-settings`, hrefLang: "de" }]
              : []),
            { children: t("terms"), href: links.terms, hrefLang: "de" },
            { children: t("accessibility"), href: linkTo("accessibility") },
            { children: t("endSession"), href: linkTo("session-end") },
          ]}
        />
      </nav>
    </>
  );
}

const Links = ({ links }: { links: ComponentProps<"a">[] }) => (
  <ul>
    {links.map((link) => (
      <li key={link.href}>
        <a {...link} />
      </li>
    ))}
  </ul>
);
