import { listFor, type User } from '#app/domain/access/access.ts'
import { MAX_SUGGESTIONS } from '#app/domain/limitsAndLifetimes.ts'
import type { Language } from '#app/domain/locale/locale.ts'
import { thingKey } from '#app/domain/quickAdd/thingKey.ts'
import { nameKey } from '#app/domain/text.ts'
import type { Services } from '#app/services.ts'
import { commonThings } from './commonThings.ts'
import { type Memory, memoriesLike, readsBack } from './memories.ts'

export type Suggestion = Pick<Memory, 'name' | 'unit'>

export async function suggestionsFor(
  { db }: Services,
  user: User,
  listId: string | undefined,
  text: string,
  language: Language = 'en',
) {
  await listFor(db, user, listId, 'edit')
  const key = nameKey(text)
  if (key === '') return []
  const own = await memoriesLike(db, user.id, key, MAX_SUGGESTIONS)
  const found: Suggestion[] = []
  const names = new Set<string>()
  for (const { name, unit } of [...own, ...(await fromShops(key, language))]) {
    if (names.has(thingKey(name)) || found.length === MAX_SUGGESTIONS || !readsBack(name, { name, unit: '' }))
      continue
    names.add(thingKey(name))
    found.push({ name, unit })
  }
  return found
}

async function fromShops(key: string, language: Language): Promise<Suggestion[]> {
  const { pantryNames } = await import('#app/ports/ai/cookbook/pantryNames.ts')
  const starts = (name: string) => nameKey(name).startsWith(key)
  const names = [...commonThings(language), ...(await pantryNames(language))]
  const matches = names.filter((name) => starts(name) || nameKey(name).includes(` ${key}`))
  return matches.sort((a, b) => Number(starts(b)) - Number(starts(a))).map((name) => ({ name, unit: '' }))
}
