import type { ReactNode } from "react";
import type { DataLayerEvent } from "#app/tracking/catalogue.ts";
import { Button } from "#app/ui/button.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { InlineScript } from "./inline-script.tsx";
import { useShell } from "./use-shell.ts";

interface DialogButtonProps {
  id: string;
  /** Label of the button that opens it. */
  label: string;
  title: string;
  closeLabel: string;
  opened: DataLayerEvent;
  closed: DataLayerEvent;
  /** Links have their event as `data-clicked`. */
  actions: ReactNode;
  children: ReactNode;
}

/**
 * A quiet button with its dialog, as server content: a script of its own, of a few bytes, opens it on pages with and without
 * React. Without scripts there is neither.
 */
export function DialogButton({ label, opened, closed, ...dialog }: DialogButtonProps) {
  const { scripts, dataLayer } = useShell();
  if (!scripts) return null;
  const events = dataLayer && {
    "data-layer": dataLayer,
    "data-opened": JSON.stringify(opened),
    "data-closed": JSON.stringify(closed),
  };
  return (
    <>
      <Button type="button" kind="quiet" data-modal={dialog.id} hidden {...events}>
        {label}
      </Button>
      <Modal {...dialog} />
      <InlineScript name="dialogButton" />
    </>
  );
}
