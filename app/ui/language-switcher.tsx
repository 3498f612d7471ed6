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
        formNoValidate: true,
      }
    : undefined;
  return (
    <form className="languages" method="post" action={action} aria-label={label}>
      <input type="hidden" name="returnTo" value={returnTo} />
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
