import { useT } from "#app/i18n/texts.tsx";
import { choicesLabel } from "#app/tracking/labels.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useTracking } from "../shell/interactions.ts";
import { useLinkTo } from "../shell/use-link-to.ts";

interface CancelLinkProps {
  formId: string;
  /** What is terminated where the form leaves no choice. */
  onlyService?: string;
}

/** The way out without a declaration: a plain link below the form, never beside its button. */
export function CancelLink({ formId, onlyService }: CancelLinkProps) {
  const t = useT("termination", "form");
  const linkTo = useLinkTo();
  const track = useTracking();
  function tell() {
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement)
      track("terminationCancelled", { label: choicesLabel(form, onlyService) });
  }
  return (
    <ButtonLink kind="quiet" href={linkTo("home")} reload onClick={tell}>
      {t("cancel")}
    </ButtonLink>
  );
}
