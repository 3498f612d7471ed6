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
  /** Opened by the server it shows without JavaScript too; in the browser it then becomes a true modal. */
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
  // The attribute is the server's. In the browser React must not take it away: a modal that loses it without close()
  // keeps the page below blocked.
  const [openAtFirst] = useState(open);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.matches(":modal")) {
      // Taking the attribute away closes without a close event, which would tell the page that the customer left.
      element.removeAttribute("open");
      element.showModal();
    } else if (!open && element.open) element.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is for the backdrop
    <dialog
      ref={dialog}
      id={id}
      className={fullScreenOnMobile ? "modal full" : "modal"}
      open={openAtFirst}
      aria-labelledby={`${id}-title`}
      // A browser lets a page refuse to close only once; this attribute it obeys for good.
      closedby={closable ? undefined : "none"}
      onClose={onClose}
      onCancel={(event) => closable || event.preventDefault()}
      onClick={(event) => closable && event.target === event.currentTarget && event.currentTarget.close()}
    >
      <div className="modal-box stack">
        <div className="modal-head">
          <h2 id={`${id}-title`}>{title}</h2>
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
