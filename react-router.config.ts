import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { shortenManifest } from "./tools/build/less-for-browsers.ts";

export default {
  ssr: true,
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  // One small manifest file, cached for good, instead of a manifest request per link.
  routeDiscovery: { mode: "initial" },
  buildEnd: ({ reactRouterConfig }) => shortenManifest(join(reactRouterConfig.buildDirectory, "client")),
} satisfies Config;
