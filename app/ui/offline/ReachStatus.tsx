import { Link } from '@remix-run/react'
import { useEffect } from 'react'
import { allSaved, isOpen, isRefused, useOutbox } from '#app/browser/outbox.ts'
import { sentAt, useFailed } from '#app/browser/pageCache.ts'
import { useReach } from '#app/browser/serverReachable.ts'
import { useReload } from '#app/browser/useReload.ts'
import { SECOND } from '#app/domain/time.ts'
import { FAILING } from '#app/offline/keptDocument.ts'
import { Time } from '#app/ui/Time.tsx'
import { offline } from '#app/words/en/offline.ts'
import { useWords } from '#app/words/useWords.ts'

const SAVED_FOR = 5 * SECOND
const RETRY_EVERY_MS = 15 * SECOND

export function ReachStatus({ name, data, onOpen }: { name: string; data: object; onOpen?(): void }) {
  const words = useWords(offline)
  const { entries, keeps, signedOut, isLate } = useOutbox()
  const reach = useReach()
  const reachable = reach === true
  const why = useFailed(data) && reachable ? FAILING : reach
  const isFailing = why === FAILING
  const reload = useReload()
  const waiting = entries.filter(isOpen).length
  const refused = entries.filter(isRefused)
  // Nobody has lost anything who ticked what somebody else deleted: "Ben deleted “Milk”."
  const clash = refused[1] ? undefined : refused[0]?.answer
  const isSaved = isLate && reachable && waiting + refused.length === 0

  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(allSaved, SAVED_FOR)
    return () => {
      clearTimeout(timer)
      // The next change ends it. If that one is late, it says so itself.
      allSaved()
    }
  }, [isSaved])

  useEffect(() => {
    if (!isFailing) return
    const timer = setInterval(() => document.hidden || reload(), RETRY_EVERY_MS)
    return () => clearInterval(timer)
  }, [isFailing, reload])

  const at = sentAt(data)
  const parts = [
    why !== true && (
      <span key="age">
        {words[why || 'noConnection']}{' '}
        {at !== undefined && (
          <span className="age">{words.asOf({ name: <em>{name}</em>, at: <Time at={at} /> })}</span>
        )}
      </span>
    ),
    waiting > 0 && signedOut && (
      <Link key="in" to="/login" reloadDocument>
        {words.signIn({ n: waiting })}
      </Link>
    ),
    waiting > 0 && !signedOut && keeps && (isLate || !reachable) && (
      <span key="n">
        <i className="waiting" /> {words.waiting({ n: waiting })}
      </span>
    ),
    !keeps && (waiting > 0 || !reachable) && (
      <span key="full" className="unsaved">
        {words.cantKeep}
      </span>
    ),
    !reachable && keeps && !('serviceWorker' in navigator) && <span key="http">{words.noHttps}</span>,
    refused.length > 0 && (
      <span key="no" className="unsaved">
        {clash?.deleted ? clash.message : words.notSaved({ n: refused.length })}
      </span>
    ),
    isSaved && <span key="saved">{words.saved}</span>,
  ].filter(Boolean)
  return (
    <div className={parts.length > 0 ? 'reach' : 'reach quiet'}>
      {/* Present before its text, so that screen readers announce it. */}
      <p role="status">{parts.flatMap((part) => [part, ' '])}</p>
      {why && why !== true && (
        <button type="button" className="button plain" onClick={() => void reload()}>
          {words.tryAgain}
        </button>
      )}
      {onOpen && (refused.length > 0 || (waiting > 0 && parts.length > 0)) && (
        <button type="button" className="button plain" onClick={onOpen}>
          {words.show}
        </button>
      )}
    </div>
  )
}
