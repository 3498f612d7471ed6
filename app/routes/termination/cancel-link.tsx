import { usePath, useTexts } from "#app/i18n/texts.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { pathTo } from "../pages.ts";
import { useTracking } from "../shell/interactions.ts";
import { choicesLabel } from "./choices-label.ts";

interface CancelLinkProps {
  formId: string;
  /** What is terminated where the form leaves no choice. */
  onlyService?: string;
}

/** The way out without a declaration: a plain link below the form, never beside its button. */
export function CancelLink({ formId, onlyService }: CancelLinkProps) {
  const t = useTexts("termination.form");
  const path = usePath();
  const track = useTracking();
  function tell() {
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement)
      track("terminationCancelled", { label: choicesLabel(form, onlyService) });
  }
  return (
    <ButtonLink kind="quiet" href={path(pathTo("home"))} reload onClick={tell}>
      {t("cancel")}
    </ButtonLink>
  );
}
