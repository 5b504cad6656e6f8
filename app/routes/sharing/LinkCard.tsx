import { Link } from '@remix-run/react'
import { useId } from 'react'
import { sharingPath } from '#app/protocol/paths.ts'
import type { Refusal } from '#app/protocol/reply.ts'
import { Field } from '#app/ui/Field.tsx'
import { Time } from '#app/ui/Time.tsx'
import type { ShownLink } from './loader.server.ts'
import { RoleSelect } from './RoleSelect.tsx'
import { ROLES } from './roles.ts'
import { SharingForm } from './SharingForm.tsx'

interface Props {
  listId: string
  nextId: string
  links: ShownLink[]
  refusal: Refusal | undefined
}

export function LinkCard({ listId, nextId, links, refusal }: Props) {
  const expiresId = useId()
  const { values, fields, attempt } = refusal?.values.intent === 'link' ? refusal : {}
  return (
    <section className="card" aria-labelledby="links">
      <h2 id="links">Share by link</h2>
      <p className="lead">
        Anyone with the link can open this list, without an account. Editors can tick, add and change items,
        viewers can only look.
      </p>
      <SharingForm
        // A new link empties the fields.
        key={attempt ?? links.at(-1)?.id}
        listId={listId}
        intent="link"
        hidden={{ id: nextId }}
        submit="Link"
        className="options"
      >
        <RoleSelect label="Role" defaultValue={values?.role} />
        <div className="field">
          <label htmlFor={expiresId}>Expires</label>
          <select id={expiresId} name="expires" defaultValue={values?.expires ?? 'never'} autoComplete="off">
            <option value="never">Never</option>
            <option value="1d">In 1 day</option>
            <option value="7d">In 7 days</option>
            <option value="30d">In 30 days</option>
          </select>
        </div>
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
          hidden={{ linkID: id }}
          submit="Turn off"
          label={`Turn off ${name}`}
          variant="danger"
        />
      </div>
    </li>
  )
}
