import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { waitingEvent } from "#app/browser/go-when-reachable.ts";
import { languages } from "#app/domain/languages.ts";
import { PageFields } from "#app/forms/page-fields.tsx";
import { withPrefix } from "#app/i18n/locale.ts";
import { useT } from "#app/i18n/texts.tsx";
import { pathTo } from "#app/pages.ts";
import { useHydrated } from "#app/ui/hydrated.ts";
import { LanguageSwitcher } from "#app/ui/language-switcher.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ServerContent } from "#app/ui/server-content.tsx";
import { useServerRender } from "#app/ui/server-render.ts";
import { headlineId } from "#app/ui/status-section.tsx";
import { Announcements } from "./announcements.tsx";
import { mainId } from "./page.tsx";
import { useLinkTo } from "./use-link-to.ts";
import { usePage } from "./use-page.ts";
import { useServerShell, useShell } from "./use-shell.ts";

/** What surrounds every page: the header before its `<main>`, and announcements after it. */
export function ShellFrame({ children }: { children: ReactNode }) {
  const t = useT("common", "frame");
  const { brand, locale, returnTo } = useShell();
  const linkTo = useLinkTo();
  const { name, hasForm } = usePage();
  return (
    <>
      <header>
        <ServerContent as="div" className="top">
          {import.meta.env.SSR && <Top />}
        </ServerContent>
        <div className="header">
          <a className="logo" href={linkTo("home")}>
            <ServerContent as="span" className="wordmark">
              {import.meta.env.SSR && <Logo />}
            </ServerContent>
          </a>
          {returnTo && (
            <LanguageSwitcher
              label={t("languages")}
              languages={brand.availableLanguages.map((code) => ({ code, name: languages[code].name }))}
              current={locale}
              action={pathTo("language")}
              returnTo={returnTo}
              formId={hasForm ? name : undefined}
            >
              <PageFields />
            </LanguageSwitcher>
          )}
        </div>
      </header>
      {children}
      <Announcer />
      <WaitingNotice />
    </>
  );
}

function Top() {
  const t = useT("common", "shell");
  const { sandbox, locale } = useServerShell();
  return (
    <>
      <a className="skip" href={`#${mainId}`}>
        {t("skip")}
      </a>
      {sandbox && (
        <p className="ribbon">
          {`${t("sandbox")} `}
          <a href={withPrefix("/sandbox", locale)}>{t("scenarios")}</a>{" "}
          <a href="/sandbox/clock">{t("clock")}</a>
        </p>
      )}
      <Announcements />
    </>
  );
}

function Logo() {
  const t = useT("common", "shell");
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a brand's own file, checked at start */}
      <span dangerouslySetInnerHTML={{ __html: useServerRender().logo }} />
      <span className="visually-hidden">{t("home", { brand: useShell().brand.name })}</span>
    </>
  );
}

/** Shown while a link, or the result of a form, waits for the network. */
function WaitingNotice() {
  const t = useT("common", "frame");
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    const show = (event: Event) => setWaits(event instanceof CustomEvent && event.detail === true);
    addEventListener(waitingEvent, show);
    return () => removeEventListener(waitingEvent, show);
  }, []);
  return (
    useHydrated() && (
      <div className="waiting" role="status">
        {waits && <Notice kind="warning" title={t("offline.title")} text={t("offline.text")} />}
      </div>
    )
  );
}

/** For a response that is shown in place: moves the focus and announces the title. */
function Announcer() {
  const { key } = useLocation();
  const first = useRef(key);
  const [title, setTitle] = useState("");
  useEffect(() => {
    if (first.current === key) return;
    first.current = key;
    setTitle(document.title);
    // A message about the post takes the focus itself.
    if (document.querySelector("[role=alert][tabindex]")) return;
    (document.getElementById(headlineId) ?? document.getElementById(mainId))?.focus();
  }, [key]);
  return (
    <div className="visually-hidden" role="status">
      {title}
    </div>
  );
}
