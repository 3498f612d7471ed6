// The layers of docs/architecture.md: imports point one way. TypeScript 7 has no compiler API, so swc reads the sources.
const rule = (name, from, to, except) => ({
  name,
  severity: "error",
  from: { path: from },
  to: { path: to, ...(except && { pathNot: except }) },
});

/** The rooms of `app/` from the ground to the roof: each imports only those before it, types included. */
const rooms = [
  ...["domain", "platform", "ui", "i18n", "brand", "paper", "browser", "session", "request", "errors"],
  ...["backend", "forms", "tracking", "shell", "error-pages", "outcome", "declarations"],
  ...["operation", "middleware", "rendering", "routes"],
];
/** The rooms of an offer, in the same way: what is sold, what was entered, what was ordered, the steps, the ways in and out. */
const offerRooms = ["goods", "cart", "order", "steps", "entry"];
const noneAbove = (within, rooms) =>
  rooms
    .slice(0, -1)
    .map((room, index) =>
      rule(
        `${within}${room} imports no room above it`,
        `^${within}${room}/`,
        `^${within}(${rooms.slice(index + 1).join("|")})/`,
      ),
    );

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    { name: "no cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no orphan",
      severity: "error",
      // Served to browsers unchanged; declarations for the compiler; a thread of its own.
      from: { orphan: true, pathNot: "^sandbox/thirdparty/|[.]d[.]ts$|-worker[.]mjs$" },
      to: {},
    },
    rule("every room is in the list", `^app/(?!(?:${rooms.join("|")})/)[^/]+/`, ""),
    ...noneAbove("app/", rooms),
    ...noneAbove("app/routes/offer/", offerRooms),
    rule("every room of an offer is in the list", `^app/routes/offer/(?!(?:${offerRooms.join("|")})/)`, ""),
    rule("domain imports nothing", "^app/domain/", "^(app|server|sandbox)/", "^app/domain/"),
    rule("platform imports no room", "^app/platform/", "^app/[^/]+/", "^app/platform/"),
    rule("ui knows only itself", "^app/ui/", "^app/", "^app/ui/"),
    rule("forms know no page", "^app/forms/", "^app/(pages|page-table)"),
    rule("backend knows no page", "^app/backend/", "^app/(pages|page-table|ui/)"),
    rule("a journey knows no other", "^app/routes/([^/]+)/", "^app/routes/[^/]+/", [
      "^app/routes/$1/",
      "^app/routes/declaration/",
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
