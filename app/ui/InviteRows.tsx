import type { SharedRole } from '#app/domain/access/access.ts'
import { sharing } from '#app/words/en/sharing.ts'
import { useWords } from '#app/words/useWords.ts'
import { IntentForm } from './IntentForm.tsx'
import type { ShownUrl } from './Shown.tsx'
import { Time } from './Time.tsx'
import { UrlRow } from './UrlRow.tsx'

interface Invite {
  id: string
  role: SharedRole
  expiresAt: number
  isLost: boolean
  /** The list that it was made on, if not that of the page. */
  listId?: string
}

interface Props {
  invites: Invite[]
  shown: ShownUrl | undefined
  showPath(id: string): string
  /** Where they are withdrawn. */
  action: string
}

/** Open invitations. */
export function InviteRows({ invites, shown, showPath, action }: Props) {
  const words = useWords(sharing)
  if (invites.length === 0) return null
  return (
    <ul className="rows" aria-label={words.openInvitation}>
      {invites.map((invite) => (
        <UrlRow
          key={invite.id}
          title={words.openInvitation}
          shared={invite}
          shown={shown}
          showPath={showPath(invite.id)}
          showLabel={words.showInvitation}
          end={
            <IntentForm
              action={action}
              replace
              intent="withdraw"
              fields={{ inviteID: invite.id, ...(invite.listId && { listID: invite.listId }) }}
              submit={words.withdraw}
              label={words.withdrawInvitation}
              variant="danger"
            />
          }
        >
          {words.roleAndEnd({ role: words[invite.role], expires: <Time at={invite.expiresAt} /> })}
        </UrlRow>
      ))}
    </ul>
  )
}
