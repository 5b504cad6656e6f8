import { Link } from '@remix-run/react'
import { INVITE_LIFETIME } from '#app/domain/limits.ts'
import { days } from '#app/messages/format.ts'
import { sharingPath } from '#app/protocol/paths.ts'
import { Time } from '#app/ui/Time.tsx'
import type { ShownInvite } from './loader.server.ts'
import { ROLES, RoleSelect } from './RoleSelect.tsx'
import { SharingForm } from './SharingForm.tsx'

export function InviteForm({ listId, nextId }: { listId: string; nextId: string }) {
  return (
    <>
      <SharingForm
        key={nextId}
        listId={listId}
        intent="invite"
        fields={{ id: nextId }}
        submit="Invite"
        className="options beside"
      >
        <RoleSelect label="Invite someone as" />
      </SharingForm>
      <p className="hint">
        {`You get a link for one person. It works once, within ${days(INVITE_LIFETIME)}, and needs an account. `}
        Editors can change everything on the list, viewers can only look.
      </p>
    </>
  )
}

/** An invitation that nobody has accepted yet. */
export function InviteRow({ listId, invite }: { listId: string; invite: ShownInvite }) {
  const { id, role, expiresAt, isLost } = invite
  return (
    <li>
      <h3>Open invitation</h3>
      <p>
        {ROLES[role]} · expires <Time at={expiresAt} />
        {isLost && ' · It still works, but its URL can no longer be shown.'}
      </p>
      <div className="choices">
        {!isLost && (
          <Link className="button quiet" to={sharingPath(listId, id)} aria-label="Show the invitation">
            Show
          </Link>
        )}
        <SharingForm
          listId={listId}
          intent="withdraw"
          fields={{ inviteID: id }}
          submit="Withdraw"
          label="Withdraw the invitation"
          variant="danger"
        />
      </div>
    </li>
  )
}
