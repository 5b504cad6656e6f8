import type { IconNode } from 'lucide'

export function Icon({ of: node, size = 20 }: { of: IconNode; size?: number }) {
  return (
    <svg
      className="glyph"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of the icon library, not user input
      dangerouslySetInnerHTML={{ __html: shapes(node) }}
    />
  )
}

/** As React elements, the icons would be half the work of rendering a list's row. */
export function iconContent(node: IconNode, size = 20) {
  const svg = `<svg class="glyph" width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true">`
  return { dangerouslySetInnerHTML: { __html: `${svg}${shapes(node)}</svg>` } }
}

function shapes(node: IconNode): string {
  return node
    .map(([tag, attributes]) => {
      const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
      return `<${tag}${pairs.join('')}></${tag}>`
    })
    .join('')
}
