# Builds Larder's image: `docker build --pull -t larder .`, with the newest Node 24. To run it, see deploy/compose.yaml and docs/installing.md.
ARG NODE=24-bookworm

# On the machine that builds, whatever the image is for: a release is the same for all.
FROM --platform=$BUILDPLATFORM docker.io/library/node:${NODE} AS release
WORKDIR /source
# Before the sources, so that packages are only downloaded again when they change.
COPY package.json package-lock.json ./
COPY scripts scripts
RUN node scripts/setup.mjs packages
COPY . .
RUN node scripts/release.mjs --folder=/larder

# The full image includes the compilers that better-sqlite3 needs if no prebuilt binary fits.
FROM docker.io/library/node:${NODE} AS packages
WORKDIR /larder
COPY --from=release /larder .
RUN node scripts/setup.mjs packages && rm -r .cache && chmod -R a+rX .

FROM docker.io/library/node:${NODE}-slim
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=3000
# Larder gives memory back instead of keeping it: docs/decisions/061-garbage-collection-settings.md
ENV MALLOC_MMAP_THRESHOLD_=4194304 MALLOC_TRIM_THRESHOLD_=524288
WORKDIR /larder
COPY --from=packages /larder .
# Owned by `node` (1000), so that new volumes are too.
RUN ln -s /larder/scripts/larder.mjs /usr/local/bin/larder \
  && mkdir /data /backups && chown node:node /data /backups && chmod 700 /data /backups
USER node
VOLUME /data
EXPOSE 3000
# No shell in between, so that SIGTERM reaches Larder.
CMD ["node", "--max-semi-space-size=8", "build/server.js"]
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
