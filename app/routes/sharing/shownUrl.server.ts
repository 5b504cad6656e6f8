import type { OpenInvite } from '#app/domain/sharing/invites.ts'
import type { SharedLink } from '#app/domain/sharing/links.ts'
import { invitePath, linkPath } from '#app/protocol/paths.ts'
import type { ShownUrl } from '#app/ui/Shown.tsx'
import { qrCode } from './qr.server.ts'

/** The page contains only the token it shows. */
export function withoutToken<T extends SharedLink | OpenInvite>({ token, ...row }: T) {
  return { ...row, isLost: token === undefined }
}

export function shownUrl(
  origin: string,
  id: string | null,
  links: SharedLink[],
  invites: OpenInvite[],
): ShownUrl | undefined {
  const link = links.find((link) => link.id === id)
  const { token } = link ?? invites.find((invite) => invite.id === id) ?? {}
  if (!id || !token) return undefined
  const address = origin + (link ? linkPath(token) : invitePath(token))
  return { id, address, isLink: link !== undefined, qr: qrCode(address) }
}
