import { useEffect, useState } from 'react'
import { isLink } from '#app/acts/act.ts'
import { clearPageCache } from '#app/browser/pageCache.ts'
import { forgetLines } from '#app/browser/typedLine.ts'
import { forgetOthers } from '#app/offline/forgetOthers.ts'
import { readEntries } from '#app/offline/store.ts'
import { account } from '#app/words/en/account.ts'
import { useWords } from '#app/words/useWords.ts'

/** On a page without a session: what can be read goes, and what was not sent waits for its owner. */
export function WaitingForSignIn() {
  const words = useWords(account)
  const [count, setCount] = useState(0)
  useEffect(() => {
    clearPageCache()
    forgetLines(isLink)
    forgetOthers().catch(() => {})
    readEntries().then(
      (entries) => setCount(entries.filter(({ account }) => !account.startsWith('/')).length),
      () => {},
    )
  }, [])
  return count > 0 && <p className="lead">{words.signInLead({ n: count })}</p>
}
