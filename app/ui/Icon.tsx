import type { IconNode } from 'lucide'
import { iconSvg, shapes } from './iconSvg.ts'

/** Decorative: the control around an icon needs an accessible name. */
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
  return { dangerouslySetInnerHTML: { __html: iconSvg(node, size) } }
}
