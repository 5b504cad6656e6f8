import { useEffect, useState } from 'react'
import { plural } from '#app/messages/format.ts'
import { readEntries } from '#app/offline/store.ts'

export function WaitingForSignIn() {
  const [count, setCount] = useState(0)
  useEffect(() => {
    readEntries().then(
      (entries) => setCount(entries.filter(({ account }) => !account.startsWith('/')).length),
      () => {},
    )
  }, [])
  return count > 0 && <p className="lead">Sign in to send {plural(count, 'change')}.</p>
}
