import { ICONS, METAS } from '#app/ui/head.ts'

interface Files {
  styles: string[]
  /** The theme, and shell.ts. First, so that the page's data loads before the scripts are compiled. */
  script: string
  manifest: string
  preloaded: string[]
}

/** The document of kept pages. Without inline scripts and styles: a kept policy can't have a nonce. */
export function shellPage({ styles, script, manifest, preloaded }: Files): string {
  const head = [
    '<meta charset="utf-8">',
    ...METAS.map((meta) => tag('meta', meta)),
    `<script src="${script}"></script>`,
    '<title>Larder</title>',
    ...styles.map((href) => tag('link', { rel: 'stylesheet', href })),
    ...preloaded.map((href) => tag('link', { rel: 'modulepreload', href })),
    `<script type="module" src="${manifest}"></script>`,
    ...ICONS.map((link) => tag('link', link)),
  ]
  return `<!doctype html>
<html lang="en" data-kept>
<head>
${head.join('\n')}
</head>
<body>
<div hidden>
<div class="public-page notice">
<main>
<h1>You're offline</h1>
<p>Larder can't be reached, and this page couldn't be opened without it.</p>
<a class="button" href="">Try again</a>
</main>
</div>
</div>
</body>
</html>
`
}

function tag(name: string, attributes: object): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
  return `<${name}${pairs.join('')}>`
}
