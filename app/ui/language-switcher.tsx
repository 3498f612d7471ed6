import type { ReactNode } from "react";

interface LanguageSwitcherProps {
  /** Accessible name, e.g. "Sprache". */
  label: string;
  /** The brand's languages by their native names. */
  languages: { code: string; name: string }[];
  current: string;
  /** Where the choice is posted. */
  action: string;
  /** Path and query of the page to return to. */
  returnTo: string;
  /** Id of the page's form, whose fields are posted too so that no input is lost. */
  formId?: string;
  /** Hidden fields to post where the page has no form. */
  children?: ReactNode;
}

/** A new language needs a new document: this post of the page's form is left to the browser. */
function loadNewDocument() {
  // Before React, which listens to the document, and a page that asks back before its form is sent.
  addEventListener("submit", (event) => event.stopPropagation(), { once: true, capture: true });
}

/** One button per language, posted as a plain form. Renders nothing if there is no choice. */
export function LanguageSwitcher(props: LanguageSwitcherProps) {
  const { label, languages, current, action, returnTo, formId, children } = props;
  if (languages.length < 2) return null;
  // Buttons of the page's form have no hidden fields of their own, so the action's query carries the return path.
  const target = formId
    ? {
        form: formId,
        formAction: `${action}?returnTo=${encodeURIComponent(returnTo)}`,
        formMethod: "post",
        // Not multipart: a file field cannot be refilled anyway.
        formEncType: "application/x-www-form-urlencoded",
        formNoValidate: true,
        onClick: loadNewDocument,
      }
    : undefined;
  const Frame = formId ? "div" : "form";
  return (
    <Frame
      className="languages"
      aria-label={label}
      {...(formId ? { role: "group" } : { method: "post", action })}
    >
      {formId ? (
        // Enter in a field triggers the form's first button, which must not be a language.
        <button type="submit" form={formId} className="visually-hidden" tabIndex={-1} aria-hidden="true">
          {/* Some browsers show even hidden buttons. */ "↵"}
        </button>
      ) : (
        <>
          <input type="hidden" name="returnTo" value={returnTo} />
          {children}
        </>
      )}
      {languages.map(({ code, name }) => (
        <button
          key={code}
          type="submit"
          name="locale"
          value={code}
          lang={code}
          aria-current={code === current ? "true" : undefined}
          {...target}
        >
          {/* A space for text browsers. */ `${name} `}
        </button>
      ))}
    </Frame>
  );
}
