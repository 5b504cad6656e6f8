import type { LoaderFunctionArgs } from '@remix-run/node'
import { exportData } from '#app/domain/accounts/export.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { zipResponse } from '#app/http/out/stream.ts'

export const handle = { download: true }

/** Link to this download with `reloadDocument`: client-side navigation can't save files. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, request)
  await context.services.sendQueue.take(user.id, context.closed)
  return zipResponse(context, await exportData(context.services, user, context))
}
