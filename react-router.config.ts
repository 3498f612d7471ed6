import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // One small manifest file, cached for good, instead of a manifest request per link.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
