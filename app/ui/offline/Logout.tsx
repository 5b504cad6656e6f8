import { LogOut } from 'lucide'
import { type FormEvent, useRef, useState } from 'react'
import { loadedWhenIdle } from '#app/browser/loadedWhenIdle.ts'
import { toast } from '#app/browser/messages.ts'
import { forgetUser } from '#app/browser/pageCache.ts'
import { ownEntries } from '#app/browser/send.ts'
import { lastReach, probe } from '#app/browser/serverReachable.ts'
import { forgetLines } from '#app/browser/typedLine.ts'
import { refusal, useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { offline } from '#app/words/en/offline.ts'
import { useWords } from '#app/words/useWords.ts'

const UnsentDialog = loadedWhenIdle(async () => (await import('./UnsentDialog.tsx')).UnsentDialog)

export function Logout() {
  const words = useWords(offline)
  const form = useRef<HTMLFormElement>(null)
  const ifReachable = useNeedsConnection()
  const [waiting, setWaiting] = useState(0)

  /** Loads a new document, so that nothing of this one stays in memory. */
  async function leave() {
    await probe()
    const reach = lastReach()
    if (reach !== true) return toast.info(refusal(words, reach, words.loggingOut))
    forgetUser()
    forgetLines()
    form.current?.submit()
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const { length } = await ownEntries()
    if (length > 0) setWaiting(length)
    else await leave()
  }

  return (
    <>
      <form ref={form} method="post" action="/logout" onSubmit={onSubmit}>
        <button
          type="submit"
          className="button icon logout"
          aria-label={words.logout}
          {...ifReachable(words.loggingOut)}
        >
          <Icon of={LogOut} />
          <span>{words.logout}</span>
        </button>
      </form>
      {waiting > 0 && <UnsentDialog count={waiting} onStay={() => setWaiting(0)} onLeave={leave} />}
    </>
  )
}
