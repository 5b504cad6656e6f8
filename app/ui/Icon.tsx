import type { LucideIcon } from 'lucide-react'

/** An icon says nothing by itself: the control around it carries the name. */
export function Icon({ of: Picture, size = 20 }: { of: LucideIcon; size?: number }) {
  return <Picture size={size} strokeWidth={1.8} aria-hidden focusable="false" />
}
