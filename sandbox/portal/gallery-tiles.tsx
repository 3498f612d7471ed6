import { Card } from "../../app/ui/card.tsx";
import { Skeleton } from "../../app/ui/skeleton.tsx";
import { TileContent, TileLink } from "../../app/ui/tile-link.tsx";

/** Tiles as links, as buttons and while they load. */
export function Tiles() {
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
    </>
  );
}
