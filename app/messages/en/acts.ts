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
  undone({ kind, of, restored, kept }: Pick<Undone, 'kind' | 'of' | 'restored' | 'kept'>): string {
    if (restored === of) return 'Undone.'
    if (kind === 'receipt')
      return "The old receipt can't be restored: there is a newer one, or it's gone for good."
    const names = sentenceList(kept.map(cut))
    const missing = of - restored - kept.length
    const gone = missing > 0 ? `${plural(missing, 'item')} can't be restored` : ''
    const changed = kept.length > 0 ? `${names} ${kept.length === 1 ? 'was' : 'were'} changed since` : ''
    const reasons = [changed, gone].filter(Boolean).join(', and ')
    return restored === 0 ? `Nothing was undone: ${reasons}.` : `${restored} of ${of} restored; ${reasons}.`
  },
}
