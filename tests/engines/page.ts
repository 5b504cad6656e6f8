import { vi } from 'vitest'
import type { Driver, InputAction } from './driver.ts'
import { type Found, find, type Target } from './find.ts'

/** Longer than anything takes, even on a busy machine. */
const PATIENT = { timeout: 20_000, interval: 40 }

/** Longer than 400 ms, for which Larder takes a tap for the row or control that was there before. */
const STILL_MS = 450

const CONTROL = '\uE009'
const KEYS = { Control: CONTROL, Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' }

export type Page = ReturnType<typeof pageOf>

/** A window as a user sees it. Whatever they use is waited for. */
export function pageOf(driver: Driver, origin: string, { script = true } = {}) {
  /** Resolves with the only match, once it can be used and no longer moves. */
  async function ready(target: Target): Promise<Found> {
    let before: Found | undefined
    let since = 0
    return vi.waitFor(async () => {
      const [found, ...others] = await driver.call(find, target)
      if (found?.x !== before?.x || found?.y !== before?.y) since = performance.now()
      const problem = problemWith(found, others, performance.now() - since)
      before = found
      if (!found || problem) throw new Error(`${JSON.stringify(target)} ${problem} in:\n${await text()}`)
      return found
    }, PATIENT)
  }

  /** Users are slower: before hydration, a click would submit the plain form. */
  async function hydrated() {
    if (!script) return
    await vi.waitFor(async () => {
      const isHydrated = await driver.call(() => {
        // React renders a kept page into the body.
        const roots = window.keptPage ? [...document.body.children] : [document.body]
        return roots.some((root) => Object.keys(root).some((key) => key.startsWith('__reactFiber')))
      })
      if (!isHydrated) throw new Error('the page is not hydrated')
    }, PATIENT)
  }

  const text = () => driver.call(() => document.body.innerText)

  async function click(target: Target) {
    const { x, y } = await ready(target)
    const move: InputAction[] = [{ type: 'pointerMove', x, y }]
    const press: InputAction[] = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await driver.perform([{ type: 'pointer', id: 'mouse', actions: [...move, ...press] }])
  }

  const type = (actions: InputAction[]) => driver.perform([{ type: 'key', id: 'keyboard', actions }])

  return {
    async goto(path: string) {
      await driver.navigate(origin + path)
      await hydrated()
    },
    async reload() {
      await driver.reload()
      await hydrated()
    },
    async signIn(session: string) {
      // Cookies can only be set on a page of the site; this one loads fastest.
      await driver.navigate(`${origin}/favicon.ico`)
      await driver.call((value) => {
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is too new
        document.cookie = `session=${value}`
      }, session)
    },
    resize: driver.resize,
    screenshot: driver.screenshot,
    printedPages: driver.printedPages,
    errors: driver.errors,
    close: driver.close,
    call: driver.call,

    click: (role: string, name: string) => click({ role, name }),
    async fill(field: string, value: string) {
      await click({ field })
      await type([{ type: 'keyDown', value: CONTROL }, ...stroke('a'), { type: 'keyUp', value: CONTROL }])
      await type([...value].flatMap(stroke))
    },
    press: (key: keyof typeof KEYS) => type(stroke(KEYS[key])),

    /** Applies the print styles, which WebDriver can't. */
    emulatePrint: () =>
      driver.call(() => {
        const apply = (rules: CSSRuleList) => {
          for (const rule of rules) {
            if (rule instanceof CSSMediaRule && rule.media.mediaText === 'print') rule.media.mediaText = 'all'
            if (rule instanceof CSSGroupingRule) apply(rule.cssRules)
          }
        }
        for (const { cssRules } of document.styleSheets) apply(cssRules)
      }),

    text,
    path: () => driver.call(() => location.pathname + location.search),
    /** The names of all that can be seen and reached. */
    names: async (role: string) => (await driver.call(find, { role })).map(({ name }) => name),
    /** The names of the checkboxes, and whether they are ticked. */
    ticks: async () =>
      (await driver.call(find, { role: 'checkbox' })).map(({ name, checked }) => [name, checked]),
    value: async (field: string) => (await ready({ field })).value,
    /** The field name, label or text of the element with the focus. */
    focused: () =>
      driver.call(() => {
        const { activeElement } = document
        const name = activeElement?.getAttribute('name') ?? activeElement?.getAttribute('aria-label')
        return name ?? activeElement?.textContent?.trim()
      }),
  }
}

const stroke = (value: string): InputAction[] => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
]

function problemWith(found: Found | undefined, others: Found[], stillFor: number) {
  if (!found) return 'is missing'
  if (others.length > 0) return `is there ${others.length + 1} times`
  if (!found.ready) return 'is disabled, covered or moving'
  if (stillFor < STILL_MS) return 'moves'
}
