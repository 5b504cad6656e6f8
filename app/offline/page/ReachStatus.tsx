import { Link } from '@remix-run/react'
import { useEffect } from 'react'
import { SECOND } from '#app/domain/time.ts'
import { waitingText } from '#app/messages/en/browser.ts'
import { plural } from '#app/messages/format.ts'
import { Time } from '#app/ui/Time.tsx'
import { allSaved, isOpen, isRefused, useOutbox } from './outbox.ts'
import { sentAt } from './pageCache.ts'
import { useServerReachable } from './serverReachable.ts'

const SAVED_FOR = 5 * SECOND

export function ReachStatus({ name, data, onOpen }: { name: string; data: object; onOpen?(): void }) {
  const { entries, keeps, signedOut, isLate } = useOutbox()
  const reachable = useServerReachable()
  const waiting = entries.filter(isOpen).length
  const refused = entries.filter(isRefused).length
  const isSaved = isLate && reachable && waiting + refused === 0

  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(allSaved, SAVED_FOR)
    return () => clearTimeout(timer)
  }, [isSaved])

  const at = sentAt(data)
  const parts = [
    !reachable && (
      <span key="age">
        No connection.{' '}
        {at !== undefined && (
          <span className="age">
            <em>{name}</em> as of <Time at={at} />.
          </span>
        )}
      </span>
    ),
    waiting > 0 && signedOut && (
      <Link key="in" to="/login" reloadDocument>
        Sign in to send {plural(waiting, 'change')}
      </Link>
    ),
    waiting > 0 && !signedOut && keeps && (isLate || !reachable) && (
      <span key="n">{waitingText(waiting)}</span>
    ),
    !keeps && (waiting > 0 || !reachable) && (
      <span key="full">This browser can't keep changes. Leave this page open until they are sent.</span>
    ),
    !reachable && keeps && !('serviceWorker' in navigator) && (
      <span key="http">Leave this page open: without https, it can't be opened again.</span>
    ),
    refused > 0 && (
      <span key="no">{`${plural(refused, 'change')} ${refused === 1 ? "wasn't" : "weren't"} saved.`}</span>
    ),
    isSaved && <span key="saved">All changes are saved.</span>,
  ].filter(Boolean)
  return (
    <div className={parts.length > 0 ? 'reach' : 'reach quiet'}>
      {/* Present before its text, so that screen readers announce it. */}
      <p role="status">{parts.flatMap((part) => [part, ' '])}</p>
      {onOpen && (refused > 0 || (waiting > 0 && parts.length > 0)) && (
        <button type="button" className="button plain" onClick={onOpen}>
          Show
        </button>
      )}
    </div>
  )
}
