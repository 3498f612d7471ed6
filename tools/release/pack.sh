#!/usr/bin/env bash
# bash tools/release/pack.sh FOLDER: what a release is made of, for this machine's system. In a fresh clone of its tag: packages that only
# building needs are taken out of node_modules.
set -euo pipefail
[ $# = 1 ] || { echo "bash tools/release/pack.sh FOLDER" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
npm ci --no-audit --no-fund
COMMIT=$(git rev-parse HEAD) BUILD_SANDBOX=off npm run build
version=$(sed 's/.*"version":"\([^"]*\)".*/\1/' build/version.json)
npm run -s sbom > sbom.json
npm run -s pack-journeys -- "$out"
npm ci --omit=dev --workspaces=false --no-audit --no-fund
tar --zstd -cf "$out/portal-$version-$(uname -s | tr A-Z a-z)-$(uname -m).tar.zst" \
  --exclude='*.map' --exclude='*.d.ts' --exclude='*.d.?ts' --exclude='@typescript' --exclude=build/journeys \
  --transform "s,^,portal-$version/,S" \
  app brands build deploy locales node_modules package.json sbom.json server tools/build
(cd "$out" && sha256sum portal-*.tar.zst portal-*.tgz > SHA256SUMS)
