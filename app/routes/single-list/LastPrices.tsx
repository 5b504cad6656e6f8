import { useEffect, useState } from 'react'
import { released } from '#app/browser/whenReleased.ts'
import type { ItemValues } from '#app/domain/items/itemFields.ts'
import type { LastPrices as Found } from './lastPrices.server.ts'
import { useAccountData } from './pageData.ts'

export type LastPrice = Found['prices'][number]

interface Props {
  typed: ItemValues
  onTake(price: LastPrice): void
}

const PAUSE_MS = 100

/** What it cost last time, for those with an account. */
export function LastPrices({ typed: { name, unit }, onTake }: Props) {
  const { label, prices } = useLastPrices(name, unit)
  if (prices.length === 0) return null
  return (
    <>
      <p className="signature needs-no-script">
        {prices.map(({ store, text }) => `${store} ${text}`.trim()).join(' · ')}
      </p>
      <ul className="last-prices needs-script" aria-label={label}>
        {prices.map((price) => (
          <li key={price.store}>
            <button type="button" className={price.isOld ? 'old' : undefined} onClick={() => onTake(price)}>
              {price.store && <bdi>{price.store}</bdi>} {price.text}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

const NONE: Found = { label: '', prices: [] }

/** A document has them already. */
function useLastPrices(name: string, unit: string): Found {
  const data = useAccountData()
  const [found, setFound] = useState(data?.lastPrices ?? NONE)
  const listId = data?.list.id

  useEffect(() => {
    if (!listId) return
    const left = new AbortController()
    const timer = setTimeout(async () => {
      const found = await load(new URLSearchParams({ listID: listId, name, unit }), left.signal)
      if (!left.signal.aborted) setFound(found)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [listId, name, unit])

  return found
}

async function load(query: URLSearchParams, signal: AbortSignal): Promise<Found> {
  try {
    const response = await fetch(`/last-prices?${query}`, { signal, headers: { Accept: 'application/json' } })
    const found: Found = response.ok ? await response.json() : NONE
    await released()
    return found
  } catch {
    return NONE
  }
}
