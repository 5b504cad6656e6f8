import {
  KEEP_OFFLINE_LISTS_FOR,
  LISTS_KEPT_AHEAD,
  MAX_OFFLINE_LISTS,
} from '#app/domain/limitsAndLifetimes.ts'
import { settings } from '#app/words/en/settings.ts'
import { days } from '#app/words/format.ts'
import { useReader, useWords } from '#app/words/useWords.ts'

export function WithoutConnection() {
  const words = useWords(settings)
  const reader = useReader()
  return (
    <section className="card" aria-labelledby="on-this-phone">
      <h2 id="on-this-phone">{words.withoutConnection}</h2>
      <p className="lead">
        {words.keptLists({
          ahead: LISTS_KEPT_AHEAD,
          most: MAX_OFFLINE_LISTS,
          keptFor: days(reader, KEEP_OFFLINE_LISTS_FOR),
        })}
      </p>
      <p className="lead">{words.onIPhone}</p>
    </section>
  )
}
