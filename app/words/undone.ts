import type { Undone } from '#app/domain/history/changes.ts'
import { acts } from './en/acts.ts'
import { sentenceList } from './format.ts'
import { type Reader, wordsOf } from './reader.ts'
import { cut } from './text.ts'
import { paidAt } from './trips.ts'

type Outcome = Omit<Undone, 'list'>

export function undone(reader: Reader, outcome: Outcome, isRedo = false): string {
  const { kind, of, restored, change, trip } = outcome
  const words = wordsOf(reader, acts)
  const what = trip && paidAt(reader, trip)
  if (what) return words.tripUndone({ what })
  if (restored === of) return isRedo ? words.redone : words.undone
  if (kind === 'finish' && !isRedo)
    return restored > 0 ? words.tripKeepsReceipt : words.nothingUndone({ why: words.tripGone })
  if (kind === 'receipt') return words.receiptGone
  if (kind === 'order') return (isRedo ? words.nothingRedone : words.nothingUndone)({ why: words.orderGone })
  const why = reasonOf(reader, outcome)
  if (restored > 0) return (isRedo ? words.redonePart : words.undonePart)({ restored, of, why })
  if (change) return (isRedo ? words.redoneInPart : words.undoneInPart)({ why })
  return (isRedo ? words.nothingRedone : words.nothingUndone)({ why })
}

function reasonOf(reader: Reader, { of, restored, kept }: Outcome): string {
  const words = wordsOf(reader, acts)
  const changed =
    kept.length > 0 ? words.changedSince({ names: sentenceList(reader, kept.map(cut)), n: kept.length }) : ''
  const n = of - restored - kept.length
  const gone = n > 0 ? words.goneForGood({ n }) : ''
  return changed && gone ? words.changedAndGone({ changed, gone }) : changed || gone
}
