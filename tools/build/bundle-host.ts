import { resolve } from "node:path";
import { build } from "vite";

// After the build: the host as JavaScript, beside the app. Run from TypeScript, Node loads its compiler, which takes 20 MB
// of each portal. The sandbox stays what it is: no image contains it.
await build({
  configFile: false,
  publicDir: false,
  logLevel: "warn",
  build: {
    ssr: "server/main.ts",
    outDir: resolve(process.env.BUILD_DIRECTORY ?? "build", "host"),
    emptyOutDir: true,
    target: "node24",
    rolldownOptions: { external: /^#sandbox\// },
  },
});
