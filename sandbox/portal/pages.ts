/** The portal's pages about the sandbox: rows of its table that only a build with the sandbox has. */
export const sandboxPages = {
  sandbox: { path: "/sandbox", file: "../../sandbox/portal/scenarios.tsx" },
  "portal-openapi": { path: "/sandbox/openapi.json", file: "../../sandbox/portal/openapi.ts" },
  prefill: { path: "/sandbox/prefill/:page/:token", file: "../../sandbox/portal/prefill.ts" },
  gallery: { path: "/sandbox/gallery", file: "../../sandbox/portal/gallery.tsx" },
  "gallery-parts": { path: "/sandbox/gallery/parts", file: "../../sandbox/portal/gallery-parts.tsx" },
  "gallery-forms": { path: "/sandbox/gallery/forms", file: "../../sandbox/portal/gallery-forms.tsx" },
  "gallery-react": { path: "/sandbox/gallery/react", file: "../../sandbox/portal/gallery-react.tsx" },
  "gallery-handed-over": {
    path: "/sandbox/gallery/handed-over/:token",
    file: "../../sandbox/portal/gallery-handed-over.ts",
  },
  "gallery-error": { path: "/sandbox/gallery/error", file: "../../sandbox/portal/gallery-error.ts" },
} as const;
