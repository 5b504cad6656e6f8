import type { Undone } from '#app/domain/history/changes.ts'
import { cut, ended, plural, sentenceList } from '../format.ts'
import { quickAdded } from './quickAdd.ts'

type Named = { name: string }

export const acts = {
  quickAdded,
  ticked: ({ name, completed }: Named & { completed: boolean }) =>
    ended(`${completed ? 'Ticked' : 'Unticked'} ${cut(name)}`),
  deletedOne: ({ name }: Named) => ended(`Deleted ${cut(name)}`),
  deletedMany: ({ count }: { count: number }) => `Deleted ${plural(count, 'item')}.`,
  cleared: ({ count }: { count: number }) => `Cleared ${plural(count, 'done item')}.`,
  unticked: ({ count }: { count: number }) =>
    count > 0 ? `Unticked ${plural(count, 'item')}.` : 'No item was ticked.',
  renamed: ({ name }: Named) => `Renamed the list to “${cut(name)}”.`,
  copied: ({ source }: { source: string }) => `Copied “${cut(source)}”.`,
  restored: ({ name }: Named) => ended(`Restored ${cut(name)}`),
  purged: ({ name }: Named) => `Deleted ${cut(name)} for good.`,
  forgot: ({ name }: Named) => ended(`Forgot ${cut(name)}`),
  forgotAll: 'Forgot all items.',
  undone({ kind, of, restored, kept, change }: Omit<Undone, 'list'>, word = 'Undone'): string {
    if (restored === of) return `${word}.`
    if (kind === 'receipt')
      return "The old receipt can't be restored: there is a newer one, or it's gone for good."
    const were = (count: number) => (count === 1 ? 'was' : 'were')
    const gone = of - restored - kept.length
    const reasons = [
      kept.length > 0 && `${sentenceList(kept.map(cut))} ${were(kept.length)} changed since`,
      gone > 0 && `${plural(gone, 'item')} ${were(gone)} deleted for good`,
    ]
    const why = reasons.filter(Boolean).join(', and ')
    if (restored > 0) return `${word}: ${restored} of ${of}. ${why}.`
    return `${change ? `${word} in part` : `Nothing was ${word.toLowerCase()}`}: ${why}.`
  },
}
