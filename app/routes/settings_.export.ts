import type { LoaderFunctionArgs } from '@remix-run/node'
import { exportOf } from '#app/domain/export.ts'
import { requireUser } from '#app/http/auth.ts'
import { streamResponse } from '#app/http/stream.ts'

export const handle = { download: true }

/** Link to this download with `reloadDocument`: client-side navigation can't save files. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const user = await requireUser(services, request)
  const archive = await exportOf(services, user)
  services.audit.note(context, { event: 'data-exported', user: user.id })
  const day = new Date().toISOString().slice(0, 10)
  return streamResponse(context, archive, {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="larder-${day}.zip"`,
  })
}
