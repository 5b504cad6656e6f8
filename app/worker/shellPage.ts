import { manifestPath } from '#app/protocol/paths.ts'
import { ICONS, METAS } from '#app/ui/head.ts'

export const HTML = '<html lang="en" data-kept>'
export const PAINTED = '<!--painted-->'
export const TITLE = '<title>Larder</title>'

type Files = { styles: string[]; headScript: string; script: string }

/** Without inline scripts and styles: a kept policy can't have a nonce. */
export function shellPage({ styles, headScript, script }: Files): string {
  const head = [
    '<meta charset="utf-8">',
    ...METAS.map((meta) => tag('meta', meta)),
    `<script src="${headScript}"></script>`,
    TITLE,
    ...styles.map((href) => tag('link', { rel: 'stylesheet', href })),
    `<script defer src="${script}"></script>`,
    ...ICONS.map((link) => tag('link', link)),
    tag('link', { rel: 'manifest', href: manifestPath('en') }),
  ]
  return `<!doctype html>
${HTML}
<head>
${head.join('\n')}
</head>
<body>
${PAINTED}
</body>
</html>
`
}

function tag(name: string, attributes: object): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
  return `<${name}${pairs.join('')}>`
}
