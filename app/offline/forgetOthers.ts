import { accountIn, forgetIn } from './keptPages.ts'
import { transact } from './store.ts'

/** Everything, if what is kept is another account's. Without one it is a guest's, whose links need no session. */
export const forgetOthers = (account?: string): Promise<void> =>
  transact('readwrite', ['pages', 'meta'], async (transaction) => {
    const kept = await accountIn(transaction)
    if (kept !== undefined && kept !== account) await forgetIn(transaction)
  })
