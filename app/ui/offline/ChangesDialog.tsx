import type { ReactNode } from 'react'
import { actText, valuesText } from '#app/offline/actText.ts'
import { seenFields } from '#app/offline/editForm.ts'
import type { Answer, Entry } from '#app/offline/entries.ts'
import { Dialog } from '#app/ui/Dialog.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { nextTimestamp } from '#app/ui/serverClock.ts'
import { Time } from '#app/ui/Time.tsx'
import { discard, isOpen, isRefused, sendAgain, submit, useOutbox, withdraw } from './outbox.ts'

/** What waits on this phone, and what the server refused: somebody has to decide about that. */
export function ChangesDialog({ onClose }: { onClose(): void }) {
  const { home } = useListAccess()
  const { entries } = useOutbox()
  const refused = entries.filter(isRefused)
  const waiting = entries.filter(isOpen)
  return (
    <Dialog title="CHANGES ON THIS PHONE" closeTo={home} onClose={onClose}>
      {refused.length + waiting.length === 0 && <p>All changes are saved.</p>}
      <ul className="changes">
        {refused.map((entry) => (
          <Refused key={entry.op} entry={entry} />
        ))}
        {waiting.map((entry) => (
          <Change key={entry.op} entry={entry} state="Not sent yet">
            <Choice onChoose={() => withdraw(entry.op)}>Undo</Choice>
          </Change>
        ))}
      </ul>
    </Dialog>
  )
}

interface ChangeProps {
  entry: Entry
  state: string
  details?: ReactNode
  children: ReactNode
}

function Change({ entry, state, details, children }: ChangeProps) {
  const text = actText(entry)
  return (
    <li>
      <div className="what">
        <p dir="auto">{`${text[0]?.toUpperCase()}${text.slice(1)}`}</p>
        <p className="state">
          {state} · <Time at={entry.at} />
        </p>
        {details}
      </div>
      <div className="choices">{children}</div>
    </li>
  )
}

function Choice({ onChoose, children }: { onChoose(): void; children: ReactNode }) {
  return (
    <button type="button" className="button quiet" onClick={onChoose}>
      {children}
    </button>
  )
}

function Refused({ entry }: { entry: Entry }) {
  const { answer } = entry
  const drop = () => discard(entry)
  if (answer?.theirs) return <Conflict entry={entry} answer={answer} theirs={answer.theirs} />
  if (answer?.deleted) {
    return (
      <Change entry={entry} state={answer.message}>
        {answer.deleted.mayRestore && <Restore entry={entry} itemId={answer.deleted.itemID} />}
        <Choice onChoose={drop}>OK</Choice>
      </Change>
    )
  }
  return (
    <Change entry={entry} state={answer?.message ?? ''}>
      <Choice onChoose={() => void sendAgain(entry)}>Try again</Choice>
      <Choice onChoose={drop}>Discard</Choice>
    </Change>
  )
}

/** Brings the item back, and does again what was meant for it. */
function Restore({ entry, itemId }: { entry: Entry; itemId: string }) {
  const { restore } = useListAccess()
  async function onChoose() {
    const restored = await submit({ ...entry, ...restore(itemId) })
    if (restored.type === 'refused') return
    await sendAgain(entry, 'at' in entry.fields ? { at: String(nextTimestamp()) } : {})
  }
  return <Choice onChoose={() => void onChoose()}>RESTORE</Choice>
}

interface ConflictProps {
  entry: Entry
  answer: Answer
  theirs: Record<string, string>
}

function Conflict({ entry, answer, theirs }: ConflictProps) {
  const mine = () => void sendAgain(entry, { ...seenFields(theirs), seen: String(answer.seen ?? '') })
  return (
    <Change
      entry={entry}
      state="Somebody else changed it, too"
      details={
        <dl>
          <dt>Yours</dt>
          <dd dir="auto">{valuesText(entry.fields)}</dd>
          <dt>Theirs</dt>
          <dd dir="auto">{valuesText(theirs)}</dd>
        </dl>
      }
    >
      <Choice onChoose={mine}>Keep yours</Choice>
      <Choice onChoose={() => discard(entry)}>Keep theirs</Choice>
    </Change>
  )
}
