import { useState } from "react";
import { BrowserButtons } from "../../app/shell/browser-buttons.tsx";
import { Accordion } from "../../app/ui/accordion.tsx";
import { Button, ButtonLink } from "../../app/ui/button.tsx";
import { Card } from "../../app/ui/card.tsx";
import { Dropdown } from "../../app/ui/dropdown.tsx";
import { Menu } from "../../app/ui/menu.tsx";
import { Modal } from "../../app/ui/modal.tsx";
import { Spinner, type SpinnerSize } from "../../app/ui/spinner.tsx";
import { Tooltip } from "../../app/ui/tooltip.tsx";

const kinds = ["primary", "secondary", "danger", "quiet"] as const;
const sizes = ["small", "medium", "large"] as const satisfies readonly SpinnerSize[];

/** Buttons in every kind, size and state, and the spinner alone. */
export function Controls() {
  return (
    <>
      <Card id="buttons" title="Buttons" className="stack">
        {kinds.map((kind) => (
          <div key={kind} className="cluster">
            <Button type="button" kind={kind}>
              Weiter
            </Button>
            <Button type="button" kind={kind} icon="download">
              Mit Symbol
            </Button>
            <Button type="button" kind={kind} loading>
              Lädt
            </Button>
          </div>
        ))}
        <div className="cluster">
          <ButtonLink kind="secondary" href="/" icon="cart">
            Link als Button
          </ButtonLink>
        </div>
        <LoadingButton />
        <BrowserButtons buttons={["print"]} />
      </Card>
      <Card id="spinners" title="Spinner">
        <p className="cluster">
          {sizes.map((size) => (
            <Spinner key={size} size={size} />
          ))}
        </p>
      </Card>
    </>
  );
}

/** Shows its loading state when pressed; its width must not change. */
function LoadingButton() {
  const [loading, setLoading] = useState(false);
  return (
    <p>
      <Button type="button" id="loading-button" loading={loading} onClick={() => setLoading(!loading)}>
        Zahlungspflichtig bestellen (lädt)
      </Button>
    </p>
  );
}

const questions = ["Was brauche ich?", "Wie lange dauert es?", "Was kostet es?"];

/** Parts that open: accordion, tooltip, dropdown, menu. */
export function Opening() {
  const [open, setOpen] = useState<string | string[] | undefined>("q0");
  const [several, setSeveral] = useState<string | string[] | undefined>(["q0", "q1"]);
  const items = questions.map((title, index) => ({
    id: `q${index}`,
    title,
    content: <p>Eine Antwort in einem Satz.</p>,
  }));
  return (
    <>
      <Card id="accordions" title="Akkordeon" className="stack">
        <h3>Eines offen</h3>
        <Accordion id="one" items={items} open={open} onOpenChange={setOpen} />
        <h3>Mehrere offen</h3>
        <Accordion id="several" items={items} open={several} onOpenChange={setSeveral} />
      </Card>
      <Card id="flyouts" title="Tooltip, Dropdown, Menü">
        <p className="cluster">
          <Tooltip id="tip" label="eSIM">
            Eine SIM-Karte, die fest im Gerät sitzt.
          </Tooltip>
        </p>
        <div className="cluster">
          <Dropdown label="Dropdown">
            <a href="/">Startseite</a> <a href="/angebot">Angebot</a>
          </Dropdown>
          <Menu
            label="Menü"
            items={[
              { label: "Startseite", href: "/" },
              { label: "Angebot", href: "/angebot" },
            ]}
          />
        </div>
      </Card>
    </>
  );
}

export const modalKinds = ["closable", "fixed", "full"] as const;
type ModalKind = (typeof modalKinds)[number];

const modals: Record<ModalKind, { title: string; closable?: boolean; full?: boolean }> = {
  closable: { title: "Schließbar" },
  fixed: { title: "Nur mit einer Antwort", closable: false },
  full: { title: "Auf dem Handy bildschirmfüllend", full: true },
};

export function Modals({ initial }: { initial: ModalKind | undefined }) {
  const [open, setOpen] = useState<ModalKind | undefined>(initial);
  return (
    <Card id="modals" title="Dialog">
      <div className="cluster">
        {modalKinds.map((kind) => (
          <Button key={kind} type="button" kind="secondary" onClick={() => setOpen(kind)}>
            {modals[kind].title}
          </Button>
        ))}
      </div>
      {modalKinds.map((kind) => (
        <Modal
          key={kind}
          id={`modal-${kind}`}
          title={modals[kind].title}
          closeLabel="Schließen"
          open={open === kind}
          closable={modals[kind].closable}
          fullScreenOnMobile={modals[kind].full}
          onClose={() => setOpen(undefined)}
          actions={
            <form method="dialog">
              <Button type="submit">Verstanden</Button>
            </form>
          }
        >
          <p>Ein Dialog liegt über der Seite und hält den Fokus bei sich.</p>
        </Modal>
      ))}
    </Card>
  );
}
