# The portal for production: one image for all brands. It needs API_BASE_URL and SESSION_SECRET (docs/deploy.md).
FROM node:24-slim AS build
WORKDIR /srv
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --workspaces=false
COPY . .
RUN BUILD_SANDBOX=off npm run build

FROM node:24-slim AS dependencies
WORKDIR /srv
COPY package.json package-lock.json .npmrc ./
# Without the sandbox, which is a workspace, and without install scripts: the image has its own Node, the one among the dependencies is for machines that have an older one.
RUN npm ci --omit=dev --ignore-scripts --workspaces=false && rm -rf node_modules/node node_modules/.bin/node

FROM node:24-slim
ENV NODE_ENV=production PORT=3000
WORKDIR /srv
COPY --from=dependencies /srv/node_modules node_modules
COPY --from=build /srv/build build
COPY package.json ./
COPY brands brands
COPY server server
COPY locales locales
COPY app/config.server.ts app/log.server.ts app/
# Where sessions are kept, unless SESSION_STORE names a Redis. The sandbox is not in the image.
RUN mkdir data && chown node:node data
VOLUME /srv/data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["bash", "server/probe.sh"]
STOPSIGNAL SIGTERM
CMD ["node", "server/main.ts"]
