import type { AppLoadContext } from '@remix-run/node'
import { DomainError } from '#app/domain/errors.ts'
import { refused } from '#app/http/out/replies.ts'
import { dialogPath } from '#app/ui/listAccess.ts'

/** Back to the dialog with what was typed. If the item was deleted, it offers to add it again. */
export function refusedEdit(
  context: AppLoadContext,
  error: unknown,
  {
    home,
    itemId = '',
    values,
  }: { home: string; itemId?: string | undefined; values: Record<string, string> },
) {
  const code = error instanceof DomainError ? error.code : undefined
  const deleted = code === 'item-not-found'
  return refused(context, error, deleted ? dialogPath(home, 'add') : dialogPath(home, 'edit', itemId), {
    // Who deleted it says everything.
    ...(code !== 'item-deleted' && { prefix: 'Item edit failed!' }),
    draft: values,
  })
}
