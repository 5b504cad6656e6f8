import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { count } from './en/count.ts'
import { ENGLISH } from './reader.ts'
import { rich } from './rich.ts'
import { room, type Shape } from './room.ts'
import { ReaderContext, useWords } from './useWords.ts'

const english = room('till', {
  pay: 'Pay',
  left: ({ n }: { n: number }) => count(n, { one: '1 item left', other: `${n} items left` }),
  paid: ({ sum }: { sum: React.ReactNode }) => rich`You paid ${sum} today.`,
})

const german = {
  pay: 'Bezahlen',
  left: ({ n }) => (n === 1 ? 'noch 1 Artikel' : `noch ${n} Artikel`),
  paid: ({ sum }) => rich`Du hast heute ${sum} bezahlt.`,
} satisfies Shape<typeof english>

function Till({ n }: { n: number }) {
  const words = useWords(english)
  return (
    <p>
      {words.pay} {words.left({ n })} {words.paid({ sum: <b>$ 2</b> })}
    </p>
  )
}

test('a component shows the texts of its room in English', () => {
  expect(renderToStaticMarkup(<Till n={1} />)).toBe('<p>Pay 1 item left You paid <b>$ 2</b> today.</p>')
  expect(renderToStaticMarkup(<Till n={2} />)).toContain('2 items left')
})

test('inside another language, it shows the same room of that language', () => {
  const page = (
    <ReaderContext.Provider value={{ ...ENGLISH, rooms: { till: german } }}>
      <Till n={2} />
    </ReaderContext.Provider>
  )
  expect(renderToStaticMarkup(page)).toBe('<p>Bezahlen noch 2 Artikel Du hast heute <b>$ 2</b> bezahlt.</p>')
})
