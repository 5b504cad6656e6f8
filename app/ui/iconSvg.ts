import type { IconNode } from 'lucide'

export const iconSvg = (node: IconNode, size = 20) =>
  `<svg class="glyph" width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true">${shapes(node)}</svg>`

export function shapes(node: IconNode): string {
  return node
    .map(([tag, attributes]) => {
      const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
      return `<${tag}${pairs.join('')}></${tag}>`
    })
    .join('')
}
