import { Ellipsis } from 'lucide'
import type { ReactNode, RefObject } from 'react'
import { Icon } from './Icon.tsx'

interface Props {
  label: string
  /** Whether the menu covers the title that it belongs to. */
  ofTitle?: boolean
  open?: boolean
  element?: RefObject<HTMLDetailsElement>
  children: ReactNode
}

export function Menu({ label, open, element, children }: Props) {
  return (
    <details
      className="menu"
      ref={element}
      open={open}
      onClick={choose}
      onKeyDown={step}
      onBlur={leave}
      onToggle={show}
    >
      <summary className="button icon" aria-label={label}>
        <Icon of={Ellipsis} />
      </summary>
      <div className="card">{children}</div>
    </details>
  )
}

/** A text field keeps the menu open. The browser still submits the form of a button that its click hides. */
function choose({ currentTarget, target }: React.MouseEvent<HTMLDetailsElement>) {
  if (target instanceof Element && target.closest('.card :is(a, button)')) close(currentTarget)
}

function close(menu: HTMLDetailsElement) {
  menu.open = false
  menu.querySelector('summary')?.focus()
}

/** By Tab: a pointer reaches nothing beside the menu. */
function leave({ currentTarget: menu, relatedTarget }: React.FocusEvent<HTMLDetailsElement>) {
  if (relatedTarget && !menu.contains(relatedTarget)) menu.open = false
}

function step(event: React.KeyboardEvent<HTMLDetailsElement>) {
  const { key, target, currentTarget: menu } = event
  if (key === 'Escape') return close(menu)
  const by = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (!by || !menu.open || target instanceof HTMLInputElement) return
  event.preventDefault()
  const choices = [...menu.querySelectorAll<HTMLElement>('.card :is(a, button)')].filter(
    (choice) => choice.offsetParent !== null,
  )
  const at = choices.indexOf(document.activeElement as HTMLElement)
  choices[at + by]?.focus()
}

function show({ currentTarget: menu }: React.SyntheticEvent<HTMLDetailsElement>) {
  if (menu.open) menu.querySelector('.card')?.scrollIntoView({ block: 'nearest' })
}
