// Images with Debian's PostgreSQL and Caddy, which understand what compose.postgres.yaml and compose.caddy.yaml say to
// the official ones. Without Docker's registry there are no others.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './processes.mjs'

const BASE = 'docker.io/library/node:24-bookworm-slim'
const INSTALL = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends'

const POSTGRES = {
  Dockerfile: `
FROM ${BASE}
RUN ${INSTALL} postgresql && ln -s /usr/lib/postgresql/*/bin/* /usr/local/bin/
ENV PGDATA=/var/lib/postgresql/data
RUN mkdir -p $PGDATA && chown postgres:postgres $PGDATA
COPY --chmod=755 start /
USER postgres
CMD ["/start"]
`,
  start: `#!/bin/sh
set -eu
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl --wait --options="-c listen_addresses=''" start
  createdb --username="$POSTGRES_USER" --encoding=UTF8 --template=template0 "$POSTGRES_DB"
  pg_ctl --wait stop
fi
exec postgres -c listen_addresses=*
`,
}

const CADDY = {
  Dockerfile: `
FROM ${BASE}
RUN ${INSTALL} caddy
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
RUN mkdir -p /data/caddy /config/caddy
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
`,
}

export function createSubstitutes(buildah) {
  const create = (name, files) => {
    const folder = temporaryFolder('substitute')
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text.trimStart())
    buildah('build', '--format', 'docker', '--pull-never', '-t', name, folder)
    return `localhost/${name}`
  }
  return {
    POSTGRES_IMAGE: create('larder-check-postgres', POSTGRES),
    CADDY_IMAGE: create('larder-check-caddy', CADDY),
  }
}
