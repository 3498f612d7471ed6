import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FormState } from "#app/forms/form-state.ts";
import { useT } from "#app/i18n/texts.tsx";
import { hotlineLabel } from "#app/tracking/labels.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import { Modal } from "#app/ui/modal.tsx";
import { useTracking } from "../shell/interactions.ts";
import { useLinkTo } from "../shell/use-link-to.ts";

interface OpenedModalProps {
  id: string;
  /** Of the button that opens it. */
  label: string;
  title: string;
  onToggle: (open: boolean) => void;
  actions?: ReactNode;
  children: ReactNode;
}

/** A quiet button with its dialog; only with JavaScript. */
function OpenedModal({ id, label, title, onToggle, actions, children }: OpenedModalProps) {
  const t = useT("common", "actions");
  const [open, setOpen] = useState(false);
  if (!useHydrated()) return null;
  function toggle(shown: boolean) {
    if (shown === open) return;
    setOpen(shown);
    onToggle(shown);
  }
  return (
    <>
      <Button type="button" kind="quiet" onClick={() => toggle(true)} data-modal={id}>
        {label}
      </Button>
      <Modal
        id={id}
        title={title}
        closeLabel={t("close")}
        open={open}
        onClose={() => toggle(false)}
        actions={actions}
      >
        {children}
      </Modal>
    </>
  );
}

/** What happens after a termination. Opened by a quiet link below the form, so that nothing comes before the button. */
export function TeaserModal() {
  const t = useT("termination", "modals");
  const track = useTracking();
  const title = t("teaserTitle");
  return (
    <OpenedModal
      id="teaser"
      label={title}
      title={title}
      onToggle={(open) => open && track("terminationTeaserViewed")}
    >
      <ul className="list stack">
        <li>{t("teaserReceipt")}</li>
        <li>{t("teaserUse")}</li>
        <li>{t("teaserNumber")}</li>
      </ul>
    </OpenedModal>
  );
}

/**
 * What a refused post still needs; the same as the error summary, which is all that there is without JavaScript. A page
 * that came with its messages has a reader already: no dialog takes the focus away once its JavaScript is there.
 */
export function RequiredFieldsModal({ errors }: { errors: FormState["errors"] }) {
  const t = useT("termination", "modals");
  const actions = useT("common", "actions");
  const [seen, setSeen] = useState(errors);
  const rows = Object.entries(errors);
  const shown = useHydrated() && rows.length > 0;
  const open = shown && seen !== errors;
  const track = useTracking();
  const tell = useRef(track);
  tell.current = track;
  useEffect(() => {
    if (open) tell.current("terminationRequiredFieldsViewed");
  }, [open]);

  function close(field?: string) {
    setSeen(errors);
    track("terminationRequiredFieldsClosed");
    const target = document.getElementById(field ?? rows[0]?.[0] ?? "");
    // After the dialog has given the focus back.
    requestAnimationFrame(() => target?.focus());
  }
  if (!shown) return null;
  return (
    <Modal
      id="required-fields"
      title={t("requiredTitle")}
      closeLabel={actions("close")}
      open={open}
      onClose={() => seen === errors || close()}
      actions={
        <Button type="button" onClick={() => close()}>
          {t("requiredClose")}
        </Button>
      }
    >
      <p>{t("requiredLead")}</p>
      <ul className="list">
        {rows.map(([name, { message }]) => (
          <li key={name}>
            <a
              href={`#${name}`}
              onClick={(event) => {
                event.preventDefault();
                close(name);
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

/** An offer to stay: only after the termination was received, and only when it is asked for. */
export function DiscountModal({ hotline }: { hotline: string }) {
  const t = useT("termination", "discount");
  const linkTo = useLinkTo();
  const track = useTracking();
  const tell = (what: string) => track(`terminationDiscount${what}`, { label: hotlineLabel(hotline) });
  return (
    <OpenedModal
      id="discount"
      label={t("open")}
      title={t("title")}
      onToggle={(open) => tell(open ? "Viewed" : "Closed")}
      actions={
        <>
          <ButtonLink
            kind="secondary"
            onClick={() => tell("PhoneClicked")}
            href={`tel:${hotline.replace(/[^\d+]/g, "")}`}
          >
            {`${t("call")} ${hotline}`}
          </ButtonLink>
          <ButtonLink
            kind="quiet"
            onClick={() => tell("SubmitClicked")}
            href={linkTo("offer-landing")}
            reload
          >
            {t("submit")}
          </ButtonLink>
        </>
      }
    >
      <p>{t("text")}</p>
    </OpenedModal>
  );
}
