import { useEffect, useState } from 'react'
import { loadLineReader, readsLines } from '#app/acts/quickAdd.ts'

/** Whether lines are read already. Loads what reads them. */
export function useLineReader(): boolean {
  const [isLoaded, setLoaded] = useState(readsLines)
  useEffect(() => {
    void loadLineReader().then(() => setLoaded(readsLines()))
  }, [])
  return isLoaded
}
