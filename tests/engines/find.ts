/** What to look for: a role with a name, or a form field. */
export type Target = { role: string; name?: string } | { field: string }

export interface Found {
  name: string
  value: string | undefined
  checked: boolean
  /** The middle of it, in the window. */
  x: number
  y: number
  /** A click there would do what a user expects. */
  ready: boolean
}

/** Runs in the page: what a user can see and reach. Scrolls the only match into view. */
export function find(target: Target): Found[] {
  const SELECTORS: Record<string, string> = {
    button: 'button:not([role]), [role=button], input[type=submit], summary',
    checkbox: '[role=checkbox], input[type=checkbox]',
    dialog: 'dialog[open]',
    heading: 'h1, h2, h3',
    link: 'a[href]',
  }
  const plain = (text = '') => text.replace(/\s+/g, ' ').trim()
  const textOf = (id: string) => document.getElementById(id)?.innerText ?? ''

  function nameOf(element: HTMLElement): string {
    const labelledBy = element.getAttribute('aria-labelledby')
    if (labelledBy) return plain(labelledBy.split(' ').map(textOf).join(' '))
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const label = labels.map(({ innerText }) => innerText).join(' ')
    return plain(element.getAttribute('aria-label') ?? (label || element.innerText))
  }

  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  const isReachable = (element: HTMLElement) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[inert], [aria-hidden=true]') &&
    (!modal || modal.contains(element))

  const selector = 'field' in target ? `[name="${target.field}"]:not([type=hidden])` : SELECTORS[target.role]
  let matches = [...document.querySelectorAll<HTMLElement>(selector ?? '')].filter(isReachable)
  if ('role' in target && target.name !== undefined) {
    const { name } = target
    const exact = matches.filter((element) => nameOf(element) === name)
    matches = exact.length > 0 ? exact : matches.filter((element) => nameOf(element).includes(name))
  }

  const moving = document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null))
  // A toast slides in from above its place as soon as it is mounted.
  const isMoving = (element: Element) =>
    element.closest('[data-mounted=false]') !== null || moving.some((target) => target?.contains(element))

  return matches.map((element) => {
    if (matches.length === 1) element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect()
    const [x, y] = [Math.floor(left + width / 2), Math.floor(top + height / 2)]
    const hit = document.elementFromPoint(x, y)
    const input = element instanceof HTMLInputElement ? element : undefined
    return {
      name: nameOf(element),
      value: input?.value,
      checked: input?.checked || element.ariaChecked === 'true',
      x,
      y,
      ready:
        element.contains(hit) && !isMoving(element) && !element.matches(':disabled, [aria-disabled=true]'),
    }
  })
}
