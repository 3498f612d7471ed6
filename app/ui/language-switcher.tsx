import type { MouseEvent } from "react";

interface LanguageSwitcherProps {
  /** Accessible name, e.g. "Sprache". */
  label: string;
  /** The brand's languages by their own names. */
  languages: { code: string; name: string }[];
  current: string;
  /** Where the choice is posted. */
  action: string;
  /** Path and query of the page to return to. */
  returnTo: string;
  /** Id of a form on the page: its fields travel along, so that nothing typed is lost. */
  formId?: string;
}

/**
 * A page's form sends itself without leaving the page where JavaScript runs; a new language needs a new document,
 * so this one post is left to the browser.
 */
function loadNewDocument({ currentTarget }: MouseEvent<HTMLButtonElement>) {
  currentTarget.form?.addEventListener("submit", (event) => event.stopPropagation(), { once: true });
}

/** One button a language; a plain form post. Shows nothing where there is no choice. */
export function LanguageSwitcher(props: LanguageSwitcherProps) {
  const { label, languages, current, action, returnTo, formId } = props;
  if (languages.length < 2) return null;
  // Buttons that belong to the page's form cannot bring hidden fields of their own; the address carries the way back.
  const target = formId
    ? {
        form: formId,
        formAction: `${action}?returnTo=${encodeURIComponent(returnTo)}`,
        formMethod: "post",
        // A file would travel for nothing: its field cannot be filled in again.
        formEncType: "application/x-www-form-urlencoded",
        formNoValidate: true,
        onClick: loadNewDocument,
      }
    : undefined;
  return (
    <form className="languages" method="post" action={action} aria-label={label}>
      <input type="hidden" name="returnTo" value={returnTo} />
      {formId && (
        // Enter in a field presses the form's first button on the page: that must not be a language.
        <button type="submit" form={formId} className="visually-hidden" tabIndex={-1} aria-hidden="true" />
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
          {name}
        </button>
      ))}
    </form>
  );
}
