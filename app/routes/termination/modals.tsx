import { useEffect, useRef, useState } from "react";
import type { FormState } from "#app/forms/form-state.ts";
import { useT } from "#app/i18n/texts.tsx";
import { hotlineLabel } from "#app/tracking/labels.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import { Modal } from "#app/ui/modal.tsx";
import { useTracking } from "../shell/interactions.ts";
import { useLinkTo } from "../shell/use-link-to.ts";

/** What happens after a termination. Opened by a quiet link below the form, so that nothing comes before the button. */
export function TeaserModal() {
  const t = useT("termination", "modals");
  const [open, setOpen] = useState(false);
  const track = useTracking();
  if (!useHydrated()) return null;
  function show() {
    setOpen(true);
    track("terminationTeaserViewed");
  }
  return (
    <>
      <Button type="button" kind="quiet" onClick={show} data-modal="teaser">
        {t("teaserTitle")}
      </Button>
      <Modal
        id="teaser"
        title={t("teaserTitle")}
        closeLabel={t("close")}
        open={open}
        onClose={() => setOpen(false)}
      >
        <ul className="list stack">
          <li>{t("teaserReceipt")}</li>
          <li>{t("teaserUse")}</li>
          <li>{t("teaserNumber")}</li>
        </ul>
      </Modal>
    </>
  );
}

/**
 * What a refused post still needs; the same as the error summary, which is all that there is without JavaScript. A page
 * that came with its messages has a reader already: no dialog takes the focus away once its JavaScript is there.
 */
export function RequiredFieldsModal({ errors }: { errors: FormState["errors"] }) {
  const t = useT("termination", "modals");
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
      closeLabel={t("close")}
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
  const [open, setOpen] = useState(false);
  const track = useTracking();
  const label = hotlineLabel(hotline);
  if (!useHydrated()) return null;
  function toggle(shown: boolean) {
    if (shown === open) return;
    setOpen(shown);
    track(shown ? "terminationDiscountViewed" : "terminationDiscountClosed", { label });
  }
  return (
    <>
      <Button type="button" kind="quiet" onClick={() => toggle(true)} data-modal="discount">
        {t("open")}
      </Button>
      <Modal
        id="discount"
        title={t("title")}
        closeLabel={t("close")}
        open={open}
        onClose={() => toggle(false)}
        actions={
          <>
            <ButtonLink
              kind="secondary"
              onClick={() => track("terminationDiscountPhoneClicked", { label })}
              href={`tel:${hotline.replace(/[^\d+]/g, "")}`}
            >
              {`${t("call")} ${hotline}`}
            </ButtonLink>
            <ButtonLink
              kind="quiet"
              onClick={() => track("terminationDiscountSubmitClicked", { label })}
              href={linkTo("offer-landing")}
              reload
            >
              {t("submit")}
            </ButtonLink>
          </>
        }
      >
        <p>{t("text")}</p>
      </Modal>
    </>
  );
}
