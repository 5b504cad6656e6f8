import { type ReactNode, useEffect, useState } from 'react'
import { type Act, actText } from '#app/acts/acts.ts'
import { bothSides } from '#app/acts/clash.ts'
import { seenFields } from '#app/acts/edit.ts'
import { restoreForm } from '#app/acts/restore.ts'
import { valuesText } from '#app/acts/valuesText.ts'
import { answerText } from '#app/browser/answerText.ts'
import { isOpen, isRefused, isUnsaved, useOutbox } from '#app/browser/outbox.ts'
import { discard, submit, withdraw } from '#app/browser/send.ts'
import { sendAgain } from '#app/browser/sendAgain.ts'
import { nextTimestamp } from '#app/browser/serverClock.ts'
import type { ItemValues } from '#app/domain/items/itemFields.ts'
import { keptListNames } from '#app/offline/keptListNames.ts'
import type { Entry } from '#app/offline/schema.ts'
import { Dialog } from '#app/ui/Dialog.tsx'
import { Time } from '#app/ui/Time.tsx'
import { offline } from '#app/words/en/offline.ts'
import { waitingChanges } from '#app/words/en/waitingChanges.ts'
import { cut } from '#app/words/text.ts'
import { useReader, useWords } from '#app/words/useWords.ts'

export function ChangesDialog({ closeTo, onClose }: { closeTo: string; onClose(): void }) {
  const words = useWords(offline)
  const { entries, isRead } = useOutbox()
  return (
    <Dialog title={words.changes} closeTo={closeTo} onClose={onClose}>
      {isRead && !entries.some(isUnsaved) && <p>{words.saved}</p>}
      <Changes />
    </Dialog>
  )
}

export function Changes() {
  const { entries } = useOutbox()
  const listName = useListNames()
  const words = useWords(waitingChanges)
  return (
    <ul className="changes">
      {entries.filter(isRefused).map((entry) => (
        <Refused key={entry.op} entry={entry} list={listName(entry)} />
      ))}
      {entries.filter(isOpen).map((entry) => (
        <Change key={entry.op} entry={entry} list={listName(entry)} state={words.notSent}>
          <Choice onChoose={() => void withdraw(entry.op)}>{words.undo}</Choice>
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
  const text = actText(useReader(), entry)
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
  const words = useWords(waitingChanges)
  const reader = useReader()
  const { answer } = entry
  const drop = () => discard(entry)
  if (entry.kind === 'edit' && answer?.theirs) {
    return <Conflict entry={entry} list={list} theirs={answer.theirs} />
  }
  if (answer?.deleted) {
    return (
      <Change entry={entry} list={list} state={answer.message}>
        {answer.deleted.mayRestore && <Restore entry={entry} itemId={answer.deleted.itemID} />}
        <Choice onChoose={drop}>{words.ok}</Choice>
      </Change>
    )
  }
  return (
    <Change entry={entry} list={list} state={answerText(reader, answer)}>
      <Choice onChoose={() => void sendAgain(entry)}>{words.tryAgain}</Choice>
      <Choice onChoose={drop}>{words.discard}</Choice>
    </Change>
  )
}

function Restore({ entry, itemId }: { entry: Entry; itemId: string }) {
  const words = useWords(waitingChanges)
  async function onChoose() {
    const { account, listID, name, fields } = entry
    const restored = await submit(restoreForm({ account, listID, guest: fields.guest }, itemId, name))
    if (restored.type === 'refused') return
    if (entry.kind === 'tick') await sendAgain(entry, { at: String(nextTimestamp()) })
    else await sendAgain(entry)
  }
  return <Choice onChoose={() => void onChoose()}>{words.restore}</Choice>
}

function Conflict({ entry, list, theirs }: Shown & { entry: Act<'edit'>; theirs: ItemValues }) {
  const words = useWords(waitingChanges)
  const reader = useReader()
  const { seen: updatedAt = 0, currency = entry.currency } = entry.answer ?? {}
  const seen = seenFields({ values: theirs, updatedAt })
  const sides = bothSides(entry.fields, theirs)
  const send = (values: ItemValues) => void sendAgain(entry, { ...values, ...seen })
  return (
    <Change
      entry={entry}
      list={list}
      state={words.conflict}
      details={
        <dl>
          <dt>{words.yours}</dt>
          <dd dir="auto">{valuesText(reader, sides.yours, currency)}</dd>
          <dt>{words.theirs}</dt>
          <dd dir="auto">{valuesText(reader, sides.theirs, currency)}</dd>
        </dl>
      }
    >
      <Choice onChoose={() => send(sides.yours)}>{words.keepYours}</Choice>
      <Choice onChoose={() => (sides.keepsOwn ? send(sides.theirs) : discard(entry))}>
        {words.keepTheirs}
      </Choice>
    </Change>
  )
}
