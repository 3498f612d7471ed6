import { type Example, shown } from "./example.ts";

const parts = "/sandbox/gallery/parts";

export const generalExamples: Example[] = [
  shown("Home", "home", "/"),
  shown("Accessibility statement", "accessibility", "/barrierefreiheit"),
  shown("Nothing to delete", "session-end", "/eingaben-loeschen"),
  shown("Sandbox", "sandbox", "/sandbox"),
  shown("Gallery", "gallery", "/sandbox/gallery"),
  shown("Parts", "gallery-parts", parts),
  shown("Parts, status success", "gallery-parts", `${parts}?status=success`),
  shown("Parts, status warning", "gallery-parts", `${parts}?status=warning`),
  shown("Parts, status error", "gallery-parts", `${parts}?status=error`),
  shown("Parts, modal", "gallery-parts", `${parts}?modal=closable`),
  shown("Parts, full modal", "gallery-parts", `${parts}?modal=full`),
  shown("Forms", "gallery-forms", "/sandbox/gallery/forms"),
  shown("React", "gallery-react", "/sandbox/gallery/react"),
  shown("Unexpected error", "unexpected-error", "/sandbox/gallery/error", { status: 500 }),
  shown("Unknown path", "not-found", "/gibt-es-nicht", { status: 404 }),
];
