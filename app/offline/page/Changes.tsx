import { type ReactNode, useEffect, useState } from 'react'
import { type Act, actText } from '#app/acts/acts.ts'
import { seenFields } from '#app/acts/edit.ts'
import { type ItemValues, valuesText } from '#app/acts/itemValues.ts'
import { restoreForm } from '#app/acts/restore.ts'
import { cut } from '#app/messages/format.ts'
import { keptListNames } from '#app/offline/keptPages.ts'
import type { Entry } from '#app/offline/schema.ts'
import { nextTimestamp } from '#app/ui/browser/serverClock.ts'
import { Time } from '#app/ui/Time.tsx'
import { isOpen, isRefused, useOutbox } from './outbox.ts'
import { discard, sendAgain, submit, withdraw } from './send.ts'

export function Changes() {
  const { entries } = useOutbox()
  const listName = useListNames()
  return (
    <ul className="changes">
      {entries.filter(isRefused).map((entry) => (
        <Refused key={entry.op} entry={entry} list={listName(entry)} />
      ))}
      {entries.filter(isOpen).map((entry) => (
        <Change key={entry.op} entry={entry} list={listName(entry)} state="Not sent yet">
          <Choice onChoose={() => void withdraw(entry.op)}>Undo</Choice>
        </Change>
      ))}
    </ul>
  )
}

function useListNames(): (entry: Entry) => string | undefined {
  const [names, setNames] = useState<Map<string, string>>()
  useEffect(() => void keptListNames().then(setNames, () => {}), [])
  return ({ listID }) => names?.get(listID)
}

interface Shown {
  entry: Entry
  list: string | undefined
}

interface ChangeProps extends Shown {
  state: string
  details?: ReactNode
  children: ReactNode
}

function Change({ entry, list, state, details, children }: ChangeProps) {
  const text = actText(entry)
  return (
    <li>
      <div className="what">
        <p dir="auto">{`${text[0]?.toUpperCase()}${text.slice(1)}`}</p>
        <p className="state">
          {state} · <Time at={entry.at} />
          {list && <span dir="auto"> · {cut(list)}</span>}
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

function Refused({ entry, list }: Shown) {
  const { answer } = entry
  const drop = () => discard(entry)
  if (entry.kind === 'edit' && answer?.theirs) {
    return <Conflict entry={entry} list={list} theirs={answer.theirs} />
  }
  if (answer?.deleted) {
    return (
      <Change entry={entry} list={list} state={answer.message}>
        {answer.deleted.mayRestore && <Restore entry={entry} itemId={answer.deleted.itemID} />}
        <Choice onChoose={drop}>OK</Choice>
      </Change>
    )
  }
  return (
    <Change entry={entry} list={list} state={answer?.message ?? ''}>
      <Choice onChoose={() => void sendAgain(entry)}>Try again</Choice>
      <Choice onChoose={drop}>Discard</Choice>
    </Change>
  )
}

function Restore({ entry, itemId }: { entry: Entry; itemId: string }) {
  async function onChoose() {
    const { account, listID, name, fields } = entry
    const restored = await submit(restoreForm({ account, listID, guest: fields.guest }, itemId, name))
    if (restored.type === 'refused') return
    if (entry.kind === 'tick') await sendAgain(entry, { at: String(nextTimestamp()) })
    else await sendAgain(entry)
  }
  return <Choice onChoose={() => void onChoose()}>Restore</Choice>
}

function Conflict({ entry, list, theirs }: Shown & { entry: Act<'edit'>; theirs: ItemValues }) {
  const seen = { values: theirs, updatedAt: entry.answer?.seen ?? 0 }
  return (
    <Change
      entry={entry}
      list={list}
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
      <Choice onChoose={() => void sendAgain(entry, seenFields(seen))}>Keep yours</Choice>
      <Choice onChoose={() => discard(entry)}>Keep theirs</Choice>
    </Change>
  )
}
