import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '#tests/support/services.ts'

const PROGRAM = '/usr/sbin/nginx'

export const hasNginx = existsSync(PROGRAM)

/** Resolves when nginx uses this server, again after a restart. */
export async function untilUsed(url: string, port: number): Promise<void> {
  for (;;) {
    const { headers } = await fetch(`${url}/livez`)
    if (headers.get('X-Server')?.endsWith(`:${port}`)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** nginx in front of several servers, like deploy/nginx.conf but without TLS. Returns its URL. */
export async function startNginx(port: number, servers: string[]): Promise<string> {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'logs'))
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const upstreams = servers.map((url) => `server ${new URL(url).host} fail_timeout=2s;`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr crit; events { worker_connections 4096; }
    http {
      ${temporaryPaths.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      access_log off;
      upstream larder { ${upstreams.join(' ')} }
      map $http_upgrade $connection_header { default upgrade; '' close; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://larder;
          proxy_http_version 1.1;
          proxy_set_header Host $http_host;
          proxy_set_header Upgrade $http_upgrade;
          proxy_set_header Connection $connection_header;
          proxy_set_header X-Forwarded-For $remote_addr;
          proxy_connect_timeout 1s;
          add_header X-Server $upstream_addr;
          proxy_buffering off;
        }
      }
    }`,
  )
  const nginx = spawn(PROGRAM, ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void nginx.kill('SIGTERM'))
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/livez`).catch(() => undefined))?.ok) {
    if (nginx.exitCode !== null) throw new Error(`nginx exited with ${nginx.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return url
}
