import { useEffect, useState } from 'react'
import { readEntries } from '#app/offline/store.ts'
import { account } from '#app/words/en/account.ts'
import { useWords } from '#app/words/useWords.ts'
import { forgetEndedSession } from './pageCache.ts'

/** On a page without a session: what can be read goes, and what was not sent waits for its owner. */
export function WaitingForSignIn() {
  const words = useWords(account)
  const [count, setCount] = useState(0)
  useEffect(() => {
    forgetEndedSession()
    readEntries().then(
      (entries) => setCount(entries.filter(({ account }) => !account.startsWith('/')).length),
      () => {},
    )
  }, [])
  return count > 0 && <p className="lead">{words.signInLead({ n: count })}</p>
}
