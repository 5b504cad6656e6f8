import type { ReactNode } from 'react'
import type { CurrentList } from '#app/offline/shownLists.ts'
import { Cloth, ClothUnderWay } from '#app/ui/Cloth.tsx'
import { Sum } from '#app/ui/Sum.tsx'
import { lists } from '#app/words/en/lists.ts'
import { cut } from '#app/words/text.ts'
import { useWords } from '#app/words/useWords.ts'

interface Props {
  list: {
    id: string
    name: string
    sum: string
    items?: number
    done?: number
    pending?: boolean | undefined
  }
  className?: string
  /** Of the current list, which has a larger card. */
  current?: CurrentList | undefined
  when: ReactNode
  children: ReactNode
}

/** A list on the lists page. Without the router's hooks, because the service worker renders it, too. */
export function CardFrame({
  list: { id, name, sum, items, done, pending },
  className = '',
  current,
  when,
  children,
}: Props) {
  const words = useWords(lists)
  return (
    <li
      id={`list-${id}`}
      className={`list-card${current ? ' card' : ''}${className}`}
      aria-busy={pending || undefined}
    >
      {current ? <Cloth items={items} done={done} /> : <ClothUnderWay items={items} done={done} />}
      <div className="about">
        <h2 dir="auto">{name}</h2>
        <p>
          <Sum text={sum} /> <span className="when">{when}</span>
        </p>
      </div>
      {current && current.names.length > 0 && (
        <ul className="next" aria-label={words.nextItems}>
          {current.names.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two items can have the same name
            <li key={index}>
              <b dir="auto">{cut(item)}</b>
              {current.more > 0 && index === current.names.length - 1 && (
                <small> {words.andMore({ n: current.more })}</small>
              )}
            </li>
          ))}
        </ul>
      )}
      {children}
    </li>
  )
}
