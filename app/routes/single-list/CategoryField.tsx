import { useEffect, useState } from 'react'
import { categoryPath } from '#app/acts/view.ts'
import { released } from '#app/browser/whenReleased.ts'
import { useListAccess } from '#app/ui/listAccess.ts'
import { Select } from '#app/ui/Select.tsx'
import { usePageData } from './pageData.ts'
import type { CategoryChoice } from './sorted.server.ts'

interface Props {
  name: string
  /** In a form that was refused. */
  typed: string | undefined
}

/** Where an item is in the shop. The server says it: pages have no vocabulary. */
export function CategoryField({ name, typed }: Props) {
  const access = useListAccess()
  const data = usePageData()
  const [choice, setChoice] = useState<CategoryChoice | undefined>(data.category)
  const path = categoryPath(access, name)

  useEffect(() => {
    const left = new AbortController()
    void load(path, left.signal).then((found) => found && setChoice(found))
    return () => left.abort()
  }, [path])

  if (!choice) return null
  const { label, category, options } = choice
  return (
    <>
      <input type="hidden" name="seenCategory" value={category} />
      <Select
        key={category}
        label={label}
        name="category"
        defaultValue={typed ?? category}
        options={options}
      />
    </>
  )
}

async function load(path: string, signal: AbortSignal): Promise<CategoryChoice | undefined> {
  try {
    const response = await fetch(path, { signal, headers: { Accept: 'application/json' } })
    const found: CategoryChoice | undefined = response.ok ? await response.json() : undefined
    await released()
    return signal.aborted ? undefined : found
  } catch {
    return undefined
  }
}
