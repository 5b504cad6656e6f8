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

function shapes(node: IconNode): string {
  return node
    .map(([tag, attributes]) => {
      const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
      return `<${tag}${pairs.join('')}></${tag}>`
    })
    .join('')
}
