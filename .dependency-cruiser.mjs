// The layers of docs/architecture.md: imports point one way. TypeScript 7 has no compiler API, so swc reads the sources.
const rule = (name, from, to, except) => ({
  name,
  severity: "error",
  from: { path: from },
  to: { path: to, ...(except && { pathNot: except }) },
});

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    { name: "no cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no orphan",
      severity: "error",
      // Served to browsers unchanged; declarations for the compiler.
      from: { orphan: true, pathNot: "^sandbox/thirdparty/|[.]d[.]ts$" },
      to: {},
    },
    rule("domain imports nothing", "^app/domain/", "^(app|server|sandbox)/", "^app/domain/"),
    rule("ui knows only itself", "^app/ui/", "^app/", "^app/ui/"),
    rule("forms know no route", "^app/forms/", "^app/(routes/|pages|page-table)"),
    rule("backend knows no page", "^app/backend/", "^app/(routes/|pages|page-table|ui/|forms/)"),
    // Error pages are shown in the frame of all pages.
    rule("errors know at most the frame", "^app/errors/", "^app/routes/", "^app/routes/shell/"),
    rule(
      "what serves all routes knows none",
      "^app/(brand|declarations|i18n|middleware|session|tracking)/",
      "^app/routes/",
    ),
    rule("a journey knows no other", "^app/routes/([^/]+)/", "^app/routes/[^/]+/", [
      "^app/routes/$1/",
      "^app/routes/(?:shell|declaration)/",
    ]),
    rule(
      "the app knows no host",
      "^app/",
      "^(server|sandbox|tests|e2e|bench|tools)/",
      "^sandbox/portal/pages",
    ),
    rule("the host knows pages only by their table", "^server/", "^app/(routes/|ui/|forms/)"),
    rule(
      "only the backend knows the wire",
      "^app/(domain|ui|i18n|session|declarations)/",
      "^app/backend/contract/",
    ),
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\+types/" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
    },
  },
};
