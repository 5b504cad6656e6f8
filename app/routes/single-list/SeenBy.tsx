import { useEffect, useRef, useState } from 'react'
import type { Row } from '#app/acts/row.ts'
import { live } from '#app/browser/live.ts'
import { expirePageCache } from '#app/browser/pageCache.ts'
import { useReload } from '#app/browser/useReload.ts'
import { whenReleased } from '#app/browser/whenReleased.ts'
import type { SeenBy as Person } from '#app/domain/sharing/seen.ts'
import type { SeenMessage } from '#app/realtime/wire.ts'
import { Time } from '#app/ui/Time.tsx'
import { list as listWords } from '#app/words/en/list.ts'
import { sentenceList } from '#app/words/format.ts'
import { guestLabel } from '#app/words/signatures.ts'
import { cut } from '#app/words/text.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import type { PageData } from './pageData.ts'

/** Less is too short to read a list. */
const READ_MS = 1_000

type News = NonNullable<Extract<PageData, { userId: string }>['news']>

interface Props {
  list: { id: string; revision: number }
  rows: Row[]
  news: News
}

/** How far the others have read the list: whether someone in the shop has seen what was just added. */
export function SeenBy({ list, rows, news }: Props) {
  const words = useWords(listWords)
  const reader = useReader()
  const { readers, unseen } = useLiveNews(list, news)
  const [first, ...others] = readers
  if (!first) return null
  const missing = rows.filter((row) => !row.completed && unseen.includes(row.id)).map(({ name }) => cut(name))
  const sentence = (
    <>
      <ReadUpTo person={first} />
      {missing.length > 0 && ` ${words.notYet({ names: sentenceList(reader, missing) })}`}
    </>
  )
  const named = { className: 'seen-by', id: 'seen-by' }
  if (others.length === 0) return <p {...named}>{sentence}</p>
  return (
    <details {...named}>
      <summary>{sentence}</summary>
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            <ReadUpTo person={other} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function ReadUpTo({ person }: { person: Person }) {
  const words = useWords(listWords)
  const reader = useReader()
  const name = person.guestName ? guestLabel(reader, person.guestName) : nameOf(person, words)
  return words.seenUpTo({ name, time: <Time at={person.at} /> })
}

function nameOf({ name, isGuest }: Person, words: typeof listWords): string {
  if (!isGuest) return name
  return name ? words.withNamedLink({ name: cut(name) }) : words.withLink
}

function useLiveNews({ id, revision }: Props['list'], loaded: News): News {
  const [news, setNews] = useState(loaded)
  const reload = useReload()
  const known = useRef(loaded)
  useEffect(() => {
    known.current = loaded
    setNews(loaded)
  }, [loaded])
  useEffect(
    () =>
      live.subscribe(id, (event) => {
        if (event.type !== 'seen') return
        expirePageCache()
        const knowsAll = event.revision >= revision
        const isKnown = known.current.readers.some(({ id }) => id === event.readerId)
        if (!knowsAll || !isKnown) return reload()
        whenReleased(() => setNews((before) => withPerson(before, event)))
      }),
    [id, revision, reload],
  )
  return news
}

function withPerson(news: News, { readerId, name, guestName, revision, at }: SeenMessage): News {
  const all = news.readers.map((person) =>
    person.id === readerId ? { ...person, name, guestName, revision, at } : person,
  )
  all.sort((a, b) => Number(a.isGuest) - Number(b.isGuest) || b.revision - a.revision || b.at - a.at)
  return { ...news, readers: all, unseen: all[0]?.id === readerId ? [] : news.unseen }
}

/** Reports that this revision is on the screen, with or without JavaScript. */
export function SeenMark({ address }: { address: string }) {
  useSeen(address)
  return (
    <noscript>
      <img src={address} alt="" width="1" height="1" className="seen-mark" />
    </noscript>
  )
}

function useSeen(address: string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      stop()
      // If this fails, the others learn it with the next revision.
      fetch(address, { method: 'POST' }).catch(() => {})
    }
    const watch = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(send, READ_MS)
    }
    const stop = () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', watch)
    }
    document.addEventListener('visibilitychange', watch)
    watch()
    return stop
  }, [address])
}
