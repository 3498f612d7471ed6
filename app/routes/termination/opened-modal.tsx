import { type ReactNode, useState } from "react";
import { useT } from "#app/i18n/texts.tsx";
import { Button } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import { Modal } from "#app/ui/modal.tsx";

interface OpenedModalProps {
  id: string;
  /** Label of the button that opens it. */
  label: string;
  title: string;
  onToggle: (open: boolean) => void;
  actions?: ReactNode;
  children: ReactNode;
}

/** A quiet button with its dialog; only with JavaScript. */
export function OpenedModal({ id, label, title, onToggle, actions, children }: OpenedModalProps) {
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
