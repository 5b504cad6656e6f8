// Runs nginx with deploy/nginx-proxy-manager.conf at the place where Nginx Proxy Manager puts the lines of its tab
// Advanced, and with what it sets around them. Nginx Proxy Manager itself is only available as an image.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/steps.mjs'
import { startSite } from './nginx.mjs'
import { NAME } from './site.mjs'

export function startNginxProxyManager({ folder, httpPort, httpsPort, appPort }) {
  const advanced = readFileSync(join(root, 'deploy/nginx-proxy-manager.conf'), 'utf8')
  const webSockets =
    'proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $http_connection; proxy_http_version 1.1;'
  return startSite(
    folder,
    ({ chain, key }) => `
client_max_body_size 2000m;
proxy_connect_timeout 90s;
proxy_send_timeout 90s;
proxy_read_timeout 90s;
gzip on;
map $http_x_forwarded_proto $x_forwarded_proto {
  http http;
  https https;
  default $scheme;
}
server {
  listen ${httpPort};
  listen ${httpsPort} ssl http2;
  server_name ${NAME};
  ssl_certificate ${chain};
  ssl_certificate_key ${key};
  if ($scheme = http) {
    return 301 https://$host$request_uri;
  }
  ${webSockets}
  access_log ${folder}/access.log;
${advanced}
  location / {
    ${webSockets}
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-Proto $x_forwarded_proto;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Real-IP $remote_addr;
    proxy_pass http://127.0.0.1:${appPort}$request_uri;
  }
}
`,
  )
}
