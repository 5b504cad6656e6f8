import { useEffect, useState } from 'react'
import { linesIn } from '#app/acts/quickAdd.ts'
import { released } from '#app/browser/whenReleased.ts'
import type { ListAccess } from '#app/ui/listAccess.ts'
import { list } from '#app/words/en/list.ts'
import { useWords } from '#app/words/useWords.ts'

/** With a recipe, a dish: asking for it adds its ingredients. */
export type Suggestion = { name: string; recipe?: string }

const NONE = { typed: '', names: [] as Suggestion[] }

const PAUSE_MS = 80

/** Suggests a name for the item that is being typed: the last one of the text. */
export function useSuggestions({ suggest: url, currency }: ListAccess, text: string) {
  const words = useWords(list)
  const typed = nameBeingTyped(text, currency)
  const [found, setFound] = useState(NONE)
  // Resetting it in an effect would leave a moment in which a second Enter chooses from the other suggestions.
  const [marked, setMarked] = useState({ typed: '', index: -1 })
  const active = marked.typed === typed ? marked.index : -1

  useEffect(() => {
    if (!url || typed === '') return setFound(NONE)
    const left = new AbortController()
    const timer = setTimeout(async () => {
      const names = await load(`${url}&q=${encodeURIComponent(typed)}`, left.signal)
      if (!left.signal.aborted) setFound({ typed, names })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [url, typed])

  useEffect(() => {
    document.getElementById(`suggestion-${active}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])

  // Show the previous suggestions until new ones arrive.
  const shown =
    typed === '' ? [] : found.names.filter(({ name }) => name.toLowerCase() !== typed.toLowerCase())
  const chosen = shown[active]

  return {
    shown,
    chosen,
    /** Only while there is a list: at other times it is an ordinary text area. */
    comboboxProps: shown.length > 0 && {
      role: 'combobox',
      'aria-expanded': true,
      'aria-controls': 'suggestions',
      ...(chosen !== undefined && { 'aria-activedescendant': `suggestion-${active}` }),
    },
    announcement: shown.length > 0 && found.typed === typed ? words.suggested({ n: shown.length }) : '',
    close: () => setFound(NONE),
    replaceBy: (name: string) => text.slice(0, text.length - typed.length) + name,
    /** Whether the key was for the suggestions. */
    onKey(key: string): boolean {
      if (shown.length === 0) return false
      const step = { ArrowDown: 1, ArrowUp: -1 }[key]
      if (step !== undefined) {
        // Before the first and after the last one is the line itself.
        const index = ((active + 1 + step + shown.length + 1) % (shown.length + 1)) - 1
        setMarked({ typed, index })
      } else if (key === 'Escape') setFound(NONE)
      else return false
      return true
    },
  }
}

/** Without the amount in front: of '2 kg pot', 'pot'. Empty unless the text ends with the name. */
function nameBeingTyped(text: string, currency: ListAccess['currency']): string {
  const [last = ''] = text.split('\n').slice(-1)
  const item = linesIn(last, currency).at(-1)
  if (!item || last === '') return ''
  return item.name.length > 1 && text.endsWith(item.name) ? item.name : ''
}

async function load(url: string, signal: AbortSignal): Promise<Suggestion[]> {
  try {
    const response = await fetch(url, { signal, headers: { Accept: 'application/json' } })
    const body: { suggestions: Suggestion[] } = response.ok ? await response.json() : { suggestions: [] }
    await released()
    return body.suggestions
  } catch {
    return []
  }
}
