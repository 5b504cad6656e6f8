import { ChevronDown, Ellipsis } from 'lucide'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Icon } from './Icon.tsx'

interface Props {
  label: string
  /** It covers the title that it belongs to. */
  ofTitle?: boolean
  open?: boolean
  element?: RefObject<HTMLDetailsElement>
  children: ReactNode
}

export function Menu({ label, ofTitle = false, open, element, children }: Props) {
  const own = useRef<HTMLDetailsElement>(null)
  const ref = element ?? own

  useEffect(() => {
    function close(event: Event) {
      const menu = ref.current
      if (!menu?.open) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
      } else if (event.target instanceof Element && menu.contains(event.target)) {
        // A text field keeps the menu open. The browser still submits the form of a button that its click hides.
        if (!event.target.closest('a, button')) return
      }
      const hadFocus = menu.contains(document.activeElement)
      menu.open = false
      if (hadFocus) menu.querySelector('summary')?.focus()
    }
    document.addEventListener('click', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('click', close)
      document.removeEventListener('keydown', close)
    }
  }, [ref])

  return (
    <details className="menu" ref={ref} open={open} onKeyDown={step} onToggle={show}>
      <summary className={ofTitle ? undefined : 'button icon'} aria-label={label}>
        {ofTitle ? <Icon of={ChevronDown} size={17} /> : <Icon of={Ellipsis} />}
      </summary>
      <div className="card">{children}</div>
    </details>
  )
}

function step(event: React.KeyboardEvent<HTMLDetailsElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!by || !event.currentTarget.open || event.target instanceof HTMLInputElement) return
  event.preventDefault()
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('.card :is(a, button)')].filter(
    (choice) => choice.offsetParent !== null,
  )
  const at = choices.indexOf(document.activeElement as HTMLElement)
  choices[at + by]?.focus()
}

function show({ currentTarget: menu }: React.SyntheticEvent<HTMLDetailsElement>) {
  if (menu.open) menu.querySelector('.card')?.scrollIntoView({ block: 'nearest' })
}
