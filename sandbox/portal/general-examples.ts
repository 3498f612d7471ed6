import type { Example } from "./example.ts";

const parts = "/sandbox/gallery/parts";

export const generalExamples: Example[] = [
  { name: "Home", page: "home", status: 200, path: "/" },
  { name: "Accessibility statement", page: "accessibility", status: 200, path: "/barrierefreiheit" },
  { name: "Nothing to delete", page: "session-end", status: 200, path: "/eingaben-loeschen" },
  { name: "Sandbox", page: "sandbox", status: 200, path: "/sandbox" },
  { name: "Gallery", page: "gallery", status: 200, path: "/sandbox/gallery" },
  { name: "Parts", page: "gallery-parts", status: 200, path: parts },
  { name: "Parts, status success", page: "gallery-parts", status: 200, path: `${parts}?status=success` },
  { name: "Parts, status warning", page: "gallery-parts", status: 200, path: `${parts}?status=warning` },
  { name: "Parts, status error", page: "gallery-parts", status: 200, path: `${parts}?status=error` },
  { name: "Parts, modal", page: "gallery-parts", status: 200, path: `${parts}?modal=closable` },
  { name: "Parts, full modal", page: "gallery-parts", status: 200, path: `${parts}?modal=full` },
  { name: "Forms", page: "gallery-forms", status: 200, path: "/sandbox/gallery/forms" },
  { name: "React", page: "gallery-react", status: 200, path: "/sandbox/gallery/react" },
  { name: "Unexpected error", page: "unexpected-error", status: 500, path: "/sandbox/gallery/error" },
  { name: "Unknown path", page: "not-found", status: 404, path: "/gibt-es-nicht" },
];
