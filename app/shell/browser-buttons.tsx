import { useT } from "#app/i18n/texts.tsx";
import { Button } from "#app/ui/button.tsx";
import type { ButtonWords } from "./help-row.ts";
import { InlineScript } from "./inline-script.tsx";
import { useShell } from "./use-shell.ts";

interface BrowserButtonsProps {
  /** What is shared and copied: this text, which stands before the buttons, or else the page's address. */
  value?: string | undefined;
  /** The buttons that there are, in this order. */
  buttons: readonly ("print" | "share" | "copy")[];
  kind?: "secondary" | "quiet";
  /** The text is a link: so the button says. */
  isLink?: boolean;
}

/**
 * What browsers can do with a page, its address or a text on it. A script shows the buttons for what the browser can; without
 * scripts, customers use its own menu, and one press marks the text.
 */
export function BrowserButtons(props: BrowserButtonsProps) {
  const t = useT("common", "browserButtons");
  const words = {
    print: t("print"),
    share: t("share"),
    copy: t("copy"),
    copyLink: t("copyLink"),
    copied: t("copied"),
    notCopied: t("notCopied"),
  };
  return <WordedButtons {...props} words={words} />;
}

/** The same, where the page's data has their words. */
export function WordedButtons({
  value,
  buttons,
  kind = "quiet",
  isLink = value === undefined,
  words,
}: BrowserButtonsProps & { words: ButtonWords }) {
  const { scripts } = useShell();
  const text = value !== undefined && (
    <code data-value translate="no">
      {value}
    </code>
  );
  if (!scripts) return text;
  const labels = { ...words, copy: isLink ? words.copyLink : words.copy };
  return (
    <>
      {text}{" "}
      {buttons.map((act) => (
        <Button
          key={act}
          type="button"
          kind={kind}
          data-act={act}
          data-done={act === "copy" ? words.copied : undefined}
          data-failed={act === "copy" ? words.notCopied : undefined}
          hidden
          suppressHydrationWarning
        >
          <span>{labels[act]}</span>
        </Button>
      ))}
      {buttons.includes("copy") && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script fills it
        <span role="status" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
      )}
      <InlineScript name="browserButtons" />
    </>
  );
}
