import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  // One small manifest file, cached for good, instead of a manifest request per link.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
