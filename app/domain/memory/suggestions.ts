import { listFor, type User } from '#app/domain/access/access.ts'
import { goodsOf } from '#app/domain/goods/usual.ts'
import { MAX_SUGGESTIONS } from '#app/domain/limitsAndLifetimes.ts'
import type { Language } from '#app/domain/locale/locale.ts'
import { thingKey } from '#app/domain/quickAdd/thingKey.ts'
import { nameKey } from '#app/domain/text.ts'
import type { Services } from '#app/services.ts'
import { commonThings } from './commonThings.ts'
import { type Memory, memoriesLike, readsBack } from './memories.ts'

export type Suggestion = Pick<Memory, 'name' | 'unit'>

/** What the list usually has, then what the user remembers, then what shops sell. */
export async function suggestionsFor(
  { db }: Services,
  user: User,
  listId: string | undefined,
  text: string,
  language: Language = 'en',
) {
  const list = await listFor(db, user, listId, 'edit')
  const key = nameKey(text)
  if (key === '') return []
  const usual = (await goodsOf(db).all({ listId: list.id })).filter(({ name }) => matches(name, key))
  const own = await memoriesLike(db, user.id, key, MAX_SUGGESTIONS)
  const found: Suggestion[] = []
  const names = new Set<string>()
  for (const { name, unit } of [...byStart(usual, key), ...own, ...(await fromShops(key, language))]) {
    if (names.has(thingKey(name)) || found.length === MAX_SUGGESTIONS || !readsBack(name, { name, unit: '' }))
      continue
    names.add(thingKey(name))
    found.push({ name, unit })
  }
  return found
}

async function fromShops(key: string, language: Language): Promise<Suggestion[]> {
  const { pantryNames } = await import('#app/ports/ai/cookbook/pantryNames.ts')
  const names = [...commonThings(language), ...(await pantryNames(language))]
  const found = names.filter((name) => matches(name, key)).map((name) => ({ name, unit: '' as const }))
  return byStart(found, key)
}

const starts = (name: string, key: string) => nameKey(name).startsWith(key)

/** At the start of a word. */
const matches = (name: string, key: string) => starts(name, key) || nameKey(name).includes(` ${key}`)

/** What begins so comes before what has a word that does. */
const byStart = <T extends { name: string }>(things: T[], key: string) =>
  things.sort((a, b) => Number(starts(b.name, key)) - Number(starts(a.name, key)))
