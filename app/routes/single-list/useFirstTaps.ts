import { useEffect } from 'react'
import type { Act } from '#app/acts/acts.ts'
import { quickAddForm } from '#app/acts/quickAdd.ts'
import { removeForm } from '#app/acts/remove.ts'
import type { Row } from '#app/acts/row.ts'
import { tickForm } from '#app/acts/tick.ts'
import type { FirstTap } from '#app/browser/firstTaps.ts'
import { takeOver } from '#app/browser/send.ts'
import { nextTimestamp, syncClock } from '#app/browser/serverClock.ts'
import type { ListAccess } from '#app/ui/listAccess.ts'

/** The page takes over what was done before it was awake, and sends again what hasn't been answered. */
export function useFirstTaps(access: ListAccess, rows: Row[], now: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page wakes
  useEffect(() => {
    const { firstTaps, loadedAt = Date.now() } = window
    delete window.firstTaps
    const taps = firstTaps?.handOver() ?? []
    if (taps.length === 0) return
    syncClock(now, loadedAt)
    const stored = Promise.all(taps.map((tap) => takeOverTap(access, rows, tap)))
    document.getElementById('quick')?.removeAttribute('data-sent')
    void stored.then(() => firstTaps?.forget())
  }, [])
}

async function takeOverTap(access: ListAccess, rows: Row[], tap: FirstTap): Promise<void> {
  const act = actOf(access, rows, tap)
  if (act) await takeOver({ ...act, op: tap.op, at: tap.at, state: 'sending' }, tap.reply)
}

function actOf(access: ListAccess, rows: Row[], { kind, item, body }: FirstTap): Act | undefined {
  const fields = new URLSearchParams(body)
  // What comes next is later.
  const at = nextTimestamp(Number(fields.get('at')) - 1, 0)
  if (kind === 'line') return quickAddForm(access, fields.get('id') ?? '', fields.get('lines') ?? '', at)
  const row = rows.find(({ id }) => id === item)
  if (!row) return undefined
  return kind === 'delete'
    ? removeForm(access, row)
    : tickForm(access, row, fields.get('completed') === 'on', at)
}
