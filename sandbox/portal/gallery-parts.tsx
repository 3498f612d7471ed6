import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { brandContext } from "../../app/request/context.server.ts";
import { StatusFoot } from "../../app/shell/help-rows.tsx";
import { Page } from "../../app/shell/page.tsx";
import { ButtonLink } from "../../app/ui/button.tsx";
import { iconNames } from "../../app/ui/icon.tsx";
import { type StatusKind, StatusSection } from "../../app/ui/status-section.tsx";
import { Content } from "./gallery-content.tsx";
import { Controls, Modals, modalKinds, Opening } from "./gallery-controls.tsx";
import { requireSandbox } from "./sandbox-only.server.ts";

export const handle = { scripts: true };

const statusKinds: readonly StatusKind[] = ["info", "success", "warning", "error"];
const oneOf = <T extends string>(known: readonly T[], asked: string | null) =>
  known.find((name) => name === asked);

/**
 * Every part except forms, in every state; hover and focus are up to the viewer. `?status=` sets the status section's kind,
 * `?modal=` opens a modal without JavaScript.
 */
export function loader({ context, url }: LoaderFunctionArgs) {
  requireSandbox();
  return {
    status: oneOf(statusKinds, url.searchParams.get("status")) ?? "info",
    modal: oneOf(modalKinds, url.searchParams.get("modal")),
    icons: iconNames(),
    picture: context.get(brandContext).picture,
  };
}

export default function GalleryParts() {
  const { status, modal, icons, picture } = useLoaderData<typeof loader>();
  return (
    <Page name="gallery-parts" title="Teile" width="wide">
      {/* Sample texts are German, whatever the page's language. */}
      <div lang="de" className="stack">
        <StatusSection
          kind={status}
          headline="Alle Teile"
          actions={statusKinds.map((kind) => (
            <ButtonLink key={kind} kind={kind === status ? "primary" : "secondary"} href={`?status=${kind}`}>
              {kind}
            </ButtonLink>
          ))}
          below={<p className="muted">Unter den Buttons.</p>}
        >
          <p>Symbol, Überschrift und Text: der Statusbereich in seinen vier Arten.</p>
        </StatusSection>
        <StatusFoot
          title="Hilfe"
          rows={[
            { kind: "hours", label: "Erreichbar", value: "Täglich 08:00–20:00 Uhr" },
            { kind: "text", label: "Post", value: "Musterstraße 1, 12345 Musterstadt" },
          ]}
          more={[{ label: "Vorgangsnummer", value: "4f1c-2b7e" }]}
        />
        <Controls />
        <Opening />
        <Modals initial={modal} />
        <Content icons={icons} picture={picture} />
      </div>
    </Page>
  );
}
