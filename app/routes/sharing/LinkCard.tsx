import { Link } from '@remix-run/react'
import { sharingPath } from '#app/protocol/paths.ts'
import { Field } from '#app/ui/Field.tsx'
import { useRefusal } from '#app/ui/IntentForm.tsx'
import { Select } from '#app/ui/Select.tsx'
import { Time } from '#app/ui/Time.tsx'
import type { ShownLink } from './loader.server.ts'
import { ROLES, RoleSelect } from './RoleSelect.tsx'
import { SharingForm } from './SharingForm.tsx'

interface Props {
  listId: string
  nextId: string
  links: ShownLink[]
}

const EXPIRES = { never: 'Never', '1d': 'In 1 day', '7d': 'In 7 days', '30d': 'In 30 days' }

export function LinkCard({ listId, nextId, links }: Props) {
  const { values, fields, attempt } = useRefusal('link') ?? {}
  return (
    <section className="card" aria-labelledby="links">
      <h2 id="links">Share by link</h2>
      <p className="lead">
        Anyone with the link can open this list, without an account. Editors can tick, add and change items,
        viewers can only look.
      </p>
      <SharingForm
        key={attempt ?? links.at(-1)?.id}
        listId={listId}
        intent="link"
        fields={{ id: nextId }}
        submit="Link"
        className="options"
      >
        <RoleSelect label="Role" defaultValue={values?.role} />
        <Select
          label="Expires"
          name="expires"
          defaultValue={values?.expires ?? 'never'}
          options={EXPIRES}
          autoComplete="off"
        />
        <Field
          label="Label (optional)"
          name="label"
          placeholder="Flatmates"
          autoComplete="off"
          maxLength={200}
          defaultValue={values?.label}
          error={fields?.label}
          takesFocus={fields?.label !== undefined}
        />
      </SharingForm>
      {links.length > 0 && (
        <ul className="rows" aria-label="Links">
          {links.map((link) => (
            <LinkRow key={link.id} listId={listId} link={link} />
          ))}
        </ul>
      )}
    </section>
  )
}

function LinkRow({ listId, link }: { listId: string; link: ShownLink }) {
  const { id, role, label, createdAt, expiresAt, isLost } = link
  const name = label || 'Link'
  return (
    <li>
      <h3 dir="auto">{name}</h3>
      <p>
        {ROLES[role]} · created <Time at={createdAt} />
        {expiresAt !== null && (
          <>
            {' '}
            · expires <Time at={expiresAt} />
          </>
        )}
        {isLost && ' · It still works, but its URL can no longer be shown.'}
      </p>
      <div className="choices">
        {!isLost && (
          <Link className="button quiet" to={sharingPath(listId, id)} aria-label={`Show ${name}`}>
            Show
          </Link>
        )}
        <SharingForm
          listId={listId}
          intent="revoke"
          fields={{ linkID: id }}
          submit="Turn off"
          label={`Turn off ${name}`}
          variant="danger"
        />
      </div>
    </li>
  )
}
