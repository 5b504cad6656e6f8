import type { IconNode } from 'lucide'

/** An icon says nothing by itself: the control around it carries the name. */
export function Icon({ of: node, size = 20 }: { of: IconNode; size?: number }) {
  return (
    <svg
      className="glyph"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of the library, never input
      dangerouslySetInnerHTML={{ __html: shapes(node) }}
    />
  )
}

/**
 * All that an element has inside, for what stands in every row of a list: as elements, its icons would be
 * half of what React has to do for a row, here and on the phone.
 */
export function onlyIcon(node: IconNode, size = 20) {
  const svg = `<svg class="glyph" width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true">${shapes(node)}</svg>`
  return { dangerouslySetInnerHTML: { __html: svg } }
}

function shapes(node: IconNode): string {
  return node
    .map(([tag, attributes]) => {
      const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
      return `<${tag}${pairs.join('')}></${tag}>`
    })
    .join('')
}
