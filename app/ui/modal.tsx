import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "./icon.tsx";

interface ModalProps {
  id: string;
  title: ReactNode;
  children: ReactNode;
  /** Accessible name of the closing button. */
  closeLabel: string;
  /** Buttons at the end; wrap those that only close in `<form method="dialog">`. */
  actions?: ReactNode;
  /** If rendered open, it is also visible without JavaScript; with it, the browser turns it into a real modal. */
  open?: boolean;
  closable?: boolean;
  fullScreenOnMobile?: boolean;
  onClose?: () => void;
}

/** A dialog above the page. `<form method="dialog">` closes it in every browser, with and without JavaScript. */
export function Modal(props: ModalProps) {
  const {
    id,
    title,
    children,
    closeLabel,
    actions,
    open = false,
    closable = true,
    fullScreenOnMobile,
    onClose,
  } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const headline = useRef<HTMLHeadingElement>(null);
  // Only the server renders the attribute: removing it without close() would leave the page below inert.
  const [openAtFirst] = useState(open);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.matches(":modal")) {
      // Removing the attribute fires no close event, which the page would take for the customer's choice.
      element.removeAttribute("open");
      element.showModal();
      // What it is about comes first, not the button that closes it.
      headline.current?.focus();
    } else if (!open && element.open) element.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog anyway; the click is for the backdrop
    <dialog
      ref={dialog}
      id={id}
      className={fullScreenOnMobile ? "modal full" : "modal"}
      open={openAtFirst}
      aria-labelledby={`${id}-title`}
      // Browsers honour a cancelled close only once; the attribute always works.
      closedby={closable ? undefined : "none"}
      onClose={onClose}
      onCancel={(event) => closable || event.preventDefault()}
      onClick={(event) => closable && event.target === event.currentTarget && event.currentTarget.close()}
    >
      <div className="modal-box stack">
        <div className="modal-head">
          <h2 ref={headline} id={`${id}-title`} tabIndex={-1}>
            {title}
          </h2>
          {closable && (
            <form method="dialog">
              <button type="submit" className="button quiet bare" aria-label={closeLabel}>
                <Icon name="x" />
              </button>
            </form>
          )}
        </div>
        {children}
        {actions && <div className="form-actions">{actions}</div>}
      </div>
    </dialog>
  );
}
