import { Card } from "../../app/ui/card.tsx";
import { DeviceArt, Swatch } from "../../app/ui/device.tsx";
import { DocumentList } from "../../app/ui/document-list.tsx";
import { Icon, type IconName } from "../../app/ui/icon.tsx";
import { Notice } from "../../app/ui/notice.tsx";
import { OrderView } from "../../app/ui/order-view.tsx";
import { PhoneLink } from "../../app/ui/phone-link.tsx";
import { Picture } from "../../app/ui/picture.tsx";
import { Price, PriceTable } from "../../app/ui/price.tsx";
import { Skeleton } from "../../app/ui/skeleton.tsx";
import { StepIndicator } from "../../app/ui/step-indicator.tsx";
import { SummaryList } from "../../app/ui/summary-list.tsx";
import { TileContent, TileLink } from "../../app/ui/tile-link.tsx";
import { Timeline } from "../../app/ui/timeline.tsx";
import { Listed } from "../../app/ui/unbroken.tsx";
import { WhatFollows } from "../../app/ui/what-follows.tsx";

const noticeKinds = ["info", "success", "warning", "error"] as const;
const colors = { Schwarz: "#1c1c1e", Rot: "#a3212b" };
const steps = [
  { id: "data", label: "Meine Daten", href: "#steps" },
  { id: "id", label: "Ausweisdaten", href: "#steps" },
  { id: "payment", label: "Zahlung" },
  { id: "summary", label: "Zusammenfassung" },
];

/** Parts without interaction: tiles as links, as buttons and while they load, messages, steps, lists, prices, files, icons. */
export function Content({ icons, picture }: { icons: IconName[]; picture: string | undefined }) {
  return (
    <>
      <Card id="tiles" title="Kacheln">
        <div className="tiles">
          <TileLink
            href="/angebot"
            prefixIcon="cart"
            title="Angebot annehmen"
            description="Mit dem Link aus Ihrer Nachricht"
          />
          <TileLink
            main
            href="/"
            prefixIcon="wallet"
            title="Guthaben aufladen"
            description="Am häufigsten genutzt"
          />
          <TileLink href="/" title="Ohne Symbol und Beschreibung" />
          <TileLink href="/" prefixIcon="mail" title="Ohne Beschreibung" />
          <TileLink
            href="/"
            prefixIcon="document"
            title="Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"
            description="Ein sehr langes Wort bricht um, statt die Seite breiter zu machen."
          />
          <button type="button" className="tile">
            <TileContent prefixIcon="video" title="Als Button" description="Wählt etwas aus" />
          </button>
          <TileLink href="/" prefixIcon="cart" title="Wird geladen" loading />
        </div>
      </Card>
      <Card id="skeletons" title="Platzhalter">
        <Skeleton lines={4} />
      </Card>
      <Card id="notices" title="Hinweise" className="stack">
        {noticeKinds.map((kind) => (
          <Notice key={kind} kind={kind} title={`Hinweis: ${kind}`}>
            <p>
              Ein Satz dazu, mit <a href="/angebot">einem Link</a>.
            </p>
          </Notice>
        ))}
        <Notice>
          <p>Ohne Titel.</p>
        </Notice>
      </Card>
      <Card id="steps" title="Schritte" className="stack">
        {steps.map((step, index) => (
          <StepIndicator
            key={step.id}
            label={`Schritte, bei ${step.label}`}
            steps={steps}
            current={step.id}
            summary={`Schritt ${index + 1} von ${steps.length}: ${step.label}`}
            doneLabel="erledigt"
          />
        ))}
      </Card>
      <Card id="summary" title="Übersicht" action={<a href="#summary">Ändern</a>}>
        <SummaryList
          rows={[
            { label: "Name", value: "Erika Musterfrau" },
            {
              label: "E-Mail-Adresse",
              value: "erika.mit.einer.sehr.langen.adresse@ein-langer-name.example.org",
            },
            { label: "Adresse", value: <Listed text="Am langen Weg der Musterleute 12a, 50667 Köln" /> },
            { label: "Fehlt", value: undefined },
          ]}
        />
      </Card>
      <Card id="picture" title="Picture">
        <Picture src={picture} band />
      </Card>
      <WhatFollows
        title="So geht es weiter"
        steps={[{ label: "Sie bestätigen das", detail: "Es gilt sofort." }, { label: "Wir antworten Ihnen" }]}
      />
      <Card id="timeline" title="Timeline">
        <Timeline
          steps={[
            { label: "Eingegangen", detail: "am 24.12.2026", done: true },
            { label: "Unterwegs", detail: "bald", done: false, current: true },
            { label: "Angekommen", detail: undefined, done: false },
          ]}
        />
      </Card>
      <Card id="prices" title="Preise" className="stack">
        <Price prices={["1,00 €/Mon.", "ab 7. Monat 24,99 €"]} note="+ 9,99 € einmalig" />
        <PriceTable
          title="Monatlich"
          lines={[
            { label: "Tarif", amounts: [{ amount: "24,99 €" }], note: "24 Monate" },
            { label: "Rabatt", amounts: [{ when: "Monat 1–6", amount: "−5,00 €" }] },
          ]}
        />
        <PriceTable
          lines={[
            {
              label: "Gesamt monatlich",
              amounts: [
                { when: "Monat 1–6", amount: "19,99 €" },
                { when: "ab Monat 7", amount: "24,99 €" },
              ],
              note: "inkl. MwSt.",
              total: true,
            },
          ]}
        />
        <div className="order">
          <OrderView
            title="Ihre Bestellung"
            brand="o2"
            name="Nordlicht 12 Pro"
            brief={{ prices: ["19,99 €/Monat", "ab Monat 7 24,99 €"], note: "inkl. MwSt." }}
            groups={[{ title: "Monatlich", lines: [{ label: "Tarif M", amounts: [{ amount: "24,99 €" }] }] }]}
          />
        </div>
        <p className="cluster">
          {Object.entries(colors).map(([name, color]) => (
            <span key={name}>
              <Swatch color={color} /> {name}
            </span>
          ))}
        </p>
        {(["phone", "tablet", "router", "sim"] as const).map((name) => (
          <DeviceArt key={name} name={name} color={name === "phone" ? colors.Rot : undefined} />
        ))}
      </Card>
      <Card id="documents" title="Dokumente" className="stack">
        <DocumentList
          groups={[
            {
              files: [
                { id: "all", label: "Alle laden", href: "/openapi.json", note: "ZIP", icon: "download" },
              ],
            },
            {
              title: "Vertrag",
              files: [
                { id: "TERMS", label: "AGB", href: "/openapi.json", note: "PDF" },
                { id: "PRIVACY", label: "Datenschutz", href: "/openapi.json", language: "de" },
              ],
            },
          ]}
        />
        <p>
          <PhoneLink number="030 23125 000" />
        </p>
      </Card>
      <Card id="icons" title="Symbole">
        <ul className="cluster">
          {icons.map((name) => (
            <li key={name}>
              <Icon name={name} /> <small>{name}</small>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}
