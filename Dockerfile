# The portal for production: one image for all brands. It needs API_BASE_URL and SESSION_SECRET (docs/deploy.md).
# Renovate adds the digest to this tag, and to those in compose.yaml, and keeps it up to date (`docker:pinDigests` in
# renovate.json). Without Renovate, take it from `docker buildx imagetools inspect node:24-slim` and pass
# --build-arg NODE_IMAGE=node:24-slim@sha256:…
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /srv
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --workspaces=false
COPY . .
# The commit, for /version: .git is not in the build context.
ARG COMMIT=unknown
RUN COMMIT=$COMMIT BUILD_SANDBOX=off npm run build
# A folder `kept-assets` from the previous image, if present, keeps the scripts of open pages.
ARG ASSETS_KEEP=3
RUN ASSETS_KEEP=$ASSETS_KEEP npm run keep-assets -- kept-assets && npm run --silent sbom > sbom.json

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /srv
COPY package.json package-lock.json .npmrc ./
# Without the sandbox's workspace; optional are Node, which the base has, and TypeScript. Maps and types are for developers.
RUN npm ci --omit=dev --omit=optional --workspaces=false \
  && find node_modules -type f \( -name "*.map" -o -name "*.d.ts" -o -name "*.d.mts" -o -name "*.d.cts" \) -delete

# The provider's API for trials; not part of production.
FROM ${NODE_IMAGE} AS sandbox
WORKDIR /srv
COPY . .
RUN npm ci --omit=dev && mkdir -p data && chown node:node data
USER node
EXPOSE 3001
CMD ["node", "sandbox/main.ts"]

FROM ${NODE_IMAGE} AS portal
ARG COMMIT=unknown
ARG NODE_IMAGE
LABEL org.opencontainers.image.title="Customer self-service portal" \
  org.opencontainers.image.description="For eight telecom brands, in front of a provider's API" \
  org.opencontainers.image.version=2.0.0-dev+$COMMIT \
  org.opencontainers.image.revision=$COMMIT \
  org.opencontainers.image.base.name=$NODE_IMAGE
# Without it, each thread that compresses keeps memory of its own: docs/deploy.md, "Memory".
ENV NODE_ENV=production PORT=3000 ASSETS_DIR=kept-assets MALLOC_ARENA_MAX=2
WORKDIR /srv
COPY --from=dependencies /srv/node_modules node_modules
COPY --from=build /srv/build build
COPY --from=build /srv/kept-assets kept-assets
COPY package.json ./
COPY --from=build /srv/sbom.json ./
COPY brands brands
COPY server server
COPY tools/build/keep-assets.ts tools/build/hash-files.ts tools/build/
COPY locales locales
# Commands run these from source: settings, texts, private files, and escaping for the outage pages.
COPY app/platform/config.server.ts app/platform/error-facts.ts app/platform/escaped-html.server.ts app/platform/nearest.ts \
  app/platform/redact-credentials.ts app/platform/setting-kinds.ts app/platform/
COPY app/domain/keys-of.ts app/domain/languages.ts app/domain/
COPY app/i18n/locale.ts app/i18n/read-texts.server.ts app/i18n/translation.ts app/i18n/
COPY app/session/sqlite-file.server.ts app/session/
# What was copied, file by file.
RUN node tools/build/hash-files.ts sbom.json
# For the files of SESSION_STORE and DECLARATION_STORE, unless they name a Redis and a PostgreSQL.
RUN mkdir -p data && chown node:node data && ln -s /srv/server/operation/portal-run /usr/local/bin/portal-run
VOLUME /srv/data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["bash", "server/operation/probe.sh"]
STOPSIGNAL SIGTERM
# The heap's limits: docs/deploy.md, "Memory".
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=384", "build/host/main.js"]
